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

  @Versionable
  fileprivate struct Note: Identifiable {
    let id: Int
    var text = ""
    static func == (first: Note, second: Note) -> Bool { first.id == second.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  @Observable
  @Versioning
  fileprivate final class EqualValuesModel {
    var text = "x"
    var number = 1.0
    var note = Note(id: 1)
  }

  /// Two spellings of a character, two signs of zero, and a property that a type's own equality ignores.
  @Test func recordsAssignmentsOfEqualValuesThatDiffer() {
    let model = EqualValuesModel()
    let changes = Atomic(0)
    withObservationTracking {
      _ = model.note
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    model.note = Note(id: 1, text: "A")
    #expect(changes.load(ordering: .relaxed) == 1)
    #expect(model._$note.undoCount == 1)
    model.text = "\u{e9}"
    model.text = "e\u{301}"
    #expect(model._$text.undoCount == 2)
    model.number = 0
    model.number = -0.0
    #expect(model._$number.undoCount == 2)
    model._$note.undo()
    model._$text.undo()
    model._$number.undo()
    #expect(model.note.text == "")
    #expect(model.text.unicodeScalars.count == 1)
    #expect(model.number.sign == .plus)
    #expect(model.versioningError == nil)
  }

  @Observable
  @Versioning
  fileprivate final class InitializedModel {
    var activity: Activity
    var other: Activity

    /// The first value of a property is not a change, but each later one is.
    init(title: String) {
      activity = .mock
      other = .mock
      activity.title = title
      other.title = title
      _$other.reset()
    }
  }

  @Test func anInitializerMakesStepsUnlessItForgetsThem() {
    let model = InitializedModel(title: "New title")
    #expect(model._$activity.undoCount == 1)
    #expect(model._$other.undoCount == 0)
    model.other.title = "Newer title"
    model._$other.undoCurrentScope()
    #expect(model.other.title == "New title")
  }

  @Test func aModelIsFreedWithItsHistory() {
    var model: Model? = Model()
    model?.activity.title = "New title"
    weak let reference = model
    model = nil
    #expect(reference == nil)
  }
}
