import Foundation
import Hyperbasis
import Testing

struct PlannerRollbackTests {
  private let log = SampleLog()
  private let chair = UUID()
  private let note = UUID()

  /// Fills the log with versions of the chair: 1 created, 2 moved, 3 updated, 4 deleted, 5 restored, 6
  /// moved.
  private func fill() throws -> [HBInstant] {
    try [
      .save([log.anchor(chair, 1, "a")]), .save([log.anchor(chair, 2, "a")]),
      .save([log.anchor(chair, 2, "b")]), .delete([chair]), .restore([chair]),
      .save([log.anchor(chair, 3, "b")]),
    ].map { try log.perform($0).events[0].instant }
  }

  @Test(arguments: [
    (1, "1 a", [HBAnchorEvent.EventType.restored]), (2, "2 a", [.restored]),
    (3, "2 b", [.restored]), (4, "3 b hidden", [.deleted]), (5, "2 b", [.restored]),
    (6, "3 b", []),
  ])
  func toAVersion(
    version: Int, summary: String, types: [HBAnchorEvent.EventType]
  ) throws {
    _ = try fill()
    let plan = try log.perform(.rollback(anchorId: chair, toVersion: version))
    #expect(plan.kind == .rollback)
    #expect(plan.types == types)
    #expect(log.now(chair) == summary)
    if let event = plan.events.first, event.type == .restored {
      #expect(event.transform != nil && event.metadata != nil)
      #expect(event.version == 7)
    }
    #expect(try log.plan(.rollback(anchorId: chair, toVersion: version)).isEmpty)
  }

  @Test func toAVersionThatDoesNotExist() throws {
    _ = try fill()
    for version in [0, 7, -1, .max] {
      expectError(.versionNotFound(anchorId: chair, version: version)) {
        try log.plan(.rollback(anchorId: chair, toVersion: version))
      }
    }
  }

  @Test func toAVersionThatTwoWritersTook() throws {
    log.append(.created, chair, version: 1, x: 1)
    let later = log.clock.advanced(byMicroseconds: 20)
    log.append(.moved, chair, at: later, version: 2, x: 3)
    log.append(.moved, chair, at: log.clock.advanced(byMicroseconds: 10), version: 2, x: 2)
    log.append(.moved, chair, at: log.clock.advanced(byMicroseconds: 30), version: 3, x: 9)
    try log.perform(.rollback(anchorId: chair, toVersion: 2))
    #expect(log.now(chair) == "3")
  }

  @Test func toAnEvent() throws {
    _ = try fill()
    let event = log.lines[1].event
    try log.perform(.rollbackToEvent(anchorId: chair, eventId: event.id))
    #expect(log.now(chair) == "2 a")
    let unknown = UUID()
    expectError(.notFound(type: "event", id: unknown)) {
      try log.plan(.rollbackToEvent(anchorId: chair, eventId: unknown))
    }
  }

  @Test func toAnInstant() throws {
    let instants = try fill()
    let before = instants[1].advanced(byMicroseconds: -1)
    #expect(
      try log.plan(.rollbackToInstant(anchorId: chair, instant: before)).changes[0].after?.summary
        == "1 a")
    #expect(
      try log.plan(.rollbackToInstant(anchorId: chair, instant: instants[1]))
        .changes[0].after?.summary == "2 a")
    let early = instants[0].advanced(byMicroseconds: -1)
    expectError(.beforeFirstVersion(anchorId: chair, first: instants[0].date)) {
      try log.plan(.rollbackToInstant(anchorId: chair, instant: early))
    }
  }

  @Test func toAVersionBeforeThereWasATransform() throws {
    log.append(.updated, chair, text: "early")
    log.append(.created, chair, x: 1)
    expectError(.reconstructionFailed(anchorId: chair)) {
      try log.plan(.rollback(anchorId: chair, toVersion: 1))
    }
  }

  /// The date that the error names is one that a rollback accepts.
  @Test func toAnInstantBeforeThereWasATransform() throws {
    let early = log.append(.updated, chair, text: "early").instant
    log.append(.updated, chair, at: early.advanced(byMicroseconds: 10), text: "still early")
    let placed = log.append(.created, chair, at: early.advanced(byMicroseconds: 20), x: 1).instant
    log.append(.moved, chair, at: early.advanced(byMicroseconds: 30), x: 2)
    for instant in [early.advanced(byMicroseconds: -1), early, placed.advanced(byMicroseconds: -1)]
    {
      expectError(.beforeFirstVersion(anchorId: chair, first: placed.date)) {
        try log.plan(.rollbackToInstant(anchorId: chair, instant: instant))
      }
    }
    try log.perform(.rollbackToInstant(anchorId: chair, instant: placed))
    #expect(log.now(chair) == "1")
  }

  @Test func theWholeSpace() throws {
    let lamp = UUID()
    let still = UUID()
    let instants = try [
      .save([log.anchor(chair, 1), log.anchor(lamp, 2, "on"), log.anchor(still, 3)]),
      .delete([lamp]),
      .save([log.anchor(note, 4)]),
      .save([log.anchor(chair, 5)]),
    ].map { try log.perform($0).events[0].instant }
    let plan = try log.perform(.rollbackSpace(instants[0]))
    #expect(plan.kind == .rollback)
    let types = Dictionary(uniqueKeysWithValues: plan.events.map { ($0.anchorId, $0.type) })
    #expect(types == [chair: .restored, lamp: .restored, note: .deleted])
    #expect(Set(plan.events.map(\.timestamp)).count == 1)
    #expect(log.now(lamp) == "2 on")
    #expect(log.now(note) == "4 hidden")
    #expect(try log.plan(.rollbackSpace(instants[0])).isEmpty)
    // Back to before the rollback: the note comes back, the lamp disappears.
    try log.perform(.rollbackSpace(instants[3]))
    #expect(log.now(note) == "4")
    #expect(log.now(lamp) == "2 on hidden")
    #expect(log.now(chair) == "5")
    // Before everything there was nothing.
    let empty = try log.plan(.rollbackSpace(instants[0].advanced(byMicroseconds: -1)))
    #expect(Set(empty.events.map(\.type)) == [.deleted])
    #expect(Set(empty.changes.map(\.anchorId)) == [chair, note, still])
  }

  /// Moved there and back: nothing differs, so nothing is written.
  @Test func whatIsTheSameStaysUntouched() throws {
    try log.perform(.save([log.anchor(chair, 1, "a")]))
    let instant = log.clock
    log.clock = log.clock.advanced(byMicroseconds: 1)
    try log.perform(.save([log.anchor(chair, 2, "b")]))
    try log.perform(.save([log.anchor(chair, 1, "a")]))
    #expect(try log.plan(.rollbackSpace(instant)).isEmpty)
    #expect(try log.plan(.rollback(anchorId: chair, toVersion: 1)).isEmpty)
  }

  @Test func theHeadIsThatOfTheLog() throws {
    _ = try fill()
    #expect(try log.plan(.delete([chair])).head.events == 6)
  }
}
