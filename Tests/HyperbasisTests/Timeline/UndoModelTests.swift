import Foundation
import Hyperbasis
import TestSupport
import Testing

/// Random histories, compared with a simple model: two stacks of whole states.
struct UndoModelTests {
  private struct Model {
    var state: [UUID: AnchorState] = [:]
    var undo: [(before: [UUID: AnchorState], after: [UUID: AnchorState])] = []
    var redo: [(before: [UUID: AnchorState], after: [UUID: AnchorState])] = []

    mutating func did(_ after: [UUID: AnchorState]) {
      let before = state
      redo = []
      state = after
      become(before)
      // Creating what is deleted already leaves nothing to take back.
      if state != after { undo.append((before, after)) }
      state = after
    }

    mutating func stepBack() {
      guard let last = undo.popLast() else { return }
      redo.append(last)
      become(last.before)
    }

    mutating func stepForward() {
      guard let last = redo.popLast() else { return }
      undo.append(last)
      become(last.after)
    }

    /// What did not exist yet is hidden instead: nothing is ever removed from a log.
    private mutating func become(_ target: [UUID: AnchorState]) {
      for (id, current) in state {
        var hidden = current
        hidden.isHidden = true
        state[id] = target[id] ?? hidden
      }
    }
  }

  @Test(arguments: 0..<12)
  func stacksOfStates(run: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let log = SampleLog(seed: seed)
    var model = Model()
    let ids = (0..<4).map { _ in UUID.random(&generator) }
    for number in 0..<60 {
      let comment: Comment = "seed \(seed), step \(number)"
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<3:
        expectStep(.undo, log, isPossible: !model.undo.isEmpty, comment)
        model.stepBack()
      case 3..<5:
        expectStep(.redo, log, isPossible: !model.redo.isEmpty, comment)
        model.stepForward()
      default:
        let anchors = ids.shuffled(using: &generator).prefix(.random(in: 1...3, using: &generator))
          .map { id in
            log.anchor(
              id, Float.random(in: 0..<3, using: &generator).rounded(),
              ["a", "b", nil].randomElement(using: &generator) ?? nil,
              deleted: Int.random(in: 0..<4, using: &generator) == 0)
          }
        let plan = try log.perform(.save(anchors))
        var after = model.state
        for anchor in anchors { after[anchor.id] = AnchorState(anchor) }
        #expect(plan.isEmpty == (after == model.state), comment)
        if after != model.state { model.did(after) }
      }
      try #require(log.states == model.state, comment)
    }
    while !model.undo.isEmpty {
      try log.perform(.undo)
      model.stepBack()
    }
    #expect(log.states == model.state, "seed \(seed)")
    let visible = log.states.values.filter { !$0.isHidden }
    #expect(visible.isEmpty, "seed \(seed)")
  }

  private func expectStep(
    _ request: HBPlanRequest, _ log: SampleLog, isPossible: Bool, _ comment: Comment
  ) {
    #expect(((try? log.perform(request)) != nil) == isPossible, comment)
  }
}
