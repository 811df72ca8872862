import Foundation
import Observation
import Revertible
import Synchronization
import Testing

private struct Document {
  var title = "Title"
  var activity: Activity = .mock
}

/// A class whose tracked properties are computed from something that cannot be tracked itself.
@Observable
@Versioning("title", "activity")
private final class Model {
  private var document = Document()

  var title: String {
    get { document.title }
    set { document.title = newValue }
  }

  var activity: Activity {
    get { document.activity }
    set { document.activity = newValue }
  }
}

/// A class that names nothing and mixes stored and computed properties.
@Observable
@Versioning
private final class MixedModel {
  var activity: Activity = .mock
  var count: Int { activity.childActivities.count }

  var title: String {
    get { activity.title }
    set { activity.title = newValue }
  }
}

struct ComingFromRevertible2Tests {
  @Test func versionsAComputedPropertyFromItsFirstChangeOn() {
    let model = Model()
    model.title = "New title"
    model.activity.childActivities.append(.mock)
    model._$title.undo()
    #expect(model.title == "Title")
    #expect(model.activity.childActivities.count == 1)
    model._$activity.undo()
    #expect(model.activity.childActivities == [])
    model._$title.redo()
    #expect(model.title == "New title")
  }

  @Test func versionsComputedPropertiesWithoutNamingThem() {
    let model = MixedModel()
    model.title = "New title"
    #expect(model._$title.undoCount == 1)
    #expect(model._$activity.undoCount == 1)
    model._$title.undo()
    #expect(model.activity.title == "Title")
  }

  @Test func showsWhetherAComputedPropertyCanBeUndone() {
    let model = Model()
    let changes = Atomic(0)
    let observe = {
      withObservationTracking {
        model._$title.hasUndo
      } onChange: {
        changes.add(1, ordering: .relaxed)
      }
    }
    #expect(!observe())
    model.title = "New title"
    #expect(changes.load(ordering: .relaxed) == 1)
    #expect(observe())
    model._$title.undo()
    #expect(changes.load(ordering: .relaxed) == 2)
    #expect(!observe())
  }
}
