import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import Testing

@testable import HyperbasisHistory

/// Undo of an operation between whose events another user changed the same anchor.
struct InterleavedUndoTests {
  private let log = SampleLog()
  private let chair = UUID()
  private let note = UUID()

  /// An undo restores the state before the operation's first event, and names whose changes are lost with
  /// it.
  @Test(arguments: [false, true])
  func whatOthersChangedBetweenItsEventsGoesWithAWarning(movesLast: Bool) throws {
    try log.perform(.save([log.anchor(chair, 0, "cup"), log.anchor(note, 0)]))
    let operation = UUID()
    log.append(.moved, chair, x: 1, operation: operation)
    log.clock = log.clock.advanced(byMicroseconds: 10)
    let others = log.append(.moved, chair, x: 2, actor: "bob")
    log.append(.updated, note, text: "list", actor: "bob")
    log.clock = log.clock.advanced(byMicroseconds: 10)
    if movesLast {
      log.append(.moved, chair, x: 3, operation: operation)
    } else {
      log.append(.updated, chair, text: "mug", operation: operation)
    }
    log.clock = log.clock.advanced(byMicroseconds: 10)
    let named = try log.plan(.undoOperation(operation))
    #expect(named.overridden.isEmpty)
    #expect(named.changes.map { $0.after.map { AnchorState($0).summary } } == ["2 cup"])
    #expect(named.conflicts.map(\.parts) == (movesLast ? [] : [[.place]]))
    let undo = try log.perform(.undo)
    #expect(undo.target?.id == operation && undo.conflicts.isEmpty)
    #expect(undo.overridden.map(\.anchor.id) == [chair])
    #expect(undo.overridden.map(\.parts) == [[.place]])
    #expect(undo.overridden.map(\.actor) == ["bob"])
    #expect(undo.overridden.map(\.instant.date) == [others.timestamp])
    #expect([log.now(chair), log.now(note)] == ["0 cup", "0 list"])
    try log.perform(.redo)
    #expect(log.now(chair) == (movesLast ? "3 cup" : "2 mug"))
  }

  /// The operation itself removed what another user had written, and its undo does not bring that back.
  @Test func whatTheOperationTookAwayFromOthersIsNamed() throws {
    try log.perform(.save([log.anchor(chair, 0, "cup")]))
    let operation = UUID()
    log.append(.moved, chair, x: 1, operation: operation)
    log.clock = log.clock.advanced(byMicroseconds: 10)
    log.append(.updated, chair, text: "mug", actor: "bob")
    log.clock = log.clock.advanced(byMicroseconds: 10)
    log.append(.updated, chair, text: "cup", operation: operation)
    log.clock = log.clock.advanced(byMicroseconds: 10)
    #expect(
      try log.plan(.undoOperation(operation)).changes.map {
        $0.after.map { AnchorState($0).summary }
      } == ["0 mug"])
    let undo = try log.perform(.undo)
    #expect(undo.overridden.map(\.parts) == [[.metadata(key: "text")]])
    #expect(undo.overridden.map(\.actor) == ["bob"])
    #expect(log.now(chair) == "0 cup")
  }

  /// What was already taken back, and what others did to other parts, is not lost.
  @Test func whatIsNotLostIsNotNamed() throws {
    try log.perform(.save([log.anchor(chair, 0, "cup")]))
    let operation = UUID()
    let undone = UUID()
    log.append(.moved, chair, x: 1, operation: operation)
    log.clock = log.clock.advanced(byMicroseconds: 10)
    log.append(.moved, chair, x: 2, operation: undone)
    log.append(.updated, chair, text: "mug", operation: UUID())
    log.clock = log.clock.advanced(byMicroseconds: 10)
    log.append(.moved, chair, x: 1, operation: UUID(), tag: .undoes(undone))
    log.clock = log.clock.advanced(byMicroseconds: 10)
    log.append(.moved, chair, x: 3, operation: operation)
    log.clock = log.clock.advanced(byMicroseconds: 10)
    #expect(try log.perform(.undo).overridden.isEmpty)
    #expect(log.now(chair) == "0 mug")
  }
}
