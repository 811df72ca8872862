import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

@testable import HyperbasisHistory

/// Undo of a single operation of any age, by its id.
struct NamedUndoTests {
  private let log = SampleLog()
  private let chair = UUID()
  private let lamp = UUID()

  @Test func anOlderMoveIsTakenOutByItself() throws {
    try log.perform(.save([log.anchor(chair, 1)]))
    let move = try log.perform(.save([log.anchor(chair, 2)])).operation
    try log.perform(.save([log.anchor(chair, 2, "red")]))
    try log.perform(.save([log.anchor(lamp, 7)]))
    let undo = try log.perform(.undoOperation(move))
    #expect(undo.types == [.moved] && undo.conflicts.isEmpty)
    #expect(undo.kind == .undo && undo.target?.id == move)
    #expect([log.now(chair), log.now(lamp)] == ["1 red", "7"])
    let undone = try OperationLog(index: log.index).operations().filter(\.isUndone)
    #expect(undone.map(\.id) == [move])
    try log.perform(.redo)
    #expect(log.now(chair) == "2 red")
  }

  /// A subsequent plain undo does not bring back what was taken out of older work.
  @Test func plainUndoGoesOnWithoutIt() throws {
    try log.perform(.save([log.anchor(chair, 1)]))
    let move = try log.perform(.save([log.anchor(chair, 2)])).operation
    try log.perform(.save([log.anchor(chair, 2, "red")]))
    try log.perform(.undoOperation(move))
    try log.perform(.undo)
    #expect(log.now(chair) == "1")
    #expect(try log.perform(.undo).types == [.deleted])
    expectError(.nothingToUndo) { try log.plan(.undo) }
    for expected in ["1", "1 red", "2 red"] {
      try log.perform(.redo)
      #expect(log.now(chair) == expected)
    }
  }

  @Test func whatWasChangedSinceIsLeft() throws {
    try log.perform(.save([log.anchor(chair, 1, "red"), log.anchor(lamp, 1)]))
    let change = try log.perform(.save([log.anchor(chair, 2, "blue"), log.anchor(lamp, 5)]))
      .operation
    try log.perform(.save([log.anchor(chair, 3, "blue")]))
    let undo = try log.perform(.undoOperation(change))
    #expect(undo.conflicts.map(\.anchor.id) == [chair])
    #expect(undo.conflicts.map(\.parts) == [[.place]])
    #expect([log.now(chair), log.now(lamp)] == ["3 red", "1"])
    // Redo puts back what was taken out and leaves the rest alone.
    #expect(try log.perform(.redo).conflicts.isEmpty)
    #expect([log.now(chair), log.now(lamp)] == ["3 blue", "5"])
  }

  /// An import, for example, may have rows from before and after another user's change.
  @Test func whatOthersWroteBetweenItsEventsIsWhatItReplaced() throws {
    let start = Date(timeIntervalSince1970: 1_700_000_000)
    let space = UUID()
    let events = [0, 1, 2, 3].map { number in
      HBAnchorEvent(
        id: UUID(), anchorId: chair, spaceId: space, type: number == 0 ? .created : .moved,
        timestamp: start.addingTimeInterval(Double(number)), version: number + 1,
        transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)),
        metadata: number == 0 ? [:] : nil)
    }
    let index = HBTimeline(spaceId: space, events: events).index
    let effect = try OperationEffect([1, 3], in: index)
    let now = AnchorState(try #require(try index.anchor(after: 3)))
    let (undone, conflicts) = effect.applied(to: now, .backUnlessChanged)
    #expect(undone.transform == events[2].transform && conflicts.isEmpty)
    #expect(effect.applied(to: undone, .forward).state.transform == events[3].transform)
  }

  /// An import, for example, may bring the past of an anchor that another import brought before.
  @Test func anAnchorThatWasCreatedOnceMoreStays() throws {
    let first = try log.perform(.save([log.anchor(chair, 1)])).operation
    log.append(.created, chair, x: 5)
    let plan = try log.plan(.undoOperation(first))
    #expect(plan.isEmpty && plan.conflicts.map(\.parts) == [[.visibility]])
    #expect(log.now(chair) == "5")
  }

  @Test func whereAllWasChangedSinceNothingIsPlanned() throws {
    try log.perform(.save([log.anchor(chair, 1)]))
    let move = try log.perform(.save([log.anchor(chair, 2)])).operation
    try log.perform(.save([log.anchor(chair, 3)]))
    let plan = try log.plan(.undoOperation(move))
    #expect(plan.isEmpty && plan.conflicts.map(\.parts) == [[.place]])
    // The anchor has been put back already: there is nothing to do and no conflict.
    try log.perform(.save([log.anchor(chair, 1)]))
    expectError(.nothingToUndo) { try log.plan(.undoOperation(move)) }
  }

  @Test func creationsAndDeletions() throws {
    let creation = try log.perform(.save([log.anchor(chair, 1)])).operation
    try log.perform(.save([log.anchor(chair, 2, "red")]))
    let deletion = try log.perform(.delete([chair])).operation
    try log.perform(.save([log.anchor(lamp, 1)]))
    #expect(try log.perform(.undoOperation(deletion)).types == [.restored])
    #expect(log.now(chair) == "2 red")
    #expect(try log.perform(.undoOperation(creation)).types == [.deleted])
    #expect(log.now(chair) == "2 red hidden")
  }

  @Test func whatCannotBeNamed() throws {
    let creation = try log.perform(.save([log.anchor(chair, 1)])).operation
    let undo = try log.perform(.undo).operation
    expectError(.nothingToUndo) { try log.plan(.undoOperation(creation)) }
    expectError(.nothingToUndo) { try log.plan(.undoOperation(undo)) }
    let unknown = UUID()
    expectError(.notFound(type: "operation", id: unknown)) {
      try log.plan(.undoOperation(unknown))
    }
  }
}

/// Random histories, compared with plain undo and with the whole states kept for each step.
struct NamedUndoModelTests {
  private struct Step {
    let operation: UUID
    let before: [UUID: AnchorState]
    let after: [UUID: AnchorState]
  }

  @Test(arguments: 0..<12)
  func theNewestByItsIdIsPlainUndo(run: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    try history(seed, steps: 40) { log, _, comment in
      guard let plain = try? log.plan(.undo), let newest = plain.target else { return }
      let named = try log.plan(.undoOperation(newest.id))
      #expect(named.target == plain.target && named.conflicts.isEmpty, comment)
      #expect(named.types == plain.types, comment)
      #expect(named.changes.map(\.anchorId) == plain.changes.map(\.anchorId), comment)
      #expect(
        named.changes.map { $0.after.map(AnchorState.init) }
          == plain.changes.map { $0.after.map(AnchorState.init) }, comment)
    }
  }

  @Test(arguments: 0..<12)
  func anOlderOneLeavesTheRest(run: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    try history(seed, steps: 40) { log, steps, comment in
      let now = log.states
      for step in steps.suffix(6) {
        guard let plan = try? log.plan(.undoOperation(step.operation)) else { continue }
        let conflicts = Dictionary(
          uniqueKeysWithValues: plan.conflicts.map { ($0.anchor.id, $0.parts) })
        for (id, state) in now {
          let target = plan.changes.first { $0.anchorId == id }?.after.map(AnchorState.init)
          let expected = Self.undone(state, step.before[id], step.after[id])
          #expect(target ?? state == expected.state, comment)
          #expect(Set(conflicts[id] ?? []) == expected.conflicts, comment)
        }
      }
    }
  }

  /// Returns an anchor with an operation taken out; the operation led from `before` to `after`.
  private static func undone(
    _ now: AnchorState, _ before: AnchorState?, _ after: AnchorState?
  ) -> (state: AnchorState, conflicts: Set<HBUndoConflict.Part>) {
    guard let after, before != after else { return (now, []) }
    var result = now
    var conflicts: Set<HBUndoConflict.Part> = []
    if before?.isHidden ?? true != after.isHidden, now.isHidden == after.isHidden {
      result.isHidden = before?.isHidden ?? true
    }
    guard let before else { return (result, []) }
    if before.transform != after.transform {
      if now.transform == after.transform {
        result.transform = before.transform
      } else if now.transform != before.transform {
        conflicts.insert(.place)
      }
    }
    let (old, made, text) = (
      before.metadata["text"], after.metadata["text"], now.metadata["text"]
    )
    if old != made {
      if text == made {
        result.metadata["text"] = old
      } else if text != old {
        conflicts.insert(.metadata(key: "text"))
      }
    }
    return (result, conflicts)
  }

  private func history(
    _ seed: UInt64, steps count: Int,
    _ body: (SampleLog, [Step], Comment) throws -> Void
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let log = SampleLog(seed: seed)
    let ids = (0..<3).map { _ in UUID.random(&generator) }
    var steps: [Step] = []
    for number in 0..<count {
      let before = log.states
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: _ = try? log.perform(.undo)
      case 1: _ = try? log.perform(.redo)
      default:
        let anchors = ids.shuffled(using: &generator).prefix(.random(in: 1...3, using: &generator))
          .map { id in
            log.anchor(
              id, Float.random(in: 0..<3, using: &generator).rounded(),
              ["a", "b", nil].randomElement(using: &generator) ?? nil,
              deleted: Int.random(in: 0..<4, using: &generator) == 0)
          }
        let plan = try log.perform(.save(anchors))
        if !plan.isEmpty {
          steps.append(Step(operation: plan.operation, before: before, after: log.states))
        }
      }
      try body(log, steps, "seed \(seed), step \(number)")
    }
  }
}
