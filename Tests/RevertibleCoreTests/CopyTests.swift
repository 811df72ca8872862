import RevertibleCore
import Testing

struct CopyTests {
  @Test func aCopyGoesItsOwnWay() throws {
    var activity = Activity()
    let controller = VersioningController(activity)
    activity.title = "One"
    controller.append(activity)
    controller.pushNewScope()
    activity.title = "Two"
    controller.append(activity, tag: "two")
    let copy = controller.copy()
    #expect(copy.scopeLevel == 1 && copy.undoCount == 1)
    #expect(try copy.undo().title == "One")
    #expect(try copy.undoAndPopCurrentScope().title == "One")
    #expect(try copy.undo().title == "Title")
    #expect(controller.currentValue.title == "Two")
    #expect(controller.scopeLevel == 1 && controller.hasUndo)
    controller.append(Activity(id: activity.id, title: "Three"))
    #expect(try controller.undo(to: "two").title == "Two")
    #expect(copy.currentValue.title == "Title")
  }
}
