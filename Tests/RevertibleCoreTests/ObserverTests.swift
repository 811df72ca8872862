import RevertibleCore
import Testing

/// Values whose own observers look at the model that contains them.
struct ObserverTests {

  private struct Page: Versionable {
    var title = "" {
      didSet { Self.titleDidChange?() }
    }
    var number = 0
    /// Called by the page's own observer, because undo runs the observers of tracked values.
    @TaskLocal static var titleDidChange: (@Sendable () -> Void)?

    static func == (first: Page, second: Page) -> Bool {
      first.title == second.title && first.number == second.number
    }
    func hash(into hasher: inout Hasher) { hasher.combine(title) }

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.title)
      reverter.appendReversion(at: \.number)
    }
  }

  private struct Book: Versionable {
    var pages = [Page()]

    func addReversions(into reverter: inout some Reverter<Self>) {
      reverter.appendReversion(at: \.pages)
    }
  }

  private final class Model {
    @ThrowingVersioned var book = Book()
  }

  private func withObserver(
    _ observer: @escaping () -> Void, _ body: () throws -> Void
  ) rethrows {
    nonisolated(unsafe) let observer = observer
    try Page.$titleDidChange.withValue({ observer() }, operation: body)
  }

  @Test func findTheModelAsItWas() throws {
    let model = Model()
    model.book.pages[0].title = "A"
    model.book.pages[0].title = "B"
    var found: [String] = []
    let look = {
      found.append("\(model.book.pages[0].title) \(model.$book.undoCount) \(model.$book.redoCount)")
    }
    try withObserver(look) {
      try model.$book.undo()
      try model.$book.redo()
    }
    #expect(found == ["B 2 0", "A 1 1"])
    #expect(model.book.pages[0].title == "B")
    model.$book.pushNewScope()
    model.book.pages[0].title = "C"
    found = []
    try withObserver(look) { try model.$book.popCurrentScope() }
    #expect(found == ["C 1 0"])
    try withObserver(look) { try model.$book.undoCurrentScope() }
    #expect(model.book.pages[0].title == "")
  }

  /// The limit gathers the steps of a scope. It applies them once to keep the scope's first version.
  @Test func mayLookWhileTheLimitIsHeld() throws {
    let model = Model()
    model.$book.historyLimit = .count(3)
    model.$book.pushNewScope()
    var found: [Int] = []
    let look = { found.append(model.$book.undoCount) }
    for number in 1...10 {
      var book = model.book
      book.pages[0].title = "\(number)"
      withObserver(look) { model.book = book }
      #expect(found.isEmpty == (number < 4))
      #expect(model.$book.undoCount == min(number, 3))
    }
    try model.$book.undoAndPopCurrentScope()
    #expect(model.book.pages[0].title == "")
  }

  /// The undo would otherwise discard the observer's change.
  @Test func stopAnUndoByAChangeOfTheirOwn() throws {
    let model = Model()
    model.book.pages[0].title = "A"
    let edit = { model.book.pages[0].number += 1 }
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try withObserver(edit) { try model.$book.undo() }
    }
    #expect(model.book.pages[0].title == "A")
    #expect(model.book.pages[0].number == 1)
    try model.$book.undo()
    #expect(model.book.pages[0].number == 0)
    try model.$book.undo()
    #expect(model.book.pages[0].title == "")
  }
}
