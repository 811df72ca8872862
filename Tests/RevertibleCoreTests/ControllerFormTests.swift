import Foundation
import Observation
import RevertibleCore
import Testing

/// The forms of a controller, depending on what holds the value.
struct ControllerFormTests {

  @Test func tracksAValue() throws {
    var activity = Activity()
    let original = activity
    let controller = VersioningController(activity)
    activity.title = "New title"
    controller.append(activity)
    #expect(controller.hasUndo && !controller.hasRedo)
    try controller.undo(&activity)
    #expect(activity == original)
    #expect(!controller.hasUndo && controller.hasRedo)
    activity = try controller.redo()
    #expect(activity.title == "New title")
  }

  @Test func withNothingToDoTheValueStays() throws {
    let activity = Activity()
    let controller = VersioningController(activity)
    #expect(try controller.undo() == activity)
    #expect(try controller.redo() == activity)
    #expect(try controller.undo(to: "none") == activity)
    #expect(try controller.undoAndPopCurrentScope() == activity)
    try controller.popCurrentScope()
    #expect(controller.scopeLevel == 0)
  }

  @Test func tracksAPartOfAValue() throws {
    var parent = Activity(childActivities: [Activity()])
    let original = parent
    let controller = VersioningController(on: parent, at: \.childActivities[0])
    parent.childActivities[0].title = "New title"
    controller.append(root: parent)
    parent.childActivities[0].title = "Newer title"
    controller.append(parent.childActivities[0], tag: "newer")
    try controller.undo(root: &parent)
    #expect(parent.childActivities[0].title == "New title")
    try controller.undo(&parent.childActivities[0])
    #expect(parent == original)
    try controller.redo(root: &parent, to: "newer")
    #expect(parent.childActivities[0].title == "Newer title")
    try controller.undoCurrentScope(root: &parent)
    #expect(parent == original)
    try controller.redoCurrentScope(root: &parent)
    try controller.undoAndPopCurrentScope(root: &parent)
    #expect(parent == original)
  }

  @Test func refusesAValueThatIsNotTheCurrentVersion() throws {
    var activity = Activity()
    let controller = VersioningController(activity)
    activity.title = "New title"
    controller.append(activity)
    activity.title = "Not appended"
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try controller.undo(&activity)
    }
    #expect(activity.title == "Not appended")
    #expect(controller.hasUndo)
  }

  @Test func takesOverWhatIsNotTracked() throws {
    var value = Catalogue()
    let controller = VersioningController(value)
    value.int = 1
    controller.append(value)
    value.ignored = 7
    try controller.undo(&value)
    #expect(value.int == 0)
    #expect(value.ignored == 7)
  }

  // MARK: - Objects

  private final class Model {
    var activity = Activity()
    var error: (any Error)?
  }

  @Test func writesBackToAnObject() throws {
    let model = Model()
    let controller = VersioningController(on: model, at: \.activity)
    model.activity.title = "New title"
    controller.append(root: model)
    model.activity.title = "Newer title"
    controller.appendCurrentVersion()
    try controller.undo()
    #expect(model.activity.title == "New title")
    try controller.undo(&model.activity)
    #expect(model.activity.title == "Title")
    try controller.redo()
    model.activity = try controller.redo()
    #expect(model.activity.title == "Newer title")
    controller.setWithTransaction { $0.priority = .medium(dueDate: nil) }
    #expect(model.activity.priority == .medium(dueDate: nil))
    try controller.undoCurrentScope()
    #expect(model.activity.title == "Title")
  }

  @Test func holdsItsRootWeakly() throws {
    var model: Model? = Model()
    weak let weakModel = model
    let controller = VersioningController(on: try #require(model), at: \.activity)
    model?.activity.title = "New title"
    controller.appendCurrentVersion()
    model = nil
    #expect(weakModel == nil)
    try controller.undo()
    try controller.redo()
    controller.appendCurrentVersion()
  }

  @Test func storesErrorsAndThrowsNothing() {
    let model = Model()
    let controller = VersioningController(on: model, at: \.activity, storingErrorsAt: \.error)
    model.activity.title = "New title"
    controller.append(root: model)
    model.activity.title = "Not appended"
    controller.undo()
    #expect(model.error as? ReversionError == .attemptingToRevertWrongVersion)
    #expect(model.activity.title == "Not appended")
    controller.appendCurrentVersion()
    controller.undo()
    controller.undo()
    #expect(model.activity.title == "Title")
  }

  // MARK: - Observable objects

  @Observable fileprivate final class ObservableModel {
    var activity = Activity()
    var error: (any Error)?
    @ObservationIgnored private(set) lazy var versions = VersioningController(
      on: self, at: \.activity, storingErrorsAt: \.error, using: _$observationRegistrar)
    @ObservationIgnored private(set) lazy var throwingVersions = VersioningController(
      on: self, at: \.activity, using: _$observationRegistrar)

    func debounced(by clock: StoppedClock) -> VersioningController<ObservableModel, Activity, Never>
    {
      VersioningController(
        on: self, at: \.activity, storingErrorsAt: \.error, using: _$observationRegistrar,
        debounceClock: clock, debounceInterval: .seconds(1))
    }
  }

  @Test func noticesEachChangeOfAnObservableObject() throws {
    let model = ObservableModel()
    _ = model.versions
    model.activity.title = "New title"
    model.activity.priority = .medium(dueDate: nil)
    model.activity = Activity(id: model.activity.id, title: "Replaced")
    #expect(model.versions.undoCount == 3)
    model.versions.undo()
    #expect(model.activity.title == "New title")
    #expect(model.activity.priority == .medium(dueDate: nil))
    model.versions.undo()
    model.activity.title = "Another way"
    #expect(!model.versions.hasRedo)
    model.versions.undo()
    #expect(model.activity.title == "New title")
    model.versions.undo()
    #expect(model.activity.title == "Title")
    #expect(!model.versions.hasUndo)
    #expect(model.error == nil)
    try model.throwingVersions.undo()
  }

  @Test func changesThroughTheControllerOfAnObservableObjectAreStepsOnce() {
    let model = ObservableModel()
    model.versions.setWithTransaction {
      $0.title = "New title"
      $0.priority = .medium(dueDate: nil)
    }
    model.activity.title = "Newer title"
    model.versions.undo(&model.activity)
    #expect(model.activity.title == "New title")
    #expect(model.versions.undoCount == 1)
    #expect(model.versions.redoCount == 1)
    model.versions.pushNewScope()
    model.activity.title = "In a scope"
    model.versions.undoAndPopCurrentScope()
    #expect(model.activity.title == "New title")
  }

  @Test func tellsObserversWhatBecomesOfTheController() {
    let model = ObservableModel()
    model.activity.title = "Before the controller"
    #expect(!model.versions.hasUndo)
    model.activity.title = "New title"
    let changes = Counter()
    withObservationTracking {
      _ = model.versions.scopeLevel
    } onChange: {
      changes.increment()
    }
    model.versions.pushNewScope()
    #expect(changes.count == 1)
    withObservationTracking {
      _ = model.versions.hasUndo
    } onChange: {
      changes.increment()
    }
    model.versions.undoAndPopCurrentScope()
    #expect(changes.count == 2)
  }

  @Test func debouncesByTheTimeOfTheChange() {
    let clock = StoppedClock()
    let model = ObservableModel()
    let versions = model.debounced(by: clock)
    for title in ["N", "Ne", "New"] {
      model.activity.title = title
      clock.advance(by: .milliseconds(500))
    }
    clock.advance(by: .seconds(9))
    model.activity.title = "Newer"
    clock.advance(by: .seconds(9))
    #expect(versions.undoCount == 2)
    versions.undo()
    #expect(model.activity.title == "New")
    versions.undo()
    #expect(model.activity.title == "Title")
  }

  @Test func goesWithItsObservableObject() {
    var model: ObservableModel? = ObservableModel()
    weak let controller = model?.versions
    model?.activity.title = "New title"
    #expect(controller != nil)
    model = nil
    #expect(controller == nil)
  }

  @MainActor @Observable fileprivate final class MainModel {
    var activity = Activity()
    @ObservationIgnored private(set) lazy var versions = VersioningController(
      on: self, at: \.activity, using: _$observationRegistrar)
  }

  @MainActor @Test func belongsToTheActorOfItsRoot() throws {
    let model = MainModel()
    _ = model.versions
    model.activity.title = "New title"
    try model.versions.undo()
    #expect(model.activity.title == "Title")
  }
}
