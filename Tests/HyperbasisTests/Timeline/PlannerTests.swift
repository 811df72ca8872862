import Foundation
import Hyperbasis
import Testing

struct PlannerTests {
  private let log = SampleLog()
  private let chair = UUID()
  private let note = UUID()

  // MARK: - Saving

  @Test func aNewAnchorIsCreated() throws {
    let plan = try log.perform(.save([log.anchor(chair, 1, "oak")]))
    #expect(plan.kind == .save)
    #expect(plan.types == [.created])
    #expect(plan.events[0].version == 1)
    #expect(plan.events[0].transform == SampleLog.transform(1))
    #expect(plan.events[0].metadata == ["text": "oak"])
    #expect(plan.events[0].actorId == "ann")
    #expect(plan.changes[0].before == nil)
    #expect(plan.changes[0].after?.summary == "1 oak")
    #expect(plan.changes[0].after?.createdAt == plan.events[0].timestamp)
    #expect(log.now(chair) == "1 oak")
  }

  @Test func aNewAnchorThatIsDeleted() throws {
    let plan = try log.perform(.save([log.anchor(chair, 1, deleted: true)]))
    #expect(plan.types == [.created, .deleted])
    #expect(plan.events.map(\.version) == [1, 2])
    #expect(plan.events[0].timestamp == plan.events[1].timestamp)
    #expect(plan.changes[0].after?.deletedAt == plan.events[1].timestamp)
    #expect(log.now(chair) == "1 hidden")
  }

  /// What changing a known anchor appends: before, after, the events.
  private static let changes: [(Bool, Float, String, Bool, [HBAnchorEvent.EventType])] = [
    (false, 1, "a", false, []),
    (false, 2, "a", false, [.moved]),
    (false, 1, "b", false, [.updated]),
    (false, 2, "b", false, [.moved, .updated]),
    (false, 1, "a", true, [.deleted]),
    (false, 2, "b", true, [.moved, .updated, .deleted]),
    (true, 1, "a", true, []),
    (true, 1, "a", false, [.restored]),
    (true, 2, "a", false, [.restored, .moved]),
    (true, 1, "b", false, [.restored, .updated]),
    (true, 2, "b", false, [.restored, .moved, .updated]),
    (true, 2, "a", true, [.moved]),
    (true, 1, "b", true, [.updated]),
  ]

  @Test(arguments: changes)
  func aKnownAnchorChanges(
    wasDeleted: Bool, x: Float, text: String, isDeleted: Bool, types: [HBAnchorEvent.EventType]
  ) throws {
    try log.perform(.save([log.anchor(chair, 1, "a", deleted: wasDeleted)]))
    let target = log.anchor(chair, x, text, deleted: isDeleted)
    let plan = try log.perform(.save([target]))
    #expect(plan.types == types)
    #expect(plan.isEmpty == types.isEmpty)
    #expect(log.states[chair] == AnchorState(target))
    let first = wasDeleted ? 3 : 2
    #expect(plan.events.map(\.version) == Array((first..<first + types.count)))
    for event in plan.events {
      #expect(event.hasTransform == [.moved, .restored].contains(event.type))
      #expect(event.hasMetadata == [.updated, .restored].contains(event.type))
    }
    if let change = plan.changes.first {
      #expect(change.before?.summary == (wasDeleted ? "1 a hidden" : "1 a"))
      #expect(change.after?.summary == target.summary)
      #expect(change.after?.updatedAt == plan.events[0].timestamp)
      #expect(change.after?.createdAt == change.before?.createdAt)
    }
  }

  /// Deleting a hidden anchor again, by saving it, keeps the date of the first deletion.
  @Test func savingAHiddenAnchorKeepsItsDate() throws {
    let first = try log.perform(.save([log.anchor(chair, 1, deleted: true)]))
    let plan = try log.perform(.save([log.anchor(chair, 2, deleted: true)]))
    #expect(plan.changes[0].after?.deletedAt == first.events[1].timestamp)
  }

  @Test func metadataCompareByValue() throws {
    var anchor = log.anchor(chair, 1)
    anchor.metadata = ["n": 1, "é": true]
    try log.perform(.save([anchor]))
    anchor.metadata = ["n": 1.0, "é": true]
    #expect(try log.plan(.save([anchor])).isEmpty)
    anchor.metadata = ["n": true, "é": true]
    #expect(try log.plan(.save([anchor])).types == [.updated])
    anchor.metadata = ["n": 1, "e\u{301}": true]
    #expect(try log.plan(.save([anchor])).types == [.updated])
  }

  @Test func aBadTransformIsRefusedWhole() throws {
    var bad = log.anchor(note, 1)
    bad.transform = [1, 2, 3]
    #expect(throws: HBAnchorError.invalidTransform(count: 3)) {
      try log.plan(.save([log.anchor(chair, 1), bad]))
    }
    bad.transform = SampleLog.transform(.nan)
    #expect(throws: HBAnchorError.invalidTransform(count: 16)) { try log.plan(.save([bad])) }
  }

  @Test func anAnchorOfAnotherSpaceIsAConflict() {
    let foreign = HBAnchor(spaceId: UUID(), transform: SampleLog.transform(1))
    expectError(.conflict) { try log.plan(.save([foreign])) }
  }

  @Test func aBatchIsOneActionAtOneInstant() throws {
    try log.perform(.save([log.anchor(chair, 1)]))
    log.clock = HBInstant(microseconds: 5)
    let plan = try log.perform(
      .save([log.anchor(note, 5), log.anchor(chair, 2), log.anchor(note, 6)]))
    #expect(plan.changes.map(\.anchorId) == [note, chair])
    #expect(plan.types == [.created, .moved])
    #expect(Set(plan.events.map(\.timestamp)).count == 1)
    #expect(log.now(note) == "6")
    // The clock was set back, and the move still follows the creation.
    #expect(plan.events[1].instant.microseconds == 1_700_000_000_000_001)
    #expect(log.now(chair) == "2")
  }

  /// Versions continue from the greatest, even if two writers used the same one.
  @Test func versionsGoOn() throws {
    log.append(.created, chair, version: 1, x: 1)
    log.append(.moved, chair, version: 7, x: 2)
    log.append(.moved, chair, version: 7, x: 3)
    #expect(try log.plan(.save([log.anchor(chair, 9)])).events[0].version == 8)
  }

  /// Events before the first transform make no state: saving creates the anchor.
  @Test func savingWhatHasNoTransformYet() throws {
    log.append(.updated, chair, text: "early")
    let plan = try log.perform(.save([log.anchor(chair, 1)]))
    #expect(plan.types == [.created])
    #expect(plan.events[0].version == 2)
    #expect(log.now(chair) == "1")
  }

  // MARK: - Deleting and restoring

  @Test func deleteAndRestore() throws {
    try log.perform(.save([log.anchor(chair, 1, "a"), log.anchor(note, 2)]))
    let deletion = try log.perform(.delete([chair, note, chair]))
    #expect(deletion.kind == .delete)
    #expect(deletion.types == [.deleted, .deleted])
    #expect(throws: HBAnchorError.alreadyDeleted) { try log.plan(.delete([chair])) }
    let restoring = try log.perform(.restore([chair]))
    #expect(restoring.types == [.restored])
    #expect(restoring.events[0].metadata == ["text": "a"])
    #expect(restoring.events[0].transform == SampleLog.transform(1))
    #expect(try log.plan(.restore([chair])).isEmpty)
    // One of the two is hidden already, so nothing is deleted.
    #expect(throws: HBAnchorError.alreadyDeleted) { try log.plan(.delete([chair, note])) }
  }

  @Test func unknownAnchors() throws {
    log.append(.updated, note, text: "no transform yet")
    for id in [chair, note] {
      expectError(.notFound(type: "anchor", id: id)) { try log.plan(.delete([id])) }
      expectError(.notFound(type: "anchor", id: id)) { try log.plan(.restore([id])) }
    }
    expectError(.notFound(type: "anchor", id: chair)) {
      try log.plan(.rollback(anchorId: chair, toVersion: 1))
    }
  }
}

/// Expects that a call throws this error, identified by its message.
func expectError(
  _ expected: HBStorageError, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> some Any
) {
  do {
    _ = try body()
    Issue.record("Nothing was thrown.", sourceLocation: sourceLocation)
  } catch {
    #expect(
      error.localizedDescription == expected.localizedDescription, sourceLocation: sourceLocation)
  }
}
