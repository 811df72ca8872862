import RevertibleCore
import Testing

/// Values that change without a step, through the controller or behind its back.
struct UntrackedTests {

  // MARK: - Set without tracking

  @Test func anUntrackedChangeBlocksTheStepsBeforeItAndNotThoseAfter() throws {
    let controller = VersioningController(Catalogue())
    controller.setWithTransaction { $0.int = 1 }
    controller.setWithoutTracking { $0.text = "From the server" }
    controller.setWithTransaction { $0.int = 2 }
    #expect(try controller.undo().text == "From the server")
    #expect(controller.currentValue.int == 1)
    #expect(!controller.hasUndo && controller.undoCount == 0 && controller.undoSummary == nil)
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try controller.undo() }
    #expect(controller.currentValue.text == "From the server")
    #expect(try controller.redo().int == 2)
    controller.reset()
    #expect(!controller.hasUndo && !controller.hasRedo)
  }

  @Test func anUntrackedChangeOfWhatIsNotTrackedBlocksNothing() throws {
    let controller = VersioningController(Catalogue())
    controller.setWithTransaction { $0.int = 1 }
    controller.setWithoutTracking { $0.ignored = 7 }
    #expect(try controller.undo().int == 0)
    #expect(controller.currentValue.ignored == 7)
  }

  @Test func anUntrackedChangeHidesWhatCouldBeRedone() throws {
    let controller = VersioningController(Catalogue())
    controller.setWithTransaction { $0.int = 1 }
    try controller.undo()
    controller.setWithoutTracking { $0.text = "From the server" }
    #expect(!controller.hasRedo && controller.redoCount == 0 && controller.redoSummary == nil)
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try controller.redo() }
    #expect(controller.currentValue.int == 0)
  }

  // MARK: - Scopes with an untracked change

  /// Returns a controller whose outer scope has a step before an untracked change, and whose inner scope
  /// has steps before and after it.
  private func controllerWithAnUntrackedChangeInAScope() -> VersioningController<
    Catalogue, Catalogue, ReversionError
  > {
    let controller = VersioningController(Catalogue())
    controller.setWithTransaction { $0.numbers = [1, 2, 3] }
    controller.pushNewScope()
    controller.setWithTransaction { $0.numbers[2] = 4 }
    controller.setWithoutTracking { $0.numbers = [] }
    controller.setWithTransaction { $0.int = 1 }
    controller.setWithTransaction { $0.int = 2 }
    return controller
  }

  /// The steps after the untracked change become one step; none before it fits.
  @Test func isLeftWithTheStepsAfterTheChange() throws {
    let controller = controllerWithAnUntrackedChangeInAScope()
    #expect(controller.undoCount == 2)
    try controller.popCurrentScope()
    #expect(controller.scopeLevel == 0)
    #expect(controller.undoCount == 1)
    #expect(try controller.undo() == Catalogue())
    #expect(!controller.hasUndo && controller.hasRedo)
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try controller.undo() }
    #expect(try controller.redo().int == 2)
  }

  @Test func isCancelledBackToTheChange() throws {
    let controller = controllerWithAnUntrackedChangeInAScope()
    #expect(try controller.undoAndPopCurrentScope() == Catalogue())
    #expect(controller.scopeLevel == 0)
    #expect(!controller.hasUndo)
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try controller.undo() }
    controller.setWithTransaction { $0.int = 7 }
    #expect(try controller.undo() == Catalogue())
  }

  @Test func isCancelledWhereTheChangeIsTheLastOne() throws {
    let controller = VersioningController(Catalogue())
    controller.pushNewScope()
    controller.setWithTransaction { $0.int = 1 }
    controller.setWithoutTracking { $0.int = 5 }
    #expect(try controller.undoAndPopCurrentScope().int == 5)
    #expect(controller.scopeLevel == 0)
  }

  @Test func isPoppedAsItIsWithoutSteps() throws {
    let controller = VersioningController(Catalogue())
    controller.setWithTransaction { $0.int = 1 }
    controller.pushNewScope()
    controller.setWithoutTracking { $0.int = 5 }
    try controller.popCurrentScope()
    #expect(controller.scopeLevel == 0)
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try controller.undo() }
    #expect(controller.currentValue.int == 5)
  }

  // MARK: - Nothing to do

  @Test func withNothingToDoNoValueIsWrong() throws {
    let controller = VersioningController(Catalogue())
    var value = Catalogue(int: 5)
    try controller.undo(&value)
    try controller.redo(&value)
    try controller.undo(&value, to: "none")
    try controller.redo(&value, to: "none")
    try controller.undoCurrentScope(&value)
    try controller.redoCurrentScope(&value)
    try controller.undoAndPopCurrentScope(&value)
    #expect(value.int == 5)
    #expect(controller.currentValue.int == 0)
  }

  /// Leaving a scope by undo must lead to its first version.
  @Test func leavingAScopeIsSomethingToDo() throws {
    let controller = VersioningController(Catalogue())
    controller.pushNewScope()
    var value = Catalogue(int: 5)
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try controller.undoAndPopCurrentScope(&value)
    }
    #expect(value.int == 5)
    #expect(controller.scopeLevel == 1)
    value.int = 0
    try controller.undoAndPopCurrentScope(&value)
    #expect(controller.scopeLevel == 0)
  }

  private final class Model {
    var value = Catalogue()
    var error: (any Error)?
  }

  @Test func withNothingToDoTheRootKeepsWhatWasNotAppended() {
    let model = Model()
    let controller = VersioningController(on: model, at: \.value, storingErrorsAt: \.error)
    model.value.int = 5
    #expect(controller.undo().int == 5)
    #expect(controller.redo().int == 5)
    #expect(model.value.int == 5)
    #expect(model.error == nil)
  }

  @Test func aRefusedUndoReturnsWhatTheRootKeeps() {
    let model = Model()
    let controller = VersioningController(on: model, at: \.value, storingErrorsAt: \.error)
    model.value.int = 1
    controller.appendCurrentVersion()
    model.value.int = 5
    model.value = controller.undo()
    #expect(model.value.int == 5)
    #expect(model.error as? ReversionError == .attemptingToRevertWrongVersion)
    controller.appendCurrentVersion()
    #expect(controller.undo().int == 1)
    #expect(controller.undo().int == 0)
    #expect(controller.redo().int == 1)
  }
}
