import Foundation
public import Revertible
import Testing

@Versionable
private struct Note {
  static let limit = 3
  let id: Int
  private var secret = "secret"
  private(set) var count: Int = 0
  // Set by an observer that also runs on undo, so it cannot be tracked itself.
  @VersionableIgnored private var observed = 0
  var text = "" {
    didSet { observed += 1 }
  }
  var length: Int { text.count }
  @VersionableIgnored
  var lastUpdated = fixedDate
  var tags: Set<String> = []
  var (width, height) = (1.0, 2.0)
  #if os(Linux) || os(macOS)
    var path: String? = nil
  #else
    let path = ""
  #endif

  init(id: Int) { self.id = id }

  mutating func whisper() {
    secret = "whispered"
    count += 1
  }
}

@Versionable
private struct Box<ID, Content> {
  let id: ID
  var content: Content
  var contents: [Content] = []
}

@Versionable
private indirect enum Tree<Value> {
  case leaf(Value)
  case node(Tree, Tree)
  case named(name: String?, `in`: Int, _ rest: [Value]?)
}

private struct Shelf {
  @Versionable
  struct Book { var pages = 1 }

  @Versionable
  enum State {
    case empty
    case holding(Int)
  }
}

@Versionable
private enum Single {
  case only(Int, text: String)
}

@Versionable
private enum Suit: String {
  case clubs, hearts
}

public enum Namespace {}

extension Namespace {
  @Versionable
  public struct Inner: Sendable {
    public var number = 1
  }
}

/// Changes a value, applies the reversion, and expects the original value.
private func expectRoundTrip<Value: Versionable>(
  _ original: Value, _ change: (inout Value) -> Void,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var value = original
  change(&value)
  let reversion = try #require(value.reversion(to: original), sourceLocation: sourceLocation)
  try reversion.revert(&value)
  #expect(value == original, sourceLocation: sourceLocation)
}

struct VersionableBehaviourTests {
  @Test func revertsEveryStoredVariable() throws {
    let original = Note(id: 1)
    var note = original
    note.whisper()
    note.text = "text"
    note.tags = ["a"]
    note.width = 3
    note.height = 4
    note.path = "/"
    let reversion = try #require(note.reversion(to: original))
    try reversion.revert(&note)
    if note.reversion(to: original) != nil { Issue.record("A tracked property differs: \(note)") }
    #expect(note.text == "" && note.count == 0 && note.tags == [] && note.path == nil)
    #expect(note.width == 1 && note.height == 2)
  }

  @Test func leavesWhatIsIgnored() throws {
    let original = Note(id: 1)
    var note = original
    note.text = "text"
    note.lastUpdated = .distantFuture
    try note.reversion(to: original)?.revert(&note)
    #expect(note.text == "")
    #expect(note.lastUpdated == .distantFuture)
  }

  @Test func revertsGenericValues() throws {
    try expectRoundTrip(Box(id: 1, content: Activity.mock)) {
      $0.content.title = "New"
      $0.contents = [.mock]
    }
    try expectRoundTrip(Box(id: 1, content: "text")) { $0.content = "other" }
  }

  @Test func revertsAssociatedValuesOneByOne() throws {
    let original = Activity.Priority.high(dueDate: fixedDate, reason: "Reason")
    try expectRoundTrip(original) { $0 = .high(dueDate: .distantFuture, reason: "Reason") }
    try expectRoundTrip(original) { $0 = .high(dueDate: fixedDate, reason: "Other") }
    try expectRoundTrip(original) { $0 = .low }
  }

  /// A setter that unwraps `newValue` could not set an optional associated value back to nil. Every
  /// change must be undoable, so the setter for an optional value accepts nil as a value.
  @Test func revertsAnOptionalAssociatedValueToNil() throws {
    let original = Activity.Priority.medium(dueDate: nil)
    try expectRoundTrip(original) { $0 = .medium(dueDate: fixedDate) }
    try expectRoundTrip(.medium(dueDate: fixedDate)) { (value: inout Activity.Priority) in
      value = .medium(dueDate: nil)
    }
    try expectRoundTrip(Tree<Int>.named(name: nil, in: 1, nil)) {
      $0 = .named(name: "name", in: 1, [2])
    }
  }

  @Test func revertsTypesWithinAPrivateOne() throws {
    try expectRoundTrip(Shelf.Book()) { $0.pages = 2 }
    try expectRoundTrip(Shelf.State.empty) { $0 = .holding(1) }
  }

  @Test func revertsIndirectAndNestedCases() throws {
    let original = Tree.node(.leaf(1), .node(.leaf(2), .leaf(3)))
    try expectRoundTrip(original) { $0 = .node(.leaf(1), .node(.leaf(2), .leaf(4))) }
    try expectRoundTrip(original) { $0 = .leaf(1) }
  }

  @Test func revertsEnumsOfOneCaseAndWithoutValues() throws {
    try expectRoundTrip(Single.only(1, text: "a")) { $0 = .only(1, text: "b") }
    try expectRoundTrip(Suit.clubs) { $0 = .hearts }
    try expectRoundTrip(Namespace.Inner()) { $0.number = 2 }
  }
}
