import Foundation
import Observation
import Revertible
import Synchronization
import Testing

@Observable
@Versioning
private final class Model {
  var activity: Activity = .mock
  var other = Activity.mock
  var isLoading = false

  init() {}
}

@Observable
@Versioning("activity", errorMode: .assignErrors("myError"))
private class NamedErrorModel {
  var activity: Activity
  var isLoading = false

  init(activity: Activity) {
    self.activity = activity
  }
}

@MainActor
@Observable
@Versioning("activity", errorMode: .assignErrors, debounceMilliseconds: 3_600_000)
private final class MainActorModel<Content: Versionable> {
  var activity: Content
  private(set) var versioningError: (any Error)?

  init(_ activity: Content) {
    self.activity = activity
  }
}

@Observable
@Versioning("activity", errorMode: .throwErrors)
private final class ThrowingModel {
  fileprivate(set) var activity: Activity = .mock
}

struct ObservableTests {
  @Test func recordsTheVeryFirstChange() {
    let model = Model()
    model.activity.title = "New title"
    model._$activity.undo()
    #expect(model.activity.title == "Title")
    model._$activity.redo()
    #expect(model.activity.title == "New title")
  }

  @Test func recordsAssignmentsAndChangesInPlace() {
    let model = Model()
    let first = model.activity
    let second = Activity.mock
    model.activity = second
    model.activity.childActivities.append(.mock)
    model.activity.priority = .medium(dueDate: fixedDate)
    model._$activity.undo()
    model._$activity.undo()
    #expect(model.activity == second)
    model._$activity.undo()
    #expect(model.activity == first)
    #expect(!model._$activity.hasUndo)
  }

  @Test func keepsPropertiesApart() {
    let model = Model()
    model.activity.title = "A"
    model.other.title = "B"
    model._$activity.undo()
    #expect(model.activity.title == "Title")
    #expect(model.other.title == "B")
    #expect(model._$other.hasUndo)
  }

  @Test func tellsObserversWhenThereIsSomethingToUndo() {
    let model = Model()
    let changes = Atomic(0)
    withObservationTracking {
      #expect(!model._$activity.hasUndo)
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    model.activity.title = "New title"
    #expect(changes.load(ordering: .relaxed) == 1)
    #expect(model._$activity.hasUndo)
  }

  @Test func tellsObserversOfAnUndo() {
    let model = Model()
    model.activity.title = "New title"
    let changes = Atomic(0)
    withObservationTracking {
      #expect(model.activity.title == "New title")
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    model._$activity.undo()
    #expect(changes.load(ordering: .relaxed) == 1)
  }

  @Test func storesErrorsUnderTheGivenName() {
    let model = NamedErrorModel(activity: .mock)
    model.activity.title = "New title"
    model._$activity.undo()
    #expect(model.activity.title == "Title")
    let error: (any Error)? = model.myError
    #expect(error == nil)
  }

  @Test @MainActor func worksInAnIsolatedGenericClassWithAnErrorPropertyOfItsOwn() {
    let model = MainActorModel(Activity.mock)
    model.activity.title = "N"
    model.activity.title = "Ne"
    model.activity.title = "New"
    model._$activity.undo()
    #expect(model.activity.title == "Title")
    #expect(model.versioningError == nil)
    #expect(!model._$activity.hasUndo)
  }

  @Test func throwsWhereThatIsAskedFor() throws {
    let model = ThrowingModel()
    model.activity.title = "New title"
    try model._$activity.undo()
    #expect(model.activity.title == "Title")
  }

  @Test func aModelIsFreedWithItsHistory() {
    var model: Model? = Model()
    model?.activity.title = "New title"
    weak let reference = model
    model = nil
    #expect(reference == nil)
  }
}
