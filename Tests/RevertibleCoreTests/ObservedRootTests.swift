import Observation
import RevertibleCore
import Synchronization
import Testing

/// What happens to a property whose observers read it or replace its value.
struct ObservedRootTests {

  @Observable fileprivate final class Model {
    var title = "Title"
    /// At most 10.
    var level = 5 {
      didSet { if level > 10 { level = 10 } }
    }
    var note = Note(id: 1)
    @ObservationIgnored private(set) lazy var versions = VersioningController(
      on: self, at: \.title, using: _$observationRegistrar)
    @ObservationIgnored private(set) lazy var levels = VersioningController(
      on: self, at: \.level, using: _$observationRegistrar)
    @ObservationIgnored private(set) lazy var notes = VersioningController(
      on: self, at: \.note, using: _$observationRegistrar)
  }

  /// Two notes with the same identity are equal.
  fileprivate struct Note: Identifiable, Versionable {
    let id: Int
    var text = ""

    static func == (first: Note, second: Note) -> Bool { first.id == second.id }
    func hash(into hasher: inout Hasher) { hasher.combine(id) }

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.text)
    }
  }

  /// Observers run before the change, so what they read is still the old state.
  @Test func anObserverMayAskBeforeTheChangeIsMade() throws {
    let model = Model()
    _ = model.versions
    let answers = Mutex<[Int]>([])
    for title in ["A", "B"] {
      nonisolated(unsafe) let asked = model
      withObservationTracking {
        _ = model.title
      } onChange: {
        answers.withLock { $0.append(asked.versions.undoCount) }
      }
      model.title = title
    }
    #expect(answers.withLock { $0 } == [0, 1])
    #expect(model.versions.undoCount == 2)
    try model.versions.undo()
    #expect(model.title == "A")
    try model.versions.undo()
    #expect(model.title == "Title")
  }

  @Test func anObserverMayBeginAScopeBeforeTheChangeIsMade() throws {
    let model = Model()
    _ = model.versions
    nonisolated(unsafe) let asked = model
    withObservationTracking {
      _ = model.title
    } onChange: {
      asked.versions.pushNewScope()
    }
    model.title = "A"
    #expect(model.versions.undoCount == 1)
    #expect(try model.versions.undoAndPopCurrentScope() == "Title")
  }

  /// An observable object does not announce a change to an equal value.
  @Test func takesOverWhatWasNotAnnounced() throws {
    let model = Model()
    _ = model.notes
    model.note = Note(id: 1, text: "A")
    try model.notes.undo()
    #expect(model.note.text == "")
    try model.notes.redo()
    #expect(model.note.text == "A")
  }

  /// The value before clamping is not a version of the root.
  @Test func goesOnFromWhatAnObserverMakesOfAVersion() throws {
    let model = Model()
    _ = model.levels
    model.level = 20
    #expect(model.level == 10)
    // Undo leads to 20, which the observer turns into 10, and so goes on to 5.
    #expect(try model.levels.undo() == 5)
    #expect(model.level == 5)
    #expect(!model.levels.hasUndo)
    #expect(try model.levels.redo() == 10)
    #expect(model.level == 10)
    #expect(!model.levels.hasRedo)
    model.levels.setWithTransaction { $0 = 30 }
    #expect(model.level == 10)
    #expect(model.levels.currentValue == 10)
  }

  private final class Plain {
    /// Always sorted.
    var numbers = [1, 5] {
      didSet { numbers.sort() }
    }
  }

  /// The scopes around the current one share its first version.
  @Test func goesOnFromThereInEveryScope() throws {
    let plain = Plain()
    let controller = VersioningController(on: plain, at: \.numbers)
    plain.numbers = [1, 2, 5]
    controller.appendCurrentVersion()
    controller.pushNewScope()
    controller.pushNewScope()
    controller.setWithoutTracking([1, 2, 5])
    controller.setWithTransaction { $0 = [9, 1] }
    #expect(plain.numbers == [1, 9])
    #expect(try controller.undo() == [1, 2, 5])
    #expect(try controller.redo() == [1, 9])
    #expect(try controller.undoAndPopCurrentScope() == [1, 2, 5])
    try controller.popCurrentScope()
    #expect(try controller.undo() == [1, 5])
    #expect(plain.numbers == [1, 5])
  }
}
