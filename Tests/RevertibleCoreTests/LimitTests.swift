import Foundation
import RevertibleCore
import Testing

/// A limit applies across all scopes, and a gathered step leads back to where its steps led.
struct LimitTests {
  private let controller = VersioningController(Catalogue())

  private func append(_ numbers: ClosedRange<Int>) {
    for number in numbers { controller.setWithTransaction { $0.int = number } }
  }

  /// The number of undo steps in all scopes together.
  private var stepCount: Int {
    (0...controller.scopeLevel).reduce(0) { sum, level in
      sum + (controller.tags(inScopeLevel: level)?.undo.count ?? 1) - 1
    }
  }

  @Test(arguments: [3, 4, 7])
  func countsTheStepsOfAllScopes(limit: Int) throws {
    controller.historyLimit = .count(limit)
    append(1...10)
    controller.pushNewScope()
    append(11...20)
    #expect(stepCount == limit)
    controller.pushNewScope()
    append(21...30)
    #expect(stepCount == limit)
    #expect(try controller.undo().int == 29)
    #expect(try controller.undoAndPopCurrentScope().int == 20)
    #expect(try controller.undoAndPopCurrentScope().int == 10)
    #expect(controller.scopeLevel == 0)
  }

  @Test func aLimitSetLateTrimsEveryScope() throws {
    for level in 1...4 {
      append((10 * level)...(10 * level + 9))
      controller.pushNewScope()
    }
    append(90...99)
    controller.historyLimit = .count(6)
    #expect(stepCount == 6)
    for start in [49, 39, 29, 19] { #expect(try controller.undoAndPopCurrentScope().int == start) }
  }

  @Test func popsWhatTheLimitHasGathered() throws {
    controller.historyLimit = .count(4)
    controller.pushNewScope()
    append(1...10)
    controller.pushNewScope()
    append(11...20)
    try controller.popCurrentScope()
    #expect(try controller.undo().int == 10)
    #expect(try controller.redo().int == 20)
    try controller.popCurrentScope()
    #expect(try controller.undo().int == 0)
    #expect(try controller.redo().int == 20)
  }

  /// The gathered step is undone as well, and the first step after that is an ordinary one.
  @Test func gathersAgainAfterEverythingWasUndone() throws {
    var value = Catalogue(numbers: [1, 2, 3])
    let controller = VersioningController(value)
    controller.historyLimit = .count(3)
    controller.pushNewScope()
    for number in 1...9 {
      value.text = "\(number)"
      controller.append(value)
    }
    #expect(try controller.undoCurrentScope().text == "")
    for number in 1...9 {
      value.text = ""
      value.numbers = [Int](0..<number)
      controller.append(value)
    }
    #expect(controller.undoCount == 3)
    #expect(try controller.undoAndPopCurrentScope() == Catalogue(numbers: [1, 2, 3]))
  }

  @Test func redoGoesNoFurtherThanTheLimit() throws {
    append(1...10)
    try controller.undoCurrentScope()
    controller.historyLimit = .count(3)
    #expect(try controller.redoCurrentScope().int == 10)
    #expect(controller.undoCount == 3)
    #expect(try controller.undoCurrentScope().int == 7)
  }

  /// Two small edits at both ends of a text combine into one large one.
  @Test func aPoppedScopeKeepsTheLimit() throws {
    let text = "<\(String(repeating: "-", count: 4_000))>"
    controller.setWithoutTracking { $0.text = text }
    append(1...3)
    controller.historyLimit = .cost(3_000)
    controller.pushNewScope()
    controller.setWithTransaction { $0.text.removeFirst() }
    controller.setWithTransaction { $0.text.removeLast() }
    #expect(stepCount == 5)
    try controller.popCurrentScope()
    #expect(stepCount == 1)
    #expect(try controller.undo().text == text)
  }

  /// Steps before an untracked change can be dropped, but the change cannot be stepped over.
  @Test func anUntrackedChangeStaysAnObstacle() throws {
    controller.historyLimit = .count(4)
    controller.pushNewScope()
    append(1...3)
    controller.setWithoutTracking { $0.int = 50 }
    append(51...70)
    #expect(stepCount <= 4)
    #expect(controller.undoCount == stepCount - 1)
    #expect(try controller.undo().int == 69)
    while controller.hasUndo { try controller.undo() }
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try controller.undo() }
    let value = controller.currentValue
    #expect(try controller.undoAndPopCurrentScope() == value)
    #expect(controller.scopeLevel == 0)
  }

  @Test func anUntrackedChangeInAnInnerScopeStaysAnObstacle() throws {
    controller.pushNewScope()
    append(1...5)
    controller.pushNewScope()
    controller.setWithoutTracking { $0.int = 50 }
    append(51...60)
    controller.historyLimit = .count(4)
    #expect(stepCount <= 4)
    try controller.popCurrentScope()
    let undone = try controller.undo().int
    #expect((50..<60).contains(undone))
    #expect(!controller.hasUndo)
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try controller.undo() }
    #expect(try controller.undoAndPopCurrentScope().int == undone)
    #expect(controller.scopeLevel == 0)
  }

  /// The inverse of a small step may be large, so undone steps do not count.
  @Test func whatWasUndoneDoesNotPushOutWhatCanBe() throws {
    controller.historyLimit = .cost(3_000)
    for _ in 1...10 {
      controller.setWithTransaction { $0.text += String(repeating: "-", count: 1_000) }
    }
    #expect(controller.undoCount == 10)
    try controller.undoCurrentScope()
    #expect(controller.historyCost > 10_000)
    while controller.hasRedo { try controller.redo() }
    #expect(controller.undoCount == 10)
    #expect(try controller.undoCurrentScope().text.isEmpty)
  }
}
