import Foundation
import Hyperbasis
import TestSupport
import Testing

/// Metadata that could not be read back are refused: once saved, they and their anchor would be lost.
@Suite struct UnwritableMetadataTests {
  private let folder: TemporaryStore
  private let storage: HBStorage
  private let space = UUID()

  init() throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: .default, localStore: HBLocalStore(baseDirectory: folder.url))
  }

  private func anchor(
    in space: UUID? = nil, _ metadata: [String: AnyCodableValue] = [:]
  ) -> HBAnchor {
    HBAnchor(
      spaceId: space ?? self.space, transform: HBTransform.identity, metadata: metadata)
  }

  /// Returns the message with which a save is refused.
  private func refusal(_ save: () async throws -> Void) async -> String? {
    do {
      try await save()
      return nil
    } catch {
      return error.localizedDescription
    }
  }

  enum Container: CaseIterable { case list, object }

  private static func nested(_ levels: Int, _ container: Container) -> AnyCodableValue {
    (0..<levels).reduce(1) { value, _ in
      container == .list ? .array([value]) : .dictionary(["k": value])
    }
  }

  @Test(arguments: Container.allCases)
  func `what is nested 500 levels deep comes back`(in container: Container) async throws {
    let value = Self.nested(500, container)
    let deep = anchor(["deep": value])
    try await storage.save(deep)
    let other = HBStorage(
      config: .default, localStore: HBLocalStore(baseDirectory: folder.url))
    #expect(try await other.loadAnchor(id: deep.id)?.metadata["deep"] == value)
    #expect(try await other.timeline(spaceId: space).events.count == 1)
    #expect(try await other.verify().problems.isEmpty)
  }

  @Test(arguments: Container.allCases)
  func `what is nested deeper is refused`(in container: Container) async throws {
    let known = anchor(["name": "lamp"])
    try await storage.save(known)
    var changed = known
    for levels in [501, 511, 600] {
      changed.metadata["deep"] = Self.nested(levels, container)
      let refusal = await refusal { try await storage.save(changed) }
      #expect(refusal?.contains("metadata \"deep\" is nested more than 500 levels deep") == true)
    }
    #expect(try await storage.loadAnchor(id: known.id)?.metadata == ["name": "lamp"])
    #expect(try await storage.verify().problems.isEmpty)
  }

  /// The deepest row that a log can hold, followed by a deeper one: the fault is found before anything is
  /// written, and names the line.
  @Test func `a row that is nested deeper than a log can hold is a fault`() async throws {
    let hall = HBSpace(name: "Hall")
    try await storage.save(hall)
    let rows = [510, 511].map { levels in
      let deep = String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)
      let time = "2024-01-01T00:00:\(levels - 500)Z"
      return #"{"id":"a","time":"\#(time)","x":1,"y":0,"z":1,"deep":\#(deep)}"#
    }
    let file = folder.url.appending(path: "rows.jsonl")
    try Data(rows.map { $0 + "\n" }.joined().utf8).write(to: file)
    let found = try await storage.surveyImport(of: [file], space: "Hall")
    let faults = found.spaces.first?.survey?.faults.first ?? []
    #expect(faults.map(\.place.line) == [2])
    #expect(faults.first?.found.contains("nested too deeply") == true)
    var options = HBImportOptions()
    options.skipsBadRows = true
    let rest = try await storage.surveyImport(
      of: [file], options: options, space: "Hall")
    _ = try await storage.perform(rest)
    #expect(try await storage.loadAnchors(spaceId: hall.id).count == 1)
    #expect(try await storage.verify().problems.isEmpty)
  }

  @Test func `what is not finite is named`() async throws {
    let lines = await refusal { try await storage.save(anchor(["a\nb": .double(.infinity)])) }
    #expect(lines?.contains(#"metadata "a\nb" holds"#) == true)
    let bad = anchor(["a": 1, "weights": [1, ["x": .double(.nan)]]])
    let refusal = await refusal { try await storage.save(bad) }
    #expect(refusal?.contains("metadata \"weights\" holds a number that is not finite") == true)
    #expect(try await storage.loadAnchors(spaceId: space).isEmpty)
  }

  @Test func `what is larger than a line may be is refused`() async throws {
    let known = anchor()
    try await storage.save(known)
    var changed = known
    changed.metadata["blob"] = .string(String(repeating: "a", count: 16 << 20))
    let refusal = await refusal { try await storage.save(changed) }
    #expect(
      refusal == "The data could not be encoded (with metadata \"blob\" the event would be longer "
        + "than 16 MiB and could not be read back; keep data this large in a separate file). "
        + "Nothing was written.")
    let planned = changed
    #expect(
      await self.refusal { _ = try await storage.plan(.save([planned]), spaceId: space) } == refusal
    )
    changed.metadata["blob"] = .string(String(repeating: "a", count: (16 << 20) - 8192))
    try await storage.save(changed)
    let other = HBStorage(
      config: .default, localStore: HBLocalStore(baseDirectory: folder.url))
    #expect(try await other.loadAnchor(id: known.id)?.metadata == changed.metadata)
    #expect(try await other.timeline(spaceId: space).events.count == 2)
    #expect(try await other.verify().problems.isEmpty)
  }

  /// Regardless of which of the two spaces would be written first.
  @Test(arguments: [false, true])
  func `what cannot be written in one space keeps the other as it was`(isFirst: Bool) async throws {
    let ids = [UUID(), UUID()].sorted { $0.uuidString < $1.uuidString }
    let (good, bad) = isFirst ? (ids[1], ids[0]) : (ids[0], ids[1])
    let stranger = anchor(in: space)
    try await storage.save(stranger)
    let foreign = HBAnchor(
      id: stranger.id, spaceId: bad, transform: HBTransform.identity, metadata: [:],
      createdAt: stranger.createdAt, updatedAt: stranger.updatedAt, deletedAt: nil)
    let large: AnyCodableValue = .string(String(repeating: "a", count: 16 << 20))
    for wrong in [
      anchor(in: bad, ["x": .double(.infinity)]), anchor(in: bad, ["x": large]), foreign,
    ] {
      #expect(
        await refusal { try await storage.save([anchor(in: good), wrong]) }?
          .contains("Nothing was written") == true)
      #expect(try await storage.loadAnchors(spaceId: good).isEmpty)
      #expect(try await storage.loadAnchors(spaceId: bad).isEmpty)
    }
    try await storage.save([anchor(in: good), anchor(in: bad)])
    #expect(try await storage.loadAnchors(spaceId: good).count == 1)
    #expect(try await storage.loadAnchors(spaceId: bad).count == 1)
  }
}
