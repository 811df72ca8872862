import Foundation
import Observation
import Revertible
import Testing

// MARK: - Models

@Versioning
private final class ClassModel {
  var other: Activity = .mock
  @Versioned var activity: Activity = .mock {
    didSet { titles.append(activity.title) }
  }
  @VersioningTestIgnored var titles: [String] = []
}

@propertyWrapper
private struct VersioningTestIgnored<Value> {
  var wrappedValue: Value
}

@Versioning
private actor ActorModel {
  var activity: Activity = .mock

  func rename() { activity.title = "New title" }
  func undo() { $activity.undo() }
}

/// An enum has only static stored variables.
@MainActor @Versioning
private enum Settings {
  static var activity: Activity = .mock
}

@Versioning
private struct GenericModel<Content: Versionable> {
  var content: Content
}

@Versioning(errorMode: .throwErrors)
private struct ThrowingModel {
  var activity: Activity = .mock
}

@Versioning(debounceMilliseconds: 3_600_000)
private struct TypingModel {
  var activity: Activity = .mock
}

@Versioning(errorMode: .throwErrors, debounceMilliseconds: 3_600_000)
private struct InitializedTypingModel {
  private(set) var activity: Activity
  static var count: Int { 0 }
  let constant = 1
  var computed: String { activity.title }

  init(title: String) {
    activity = Activity(id: UUID(), title: title, priority: .low, childActivities: [])
  }

  /// Sets the value again, which is a change like any other, and discards that step.
  init(longTitle: String) {
    self.init(title: longTitle)
    activity.title += "!"
    $activity.reset()
  }

  func type(_ text: String) {
    for character in text { activity.title.append(character) }
  }
}

// MARK: - Tests

struct VersioningKindsTests {
  /// They run when the property is set, but not on undo: `@Versioned` changes its value directly.
  @Test func classesKeepTheirObservers() {
    let model = ClassModel()
    model.other.title = "Other title"
    model.$other.undo()
    model.activity.title = "New title"
    model.$activity.undo()
    #expect(model.activity.title == "Title")
    #expect(model.titles == ["New title"])
  }

  @Test func actorsTrackWithinTheirIsolation() async {
    let model = ActorModel()
    await model.rename()
    await model.undo()
    #expect(await model.activity.title == "Title")
  }

  @Test @MainActor func enumsTrackStaticVariables() {
    Settings.activity.title = "New title"
    Settings.$activity.undo()
    #expect(Settings.activity.title == "Title")
  }

  @Test func genericModelsTrackTheirContent() {
    let model = GenericModel(content: Activity.mock)
    model.content.title = "New title"
    model.$content.undo()
    #expect(model.content.title == "Title")
  }

  @Test func errorsAreThrownWhereThatIsAskedFor() throws {
    let model = ThrowingModel()
    model.activity.title = "New title"
    try model.$activity.undo()
    #expect(model.activity.title == "Title")
  }

  @Test func errorsAreStoredBesideThePropertyElsewhere() {
    let model = GenericModel(content: Activity.mock)
    model.$content.undo(to: "nowhere")
    #expect(model.$content.error == nil)
  }

  @Test func typingWithoutDebouncingIsUndoneByCharacter() {
    let model = GenericModel(content: Activity.mock)
    model.content.title = "N"
    for character in "ew title" { model.content.title += String(character) }
    model.$content.undo()
    #expect(model.content.title == "New titl")
  }

  @Test func typingIsUndoneInOne() {
    let model = TypingModel()
    model.activity.title = "N"
    for character in "ew title" { model.activity.title += String(character) }
    model.$activity.undo()
    #expect(model.activity.title == "Title")
  }

  @Test func typingIsUndoneInOneWhereAnInitializerGivesTheValue() throws {
    let model = InitializedTypingModel(title: "Title")
    model.type(" of a book")
    #expect(model.computed == "Title of a book")
    try model.$activity.undo()
    #expect(model.activity.title == "Title")
    #expect(!model.$activity.hasUndo)
  }

  @Test func anInitializerForgetsWhatItChanges() throws {
    let model = InitializedTypingModel(longTitle: "Title")
    #expect(!model.$activity.hasUndo)
    model.type("?")
    try model.$activity.undo()
    #expect(model.activity.title == "Title!")
  }
}
