public import Revertible
import Testing

// Types whose `==` ignores part of the value, declared in various ways.

@Versionable
private struct Note {
  var id = 1
  var text = ""

  static func == (first: Note, second: Note) -> Bool { first.id == second.id }
}

@Versionable
private struct HashableNote: Hashable {
  var id = 1
  var text = ""

  static func == (first: Self, second: Self) -> Bool { first.id == second.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// Compares and hashes only its `id`, so its action may be a function.
@Versionable
private struct NoteThatHashesItself<Owner> {
  var id = 1
  var text = ""
  let owner: Owner
  let action: () -> Void

  static func == (first: Self, second: Self) -> Bool { first.id == second.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

@Versionable
private struct NoteOfAnExtension {
  var id = 1
  var text = ""
}

extension NoteOfAnExtension: Equatable {
  static func == (first: Self, second: Self) -> Bool { first.id == second.id }
}

@Versionable
private struct NoteThatSaysSoElsewhere {
  var id = 1
  var text = ""

  static func == (first: Self, second: Self) -> Bool { first.id == second.id }
}

extension NoteThatSaysSoElsewhere: Equatable {}

@Versionable
private struct Box<Content> {
  var id = 1
  var content: Content

  static func == (first: Box<Content>, second: Box<Content>) -> Bool { first.id == second.id }
}

@Versionable
private enum State {
  case draft
  case due(day: Int)

  static func == (first: State, second: State) -> Bool { true }
}

@Versionable
private struct ConditionalNote {
  var id = 1
  var text = ""

  #if os(Linux) || canImport(Darwin)
    static func == (first: Self, second: Self) -> Bool { first.id == second.id }
  #endif
}

/// Its `==` does not compare two values of the type itself.
@Versionable
private struct Mixed {
  var id = 1
  var text = ""

  static func == (first: Mixed, second: Int) -> Bool { first.id == second }
}

public enum Outer {
  @Versionable
  public struct Inner: Sendable {
    public var id = 1
    public var text = ""

    public static func == (first: Outer.Inner, second: Outer.Inner) -> Bool {
      first.id == second.id
    }
  }
}

/// Compares two values as generic code does.
private func areEqual<Value: Equatable>(_ first: Value, _ second: Value) -> Bool {
  first == second
}

struct OwnEqualityTests {
  @Test func aTypesOwnComparisonIsUsedInGenericCode() {
    #expect(areEqual(Note(), Note(text: "Text")))
    #expect(areEqual(HashableNote(), HashableNote(text: "Text")))
    #expect(areEqual(NoteOfAnExtension(), NoteOfAnExtension(text: "Text")))
    #expect(areEqual(NoteThatSaysSoElsewhere(), NoteThatSaysSoElsewhere(text: "Text")))
    #expect(areEqual(Box(content: 1), Box(content: 2)))
    #expect(areEqual(State.draft, .due(day: 1)))
    #expect(areEqual(ConditionalNote(), ConditionalNote(text: "Text")))
    #expect(areEqual(Outer.Inner(), Outer.Inner(text: "Text")))
    #expect(!areEqual(Note(), Note(id: 2)))
  }

  @Test func aTypesOwnHashIsUsedWithoutHashable() throws {
    struct Owner {}
    func note(_ text: String) -> NoteThatHashesItself<Owner> {
      NoteThatHashesItself(text: text, owner: Owner(), action: {})
    }
    #expect(Set([note(""), note("Text")]).count == 1)
    let notes = VersioningController(note(""))
    notes.append(note("Text"))
    #expect(try notes.undo().text == "")
  }

  @Test func anotherComparisonLeavesTheSynthesizedOne() {
    #expect(Mixed() == 1)
    #expect(!areEqual(Mixed(), Mixed(text: "Text")))
  }

  /// What a type's own comparison ignores is tracked nevertheless.
  @Test func undoTakesBackWhatTheComparisonPassesOver() throws {
    let notes = VersioningController([Note(), Note(id: 2)])
    notes.append([Note(text: "Text"), Note(id: 2)])
    notes.append([Note(text: "Longer text"), Note(id: 2)])
    #expect(try notes.undo().first?.text == "Text")
    #expect(try notes.undo().first?.text == "")
    let states = VersioningController([State.draft])
    states.append([.due(day: 1)])
    #expect(try states.undo().first?.day == nil)
    #expect(try states.redo().first?.day == 1)
  }
}

extension State {
  fileprivate var day: Int? { if case .due(let day) = self { day } else { nil } }
}
