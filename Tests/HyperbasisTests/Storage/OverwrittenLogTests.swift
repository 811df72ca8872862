import Foundation
import Hyperbasis
import HyperbasisStore
import Testing

/// A log that another program overwrites in place while a storage has it open.
@Suite struct OverwrittenLogTests {
  private let space = UUID()
  private let folder: TemporaryStore
  private let storage: HBStorage
  private let anchors: [HBAnchor]
  private var log: String { "events/\(space.uuidString)/events.jsonl" }

  init() async throws {
    let folder = try TemporaryStore()
    self.folder = folder
    storage = HBStorage(config: .default, localStore: folder.open())
    anchors = (0..<10).map { [space] number in
      .sample(space, x: Float(number), metadata: ["text": .string("note \(number)")])
    }
    for anchor in anchors { try await storage.save(anchor) }
  }

  private func overwrite(_ text: String, with other: String) throws {
    let before = String(decoding: try folder.log(of: space), as: UTF8.self)
    let after = before.replacingOccurrences(of: text, with: other)
    #expect(after != before)
    try folder.overwrite(log, Data(after.utf8))
  }

  private func types(of anchor: HBAnchor) throws -> [HBAnchorEvent.EventType] {
    try folder.open().loadEvents(anchorId: anchor.id, spaceId: space).map(\.type)
  }

  @Test(arguments: ["not 3", "note 33", "nope 3"])
  func `a storage goes on with the log as it is`(text: String) async throws {
    try overwrite("note 3", with: text)
    #expect(try await storage.loadAnchors(spaceId: space).count == 10)
    #expect(
      try await storage.history(anchorId: anchors[3].id)[0].metadata?["text"] == .string(text))
    #expect(try await storage.loadAnchor(id: anchors[9].id)?.position.x == 9)
    #expect(try await storage.history(anchorId: anchors[9].id).map(\.version) == [1])
    let places = try await storage.anchorsAt(spaceId: space, date: .distantFuture).map(\.position.x)
    #expect(places.sorted() == (0..<10).map(Float.init))
  }

  @Test func `no anchor is created again`() async throws {
    try overwrite("note 3", with: "not 3")
    try await storage.save(anchors[9])
    #expect(try types(of: anchors[9]) == [.created])
    try await storage.save(.sample(space, id: anchors[9].id, x: 20, metadata: anchors[9].metadata))
    #expect(try types(of: anchors[9]) == [.created, .moved])
    #expect(try await storage.loadAnchor(id: anchors[9].id)?.position.x == 20)
  }

  /// The end of what was read is unchanged, and something has been appended to it, so that only the line
  /// itself gives it away.
  @Test func `a line that is gone from below is missed once and read again`() async throws {
    try await storage.flush()
    let lines = try folder.log(of: space).split(separator: 0x0a)
    let line = String(decoding: lines[3], as: UTF8.self)
    try overwrite(line, with: String(repeating: "x", count: line.utf8.count))
    try folder.open().perform(.save([.sample(space)]), spaceId: space)
    // The anchor without an event is known from its file.
    #expect(try await storage.loadAnchors(spaceId: space).count == 11)
    #expect(try await storage.anchorsAt(spaceId: space, date: .distantFuture).count == 11)
  }
}
