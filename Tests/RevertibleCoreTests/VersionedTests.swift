import Foundation
import RevertibleCore
import Testing

struct VersionedTests {

  private struct Model {
    @Versioned var activity = Activity()
  }

  private struct ThrowingModel {
    @ThrowingVersioned var activity = Activity()
  }

  private struct DebouncedModel {
    @Versioned var activity: Activity

    init(clock: StoppedClock) {
      _activity = Versioned(
        wrappedValue: Activity(), debounceClock: clock, debounceInterval: .milliseconds(200))
    }
  }

  private let dueDate = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func everyChangeIsAStep() {
    let model = Model()
    model.activity.title = "New title"
    model.activity.priority = .high(dueDate: dueDate, reason: "Important")
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

  @Test func aTransactionIsOneStep() {
    let model = Model()
    model.$activity.setWithTransaction { activity in
      activity.title = "New title"
      activity.priority = .medium(dueDate: nil)
    }
    #expect(model.activity.title == "New title")
    #expect(model.$activity.undoCount == 1)
    model.$activity.undo()
    #expect(model.activity.title == "Title")
    #expect(model.activity.priority == .low)
  }

  @Test func aTransactionThatThrowsChangesNothing() {
    let model = Model()
    let before = model.activity
    #expect(throws: CancellationError.self) {
      try model.$activity.setWithTransaction { activity in
        activity.title = "New title"
        throw CancellationError()
      }
    }
    #expect(model.activity == before)
    #expect(!model.$activity.hasUndo)
  }

  @Test func aTransactionMayPause() async {
    let model = Model()
    await model.$activity.setWithTransaction { activity in
      activity.title = "New title"
      await Task.yield()
      activity.priority = .medium(dueDate: nil)
    }
    #expect(model.$activity.undoCount == 1)
    model.$activity.undo()
    #expect(model.activity.title == "Title")
  }

  @Test func aScopeBecomesOneStep() {
    let model = Model()
    model.activity.title = "New title"
    model.$activity.pushNewScope()
    #expect(model.$activity.scopeLevel == 1)
    #expect(!model.$activity.hasUndo)
    model.activity.priority = .medium(dueDate: nil)
    model.activity.childActivities.append(Activity())
    model.$activity.popCurrentScope()
    #expect(model.$activity.scopeLevel == 0)
    #expect(model.$activity.hasUndo)
    model.$activity.undo()
    #expect(model.activity.childActivities == [])
    #expect(model.activity.priority == .low)
    #expect(model.activity.title == "New title")
  }

  @Test func tagsNameVersions() throws {
    let model = Model()
    model.$activity.tag("original")
    model.activity.title = "New title"
    model.activity.priority = .medium(dueDate: nil)
    model.$activity.tag("without-child")
    model.activity.childActivities = [Activity(), Activity(), Activity()]
    model.$activity.tag("with-child")
    model.$activity.undo(to: "without-child")
    #expect(model.activity.childActivities == [])
    #expect(
      try #require(model.$activity.tags()) == (["original", nil, "without-child"], ["with-child"]))
    #expect(model.$activity.tags(inScopeLevel: 1) == nil)
  }

  /// The `$` name and the controller answer to the same words.
  @Test func aTagIsSetUnderEitherName() throws {
    let model = Model()
    model.$activity.tagCurrentVersion("original")
    #expect(model.$activity.historyCost == 0)
    model.activity.title = "New title"
    #expect(model.$activity.historyCost > 0)
    #expect(try #require(model.$activity.tags()).undo == ["original", nil])
    let controller = VersioningController(Activity())
    controller.tag("original")
    #expect(try #require(controller.tags()).undo == ["original"])
  }

  /// A program that saves now and then does not make one step of all that is typed meanwhile.
  @Test func whatChangesNothingDoesNotProlongARun() throws {
    let clock = StoppedClock()
    let versions = VersioningController(
      "", debounceClock: clock, debounceInterval: .milliseconds(200))
    versions.append("a")
    for _ in 1...10 {
      clock.advance(by: .milliseconds(100))
      versions.append("a")
    }
    versions.append("ab")
    #expect(versions.undoCount == 2)
    clock.advance(by: .milliseconds(100))
    versions.append("abc", tag: "end")
    #expect(versions.undoCount == 2)
    #expect(try versions.undo() == "a")
    #expect(try versions.undo() == "")
  }

  @Test func typingIsOneStepWhenDebounced() {
    let clock = StoppedClock()
    let model = DebouncedModel(clock: clock)
    model.activity.title = "N"
    for character in "ew title" {
      clock.advance(by: .milliseconds(199))
      model.activity.title.append(character)
    }
    clock.advance(by: .milliseconds(200))
    model.activity.title += "!"
    model.$activity.undo()
    #expect(model.activity.title == "New title")
    model.$activity.undo()
    #expect(model.activity.title == "Title")
    #expect(!model.$activity.hasUndo)
  }

  @Test func anUntrackedChangeMakesStepsUnfit() throws {
    let model = Model()
    model.activity.title = "Tracked"
    model.$activity.setWithoutTracking(Activity(id: model.activity.id, title: "Untracked"))
    model.$activity.undo()
    #expect(model.activity.title == "Untracked")
    #expect(model.$activity.error == .attemptingToRevertWrongVersion)
    model.$activity.error = nil
    model.$activity.reset()
    model.activity.title = "Tracked again"
    model.$activity.undo()
    #expect(model.activity.title == "Untracked")
    #expect(model.$activity.error == nil)
  }

  @Test func aThrowingPropertyThrows() throws {
    let model = ThrowingModel()
    model.activity.title = "Tracked"
    try model.$activity.undo()
    #expect(model.activity.title == "Title")
    try model.$activity.redo()
    model.$activity.setWithoutTracking { $0.title = "Untracked" }
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) { try model.$activity.undo() }
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try model.$activity.undoCurrentScope()
    }
    #expect(model.activity.title == "Untracked")
  }
}
