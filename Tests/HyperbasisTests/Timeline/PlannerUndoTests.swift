import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import Testing

struct PlannerUndoTests {
  private let log = SampleLog()
  private let chair = UUID()
  private let note = UUID()

  private func move(_ x: Float) throws {
    try log.perform(.save([log.anchor(chair, x)]))
  }

  @Test func nothingToDo() throws {
    expectError(.nothingToUndo) { try log.plan(.undo) }
    expectError(.nothingToRedo) { try log.plan(.redo) }
    try move(1)
    expectError(.nothingToRedo) { try log.plan(.redo) }
    try log.perform(.undo)
    expectError(.nothingToUndo) { try log.plan(.undo) }
  }

  @Test func undoWalksBackAndRedoForward() throws {
    for x in 1...4 { try move(Float(x)) }
    #expect(try (1...4).map { _ in try step(.undo) } == ["3", "2", "1", "1 hidden"])
    expectError(.nothingToUndo) { try log.plan(.undo) }
    #expect(try (1...4).map { _ in try step(.redo) } == ["1", "2", "3", "4"])
    expectError(.nothingToRedo) { try log.plan(.redo) }
    #expect(try (1...2).map { _ in try step(.undo) } == ["3", "2"])
    #expect(try (1...2).map { _ in try step(.redo) } == ["3", "4"])
  }

  private func step(_ request: HBPlanRequest) throws -> String? {
    try log.perform(request)
    return log.now(chair)
  }

  /// Events of one instant have no order of their own; users expect the same order as in other plans.
  @Test func anUndoListsAnchorsInTheOrderOfTheStore() throws {
    let anchors = (0..<8).map { _ in UUID() }
    for (number, id) in anchors.enumerated() {
      try log.perform(.save([log.anchor(id, Float(number))]))
    }
    let then = log.clock.advanced(byMicroseconds: -1)
    for id in anchors { try log.perform(.save([log.anchor(id, 100)])) }
    let rolledBack = try log.perform(.rollbackSpace(then))
    #expect(rolledBack.changes.map(\.anchorId) == anchors)
    #expect(try log.plan(.undo).changes.map(\.anchorId) == anchors)
  }

  @Test func aPlanNamesTheOriginalOperation() throws {
    let first = try log.perform(.save([log.anchor(chair, 1)]))
    let second = try log.perform(.save([log.anchor(chair, 2)]))
    let undo = try log.perform(.undo)
    #expect(undo.kind == .undo)
    #expect(undo.target?.id == second.operation)
    #expect(undo.target?.kind == .moved)
    #expect(undo.target?.isUndone == false)
    #expect(try log.perform(.undo).target?.id == first.operation)
    #expect(try log.perform(.redo).target?.id == first.operation)
    let redo = try log.perform(.redo)
    #expect(redo.kind == .redo)
    #expect(redo.target?.id == second.operation)
    #expect(redo.target?.isUndone == true)
    #expect(try log.plan(.undo).target?.id == second.operation)
  }

  /// New work after an undo ends redo, and later undos skip what was undone.
  @Test func undoJumpsOverDeadStacks() throws {
    try move(1)
    try move(2)
    #expect(try step(.undo) == "1")
    try move(3)
    expectError(.nothingToRedo) { try log.plan(.redo) }
    #expect(try step(.undo) == "1")
    #expect(try step(.undo) == "1 hidden")
    expectError(.nothingToUndo) { try log.plan(.undo) }
    #expect(try step(.redo) == "1")
    #expect(try step(.redo) == "3")
    // The undo of the move to 2 is older than the move to 3.
    expectError(.nothingToRedo) { try log.plan(.redo) }
  }

  @Test func deletionsRollbacksAndRestores() throws {
    try move(1)
    try log.perform(.delete([chair]))
    #expect(try log.perform(.undo).types == [.restored])
    #expect(try log.perform(.redo).types == [.deleted])
    try log.perform(.restore([chair]))
    #expect(try log.perform(.undo).types == [.deleted])
    try log.perform(.redo)
    try move(2)
    try log.perform(.rollback(anchorId: chair, toVersion: 1))
    #expect(log.now(chair) == "1")
    #expect(try step(.undo) == "2")
    #expect(try step(.redo) == "1")
  }

  @Test func anOperationOfSeveralAnchors() throws {
    try log.perform(.save([log.anchor(chair, 1), log.anchor(note, 2, "a")]))
    let change = try log.perform(
      .save([log.anchor(note, 3, "b"), log.anchor(chair, 1, deleted: true)]))
    #expect(change.events.count == 3)
    let undo = try log.perform(.undo)
    let index = try log.index
    let inStoreOrder = index.slotsInStoreOrder.map { index.anchorId(ofSlot: Int($0)) }
    #expect(undo.changes.map(\.anchorId) == inStoreOrder)
    #expect(undo.target?.kind == .mixed)
    #expect(undo.target?.eventCount == 3)
    #expect(log.now(note) == "2 a")
    #expect(log.now(chair) == "1")
    try log.perform(.redo)
    #expect(log.now(note) == "3 b")
    #expect(log.now(chair) == "1 hidden")
  }

  @Test func theWorkOfOthersIsUndoneToo() throws {
    try move(1)
    log.actor = "bob"
    try move(2)
    log.actor = "ann"
    let undo = try log.perform(.undo)
    #expect(undo.target?.actor == "bob")
    #expect(undo.actor == "ann")
    #expect(undo.events[0].actorId == "ann")
  }

  /// Events of writers without operations: each anchor's events at one instant belong together.
  @Test func eventsWithoutAnOperation() throws {
    let second: Int64 = 1_000_000
    let start = log.clock
    log.append(.created, chair, x: 1, text: "a", actor: "sdk")
    log.append(.created, note, x: 5, actor: "sdk")
    log.clock = start.advanced(byMicroseconds: second)
    let moved = log.append(.moved, chair, x: 2, actor: "sdk")
    log.append(.updated, chair, text: "b", actor: "sdk")
    log.clock = start.advanced(byMicroseconds: 2 * second)
    let undo = try log.perform(.undo)
    #expect(undo.target?.id == moved.id)
    #expect(undo.target?.eventCount == 2)
    #expect(undo.target?.kind == .mixed)
    #expect(log.now(chair) == "1 a")
    let redo = try log.perform(.redo)
    #expect(redo.target?.id == moved.id)
    #expect(log.now(chair) == "2 b")
    try log.perform(.undo)
    try log.perform(.undo)
    try log.perform(.undo)
    #expect(log.now(chair) == "1 a hidden")
    #expect(log.now(note) == "5 hidden")
    expectError(.nothingToUndo) { try log.plan(.undo) }
  }

  /// A rollback that another writer recorded although nothing differed.
  @Test func whatChangedNothingIsSkipped() throws {
    try move(1)
    try move(2)
    log.append(.moved, chair, x: 2, operation: UUID())
    log.clock = log.clock.advanced(byMicroseconds: 5)
    log.append(.updated, chair, text: "a", operation: UUID())
    log.clock = log.clock.advanced(byMicroseconds: 5)
    log.append(.updated, chair, text: "a")
    log.clock = log.clock.advanced(byMicroseconds: 5)
    #expect(try step(.undo) == "2")
    #expect(try step(.undo) == "1")
  }

  /// Two devices moved two anchors at the very same instant: one undo takes back only one of them.
  @Test func twoOperationsAtOneInstant() throws {
    try log.perform(.save([log.anchor(chair, 1), log.anchor(note, 1)]))
    let one = UUID()
    let two = UUID()
    log.append(.moved, chair, x: 2, operation: one)
    log.append(.moved, note, x: 2, operation: two)
    log.append(.updated, chair, text: "a", operation: one)
    log.append(.updated, note, text: "a", operation: two)
    log.clock = log.clock.advanced(byMicroseconds: 1)
    let first = try #require(try log.perform(.undo).target)
    #expect(first.eventCount == 2)
    #expect([log.now(chair), log.now(note)].sorted() == ["1", "2 a"])
    let second = try #require(try log.perform(.undo).target)
    #expect(Set([first.id, second.id]) == [one, two])
    #expect([log.now(chair), log.now(note)] == ["1", "1"])
    #expect(try log.perform(.redo).target?.id == second.id)
    #expect(try log.perform(.redo).target?.id == first.id)
    #expect([log.now(chair), log.now(note)] == ["2 a", "2 a"])
  }

  /// An operation whose events lie far apart, with others in between, is still one.
  @Test func anOperationWithScatteredEvents() throws {
    let operation = UUID()
    log.append(.created, chair, x: 1, operation: operation)
    log.clock = log.clock.advanced(byMicroseconds: 10)
    try log.perform(.save([log.anchor(note, 5)]))
    log.append(.moved, chair, x: 2, operation: operation)
    log.clock = log.clock.advanced(byMicroseconds: 10)
    let undo = try log.perform(.undo)
    #expect(undo.target?.id == operation)
    #expect(undo.target?.eventCount == 2)
    #expect(log.now(chair) == "2 hidden")
    #expect(try log.perform(.redo).types == [.restored])
  }

  /// A device undid an older move while another continued: undoing and redoing never gets stuck.
  @Test func anUndoThatWouldChangeNothingIsPassedOver() throws {
    try move(1)
    let second = UUID()
    log.append(.moved, chair, x: 2, operation: second)
    log.clock = log.clock.advanced(byMicroseconds: 10)
    log.append(.moved, chair, x: 3, operation: UUID())
    log.clock = log.clock.advanced(byMicroseconds: 10)
    log.append(.moved, chair, x: 2, operation: UUID(), tag: .undoes(second))
    log.clock = log.clock.advanced(byMicroseconds: 10)
    // Undoing the move to 3 gives 2, where the chair is already; so the creation comes next.
    let undo = try log.perform(.undo)
    #expect(undo.target?.kind == .created)
    #expect(log.now(chair) == "2 hidden")
  }

  /// An undo whose original is missing from this log: there is nothing to redo there, only further back.
  @Test func anUndoOfAnUnknownOperation() throws {
    try move(1)
    try move(2)
    try log.perform(.undo)
    log.append(.moved, chair, x: 7, operation: UUID(), tag: .undoes(UUID()))
    log.clock = log.clock.advanced(byMicroseconds: 10)
    #expect(try step(.redo) == "2")
  }

  /// Two devices took back the same operation independently: only the first undo changes the chair, and a
  /// redo brings back what both took back together.
  @Test func anOperationUndoneTwice() throws {
    try move(1)
    let second = try log.perform(.save([log.anchor(chair, 2), log.anchor(note, 5)]))
    for _ in 1...2 {
      let undo = UUID()
      for (id, type, x) in [(chair, .moved, 1), (note, .deleted, nil)]
        as [(UUID, HBAnchorEvent.EventType, Float?)]
      {
        log.append(type, id, x: x, operation: undo, tag: .undoes(second.operation))
      }
      log.clock = log.clock.advanced(byMicroseconds: 10)
    }
    #expect([log.now(chair), log.now(note)] == ["1", "5 hidden"])
    #expect(try log.perform(.redo).target?.id == second.operation)
    #expect([log.now(chair), log.now(note)] == ["2", "5"])
    // One device undoes it once more: the undos before the redo no longer matter.
    let undo = UUID()
    log.append(.moved, chair, x: 1, operation: undo, tag: .undoes(second.operation))
    log.clock = log.clock.advanced(byMicroseconds: 10)
    log.append(.updated, note, text: "kept", operation: UUID(), tag: .undoes(UUID()))
    log.clock = log.clock.advanced(byMicroseconds: 10)
    #expect(try log.perform(.redo).changes.map(\.anchorId) == [chair])
  }

  // MARK: - The list

  @Test func operationsNewestFirst() throws {
    let save = try log.perform(.save([log.anchor(chair, 1), log.anchor(note, 2)]))
    log.actor = nil
    let move = try log.perform(.save([log.anchor(chair, 3)]))
    let undo = try log.perform(.undo)
    let operations = try OperationLog(index: log.index).operations()
    #expect(operations.map(\.id) == [undo.operation, move.operation, save.operation])
    #expect(operations.map(\.kind) == [.undo, .moved, .created])
    #expect(operations.map(\.actor) == [nil, nil, "ann"])
    #expect(operations.map(\.eventCount) == [1, 1, 2])
    #expect(operations.map(\.isUndone) == [false, true, false])
    #expect(operations.map(\.original) == [move.operation, nil, nil])
    #expect(operations[2].anchorIds.count == 2)
    #expect(operations[1].instant == move.events[0].instant)
    try log.perform(.redo)
    let after = try OperationLog(index: log.index)
    #expect(after.operations(limit: 1).map(\.kind) == [.redo])
    #expect(after.operations(limit: 3).map(\.isUndone) == [false, false, false])
    #expect(after.operations(limit: 0).isEmpty)
    #expect(try after.newestUndoable()?.id == move.operation)
    #expect(try after.newestRedoable() == nil)
  }
}

extension [String?] {
  fileprivate func sorted() -> [String?] {
    sorted { ($0 ?? "") < ($1 ?? "") }
  }
}
