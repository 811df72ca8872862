import Foundation
import Hyperbasis
import TestSupport
import Testing

/// Dates that a file cannot express are refused: once saved, they would hide what they belong to.
@Suite struct UnwritableDateTests {
  /// Seconds since 1970; some of these dates cannot even be described.
  static let dates = [
    1_718_000_000_000, -1e12, .nan, .infinity, 253_402_300_800, -62_167_219_201,
  ]
  static let edges = [
    Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 253_402_300_799),
    Date(timeIntervalSince1970: -62_167_219_200),
  ]

  private let folder: TemporaryStore
  private let storage: HBStorage

  init() throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: .default, localStore: HBLocalStore(baseDirectory: folder.url))
  }

  private func isRefusedWithAReason(
    _ reason: String = "is not in the years 0 to 9999", _ save: () async throws -> Void
  ) async -> Bool {
    do {
      try await save()
      return false
    } catch {
      guard case HBStorageError.encodingFailed = error else { return false }
      return error.localizedDescription.contains(reason)
    }
  }

  @Test(arguments: dates) func `a space`(seconds: Double) async throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(
      await isRefusedWithAReason {
        try await storage.save(HBSpace(name: "Hall", createdAt: date, updatedAt: Date()))
      })
    #expect(
      await isRefusedWithAReason {
        try await storage.save(HBSpace(name: "Hall", createdAt: Date(), updatedAt: date))
      })
    #expect(try await storage.loadAllSpaces().isEmpty)
  }

  @Test(arguments: dates) func `an anchor, and those beside it`(seconds: Double) async throws {
    let date = Date(timeIntervalSince1970: seconds)
    let space = UUID()
    let sound = HBAnchor(spaceId: space, transform: HBTransform.identity)
    for part in 0..<3 {
      let anchor = HBAnchor(
        id: UUID(), spaceId: space, transform: HBTransform.identity, metadata: [:],
        createdAt: part == 0 ? date : Date(), updatedAt: part == 1 ? date : Date(),
        deletedAt: part == 2 ? date : nil)
      #expect(await isRefusedWithAReason { try await storage.save([sound, anchor]) })
    }
    #expect(try await storage.loadAnchors(spaceId: space).isEmpty)
  }

  @Test(arguments: edges) func `the first and the last day are named`(date: Date) async throws {
    let space = HBSpace(name: "Hall", createdAt: date, updatedAt: date)
    try await storage.save(space)
    #expect(try await storage.loadSpace(id: space.id)?.createdAt == date)
    let anchor = HBAnchor(
      id: UUID(), spaceId: space.id, transform: HBTransform.identity, metadata: [:],
      createdAt: date, updatedAt: date, deletedAt: nil)
    try await storage.save(anchor)
    #expect(try await storage.loadAnchor(id: anchor.id)?.createdAt == date)
  }

  /// Converted to an instant it would be 1970, when nothing existed: a rollback would hide all anchors.
  @Test func `a date that is not a number is not asked about`() async throws {
    let anchor = HBAnchor.sample(UUID())
    try await storage.save(anchor)
    let (space, date) = (anchor.spaceId, Date(timeIntervalSince1970: .nan))
    let timeline = try await storage.timeline(spaceId: space)
    for ask in [
      { _ = try await storage.rollback(spaceId: space, to: date) },
      { _ = try await storage.anchorsAt(spaceId: space, date: date) },
      { _ = try await storage.diff(spaceId: space, from: date, to: Date()) },
      { _ = try await storage.diff(spaceId: space, from: Date(), to: date) },
      { try await storage.purgeDeletedAnchors(before: date) },
      { _ = try timeline.anchors(at: date) },
      { _ = try timeline.changes(from: Date(), to: date) },
    ] as [() async throws -> Void] {
      #expect(
        await isRefusedWithAReason("is not a number, so nothing can be found at it", ask))
    }
    #expect(try await storage.loadAnchors(spaceId: space).count == 1)
    #expect(try await storage.anchorsAt(spaceId: space, date: .distantFuture).count == 1)
  }
}
