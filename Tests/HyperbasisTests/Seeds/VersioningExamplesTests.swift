import Foundation
import Hyperbasis
import Testing

/// The examples of the documentation on versioning, exactly as they appear there.
@Suite struct VersioningExamplesTests {
  private let folder: TemporaryStore
  private let storage: HBStorage
  private let space = HBSpace(name: "Living Room")
  private let anchor: HBAnchor

  init() async throws {
    folder = try TemporaryStore()
    storage = HBStorage(config: .default, localStore: HBLocalStore(baseDirectory: folder.url))
    try await storage.save(space)
    var anchor = HBAnchor(
      spaceId: space.id, transform: matrix_identity_float4x4, metadata: ["text": "first"])
    try await storage.save(anchor)
    anchor.updateMetadata(key: "text", value: "second")
    try await storage.save(anchor)
    anchor.updateMetadata(key: "text", value: "third")
    try await storage.save(anchor)
    self.anchor = anchor
  }

  @Test func getTimelineForASpace() async throws {
    let timeline = try await storage.timeline(spaceId: space.id)

    // Timeline properties
    print("Start: \(String(describing: timeline.startDate))")
    print("End: \(String(describing: timeline.endDate))")
    print("Total events: \(timeline.events.count)")
    print("Unique anchors: \(timeline.anchorIds.count)")

    #expect(timeline.events.count == 3)
    #expect(timeline.anchorIds == [anchor.id])
  }

  @Test func viewStateAtAPointInTime() async throws {
    // Get anchors as they existed yesterday
    let yesterday = try #require(Calendar.current.date(byAdding: .day, value: -1, to: Date()))
    let anchors = try await storage.anchorsAt(spaceId: space.id, date: yesterday)

    for anchor in anchors {
      let position = anchor.position
      print("Anchor at \(position)")
    }

    #expect(anchors.isEmpty)
  }

  @Test func generateADiff() async throws {
    let oneWeekAgo = try #require(Calendar.current.date(byAdding: .day, value: -7, to: Date()))
    let diff = try await storage.diff(spaceId: space.id, from: oneWeekAgo, to: Date())

    print(diff.summary)  // "3 added, 1 removed, 2 moved"

    // Inspect specific changes
    for added in diff.added {
      print("New anchor: \(added.id)")
    }

    for moved in diff.moved {
      print("Moved \(moved.distanceMoved)m: \(moved.anchor.id)")
    }

    for updated in diff.updated {
      print("Changed keys: \(updated.changedKeys)")
    }

    #expect(diff.summary == "1 added")
  }

  @Test func getAnchorHistory() async throws {
    let events = try await storage.history(anchorId: anchor.id)

    for event in events {
      print("\(event.timestamp): \(event.type) (v\(event.version))")
    }

    #expect(events.map(\.version) == [1, 2, 3])
  }

  @Test func rollbackToPreviousVersion() async throws {
    // Restore anchor to version 2
    let restored = try await storage.rollback(anchorId: anchor.id, toVersion: 2)
    print("Restored to v2: \(restored.metadata)")

    #expect(restored.stringMetadata(forKey: "text") == "second")
  }

  @Test func timeMachine() async throws {
    let timeline = try await storage.timeline(spaceId: space.id)
    let scrubberDates = timeline.scrubberDates()
    let newValue = 1.0
    let index = Int(newValue * Double(scrubberDates.count - 1))
    let date = scrubberDates[index]
    let currentAnchors = timeline.state(at: date)

    #expect(currentAnchors.map { $0.stringMetadata(forKey: "text") } == ["third"])
  }

  @Test func changeSummary() async throws {
    let lastWeek = try #require(Calendar.current.date(byAdding: .day, value: -7, to: Date()))
    let diff = try await storage.diff(spaceId: space.id, from: lastWeek, to: Date())

    if diff.hasChanges {
      print("Last 7 days: \(diff.summary)")
    }

    #expect(diff.hasChanges)
  }

  @Test func undoLastChange() async throws {
    func undoLastChange(for anchorId: UUID) async throws {
      let events = try await storage.history(anchorId: anchorId)
      guard events.count > 1 else { return }  // Need at least 2 versions

      let previousVersion = events[events.count - 2].version
      try await storage.rollback(anchorId: anchorId, toVersion: previousVersion)
    }

    try await undoLastChange(for: anchor.id)
    #expect(
      try await storage.loadAnchor(id: anchor.id)?.stringMetadata(forKey: "text") == "second")
  }

  @Test func migration() async throws {
    // Existing anchors from Phase 1 are automatically migrated.
    let old = HBAnchor(
      id: UUID(), spaceId: space.id, transform: [Float](repeating: 0, count: 16), metadata: [:],
      createdAt: Date(timeIntervalSince1970: 1_700_000_000),
      updatedAt: Date(timeIntervalSince1970: 1_700_000_000), deletedAt: nil)
    try HBLocalStore(baseDirectory: folder.url).saveAnchor(old)
    let fresh = HBStorage(config: .default, localStore: HBLocalStore(baseDirectory: folder.url))
    var changed = try #require(try await fresh.loadAnchor(id: old.id))
    changed.updateMetadata(key: "text", value: "after the upgrade")
    try await fresh.save(changed)
    let events = try await fresh.history(anchorId: old.id)
    #expect(events.map(\.type) == [.created, .updated])
    #expect(events.first?.timestamp == old.createdAt)
  }
}
