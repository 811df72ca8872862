import Foundation
import Revertible
import Testing

@Versioning
private struct Model {
  var activity: Activity = .mock
}

@Versioning("activity")
private struct SelectiveModel {
  var activity: Activity = .mock
  var notTracked: Activity = .mock
}

/// The examples of the tour, with their comments as expectations.
struct BasicUsageTests {
  @Test func walksThroughTheHistoryOfAModel() {
    // A constant, as in the tour: the setter changes only shared storage.
    let model = Model(
      activity: Activity(
        id: UUID(), title: "Title", priority: .low, childActivities: []))
    model.activity.title = "New title"
    model.activity.priority = .high(dueDate: fixedDate, reason: "Important reason")
    model.activity.childActivities.append(.mock)
    model.$activity.undo()
    #expect(model.activity.childActivities == [])
    #expect(model.activity.priority == .high(dueDate: fixedDate, reason: "Important reason"))
    model.$activity.undo()
    #expect(model.activity.priority == .low)
    #expect(model.activity.title == "New title")
    model.$activity.undo()
    #expect(model.activity.title == "Title")
    #expect(!model.$activity.hasUndo)
    model.$activity.redo()
    #expect(model.activity.title == "New title")
  }

  @Test func followsAComputedPropertyDeepInside() {
    let inner = Activity(
      id: UUID(), title: "Inner", priority: .high(dueDate: fixedDate, reason: "Reason"),
      childActivities: [])
    let model = Model(activity: .mock(children: [.mock(children: [.mock, inner])]))
    let original = model.activity
    model.activity.childActivities[0].childActivities[1].priority.reason += " - updated"
    #expect(
      model.activity.childActivities[0].childActivities[1].priority.reason == "Reason - updated")
    model.$activity.undo()
    #expect(model.activity == original)
  }

  @Test func aReasonThatTheCaseDoesNotHaveIsNoChange() {
    let model = Model(activity: .mock)
    model.activity.priority.reason += " - updated"
    #expect(model.activity.priority == .low)
    #expect(!model.$activity.hasUndo)
  }

  @Test func tracksOnlyNamedProperties() {
    var model = SelectiveModel()
    model.notTracked.title = "Other"
    model.activity.title = "New"
    model.$activity.undo()
    #expect(model.activity.title == "Title")
    #expect(model.notTracked.title == "Other")
  }

  @Test func setsSeveralPropertiesAsOneChange() {
    let model = Model()
    model.$activity.setWithTransaction { activity in
      activity.title = "New title"
      activity.priority = .medium(dueDate: nil)
    }
    model.$activity.undo()
    #expect(model.activity.title == "Title")
    #expect(model.activity.priority == .low)
    #expect(!model.$activity.hasUndo)
  }

  @Test func squashesAScope() {
    let model = Model()
    model.activity.title = "New title"
    model.$activity.pushNewScope()
    #expect(model.$activity.scopeLevel == 1)
    #expect(!model.$activity.hasUndo)
    model.activity.priority = .medium(dueDate: nil)
    model.activity.childActivities.append(.mock)
    model.$activity.popCurrentScope()
    #expect(model.$activity.scopeLevel == 0)
    #expect(model.$activity.hasUndo)
    model.$activity.undo()
    #expect(model.activity.childActivities == [])
    #expect(model.activity.priority == .low)
    #expect(model.activity.title == "New title")
  }

  @Test func returnsToATag() throws {
    let model = Model()
    model.$activity.tag("original")
    model.activity.title = "New title"
    model.activity.priority = .medium(dueDate: nil)
    model.$activity.tag("without-child")
    model.activity.childActivities = Activity.mock(count: 3)
    model.$activity.tag("with-child")

    model.$activity.undo(to: "without-child")
    #expect(model.activity.childActivities == [])
    let tags = try #require(model.$activity.tags())
    #expect(tags.undo == ["original", nil, "without-child"])
    #expect(tags.redo == ["with-child"])
  }

  @Test func aReversionFitsItsVersionOnly() throws {
    let original = Activity(id: UUID(), title: "Title", priority: .low, childActivities: [])
    var mutable = original
    mutable.title = "New title"
    let reversion = try #require(mutable.reversion(to: original))
    mutable.title = "Newer title"
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try reversion.revert(&mutable)
    }
    mutable.title = "New title"
    try reversion.revert(&mutable)
    #expect(mutable == original)
  }
}
