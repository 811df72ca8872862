import Foundation
import RevertibleCore
import Testing

struct VersionedTests {

  private struct Model {
    @Versioned var activity = Activity()
  }

  @Test func everyChangeIsAStep() {
    let model = Model()
    model.activity.title = "New title"
    model.activity.priority = .high(dueDate: Date(timeIntervalSince1970: 0), reason: "Important")
    model.activity.childActivities.append(Activity())
    model.$activity.undo()
    #expect(model.activity.childActivities == [])
    model.$activity.undo()
    #expect(model.activity.priority == .low)
    model.$activity.undo()
    #expect(model.activity.title == "Title")
    model.$activity.redo()
    #expect(model.activity.title == "New title")
    #expect(model.$activity.error == nil)
  }
}
