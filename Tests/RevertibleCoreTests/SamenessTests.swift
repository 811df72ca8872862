import Foundation
import RevertibleCore
import Testing

/// Differences that equality ignores but an undo must not.
struct SamenessTests {
  private static let composed = "caf\u{e9} and a text too long to lie in itself"
  private static let decomposed = "cafe\u{301} and a text too long to lie in itself"

  /// Appends all versions, and expects to meet the bytes of each on the way back and forth.
  private func expectWayBack<Value: Revertible>(
    _ versions: [Value], exact: (Value) -> String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let controller = VersioningController(versions[0])
    for version in versions.dropFirst() { controller.append(version) }
    #expect(controller.undoCount == versions.count - 1, sourceLocation: sourceLocation)
    for version in versions.dropLast().reversed() {
      #expect(try exact(controller.undo()) == exact(version), sourceLocation: sourceLocation)
    }
    for version in versions.dropFirst() {
      #expect(try exact(controller.redo()) == exact(version), sourceLocation: sourceLocation)
    }
  }

  @Test func anArrayRemembersSpellings() throws {
    try expectWayBack([["a\u{e9}"], ["ae\u{301}"], ["ae\u{301}!"], ["!"]]) { "\($0.map(\.exact))" }
    try expectWayBack([["a\u{e9}", "b"], ["ae\u{301}"], ["a\u{e9}"]]) { "\($0.map(\.exact))" }
    try expectWayBack([[[Self.composed]], [[Self.decomposed]], [["x"]]]) {
      "\($0.map { $0.map(\.exact) })"
    }
    try expectWayBack([["\u{e9}", nil], ["e\u{301}", nil], [nil]]) {
      "\($0.map { $0?.exact ?? "nil" })"
    }
  }

  @Test func elementsThatMoveRememberSpellings() throws {
    let items = (0..<6).map { Catalogue.Item(id: $0, name: Self.composed) }
    var moved = items
    moved.append(moved.removeFirst())
    moved[2].name = Self.decomposed
    var edited = moved
    edited[2].name.removeLast()
    try expectWayBack([items, moved, edited]) { "\($0.map { "\($0.id) \($0.name.exact)" })" }
    var respeltAndMoved = items
    respeltAndMoved[0].name = Self.decomposed
    respeltAndMoved.append(respeltAndMoved.removeFirst())
    try expectWayBack([items, respeltAndMoved]) { "\($0.map { "\($0.id) \($0.name.exact)" })" }
  }

  @Test func setsAndKeysRememberSpellings() throws {
    try expectWayBack([Set(["\u{e9}"]), ["e\u{301}"], ["e\u{301}", "a"]]) {
      "\($0.map(\.exact).sorted())"
    }
    try expectWayBack([["\u{e9}": 1], ["e\u{301}": 1], ["e\u{301}": 2], ["\u{e9}": 3]]) {
      "\($0.map { "\($0.exact) \($1)" })"
    }
  }

  @Test func setsAndKeysInAnArrayRememberSpellings() throws {
    try expectWayBack([[Set(["\u{e9}"])], [["e\u{301}"]], [["e\u{301}"], []]]) {
      "\($0.map { $0.map(\.exact) })"
    }
    try expectWayBack([[["\u{e9}": 1]], [["e\u{301}": 1]], [["e\u{301}": 1], [:]]]) {
      "\($0.map { $0.map { "\($0.exact) \($1)" } })"
    }
    let nan: [Double: Int] = [.nan: 1]
    try expectWayBack([[nan], [nan, [.nan: 2]], [nan]]) { "\($0)" }
  }

  @Test func aCharacterRemembersItsSpelling() throws {
    try expectWayBack([Character("\u{e9}"), "e\u{301}"]) { String($0).exact }
  }

  @Test func anIdentityRemembersItsSpelling() throws {
    let composed = Album(id: Self.composed)
    let decomposed = Album(id: Self.decomposed)
    try expectWayBack([composed, decomposed]) { $0.exact }
    try expectWayBack([[composed], [decomposed, composed], [composed, decomposed]]) {
      "\($0.map(\.exact))"
    }
  }

  @Test func aCallersValueInAnotherSpellingIsAnotherVersion() throws {
    let controller = VersioningController(["a"])
    controller.append(["\u{e9}"])
    var value = ["e\u{301}"]
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try controller.undo(&value)
    }
    #expect(value[0].exact == "e\u{301}".exact)
  }

  @Test func aReversionRefusesAnotherSpelling() throws {
    let reversion = try #require("\u{e9}abc".reversion(to: "\u{e9}ab"))
    var respelt = "e\u{301}abc"
    #expect(throws: ReversionError.attemptingToRevertWrongVersion) {
      try reversion.revert(&respelt)
    }
    #expect(respelt.exact == "e\u{301}abc".exact)
  }

  // MARK: - Numbers

  @Test func whatIsNotANumberHasNotChanged() throws {
    #expect(Set([Double.nan])._valueChange(to: [Double.nan]) == nil)
    #expect([Double.nan: 1]._valueChange(to: [Double.nan: 1]) == nil)
    #expect([Double.nan]._valueChange(to: [Double.nan]) == nil)
    #expect(Double?.some(.nan)._valueChange(to: .nan) == nil)
    let date = Date(timeIntervalSinceReferenceDate: .nan)
    // Not inside the expectation, which would describe the date and trap.
    let change = date._valueChange(to: date)
    #expect(change == nil)
  }

  @Test func setsAndKeysThatAreNotNumbersComeBack() throws {
    let nan = Double.nan
    try expectWayBack([Set([nan, 1]), [nan, 2], [2], [nan, nan, 2]]) { "\($0.count) \($0.sum)" }
    try expectWayBack([[nan: 1, 1: 1], [nan: 2, 1: 1], [1: 3]]) {
      "\($0.map { "\($0) \($1)" }.sorted())"
    }
  }

  @Test func zeroRemembersItsSign() throws {
    try expectWayBack([Set([0.0]), [-0.0], [-0.0, 1]]) { "\($0.sorted())" }
    try expectWayBack([[0.0: 1], [-0.0: 1]]) { "\($0)" }
    try expectWayBack([[0.0], [-0.0], [1]]) { "\($0)" }
  }

  // MARK: - A type's own equality

  @Test func ownEqualityHidesNothing() throws {
    typealias Mark = Album.Mark
    func exact(_ marks: [Mark]) -> String { "\(marks.map { "\($0.label) \($0.places)" })" }
    try expectWayBack(
      [
        [Mark(places: [1, 2, 3])], [Mark(places: [1, 2, 4])], [Mark(places: [])],
        [Mark(label: "a", places: [])],
      ], exact: exact)
    try expectWayBack(
      [[Mark(label: "a")], [Mark(label: "b"), Mark(label: "c")], [Mark(label: "c")]], exact: exact)
  }

  @Test func ownEqualityHidesNoCase() throws {
    try expectWayBack([Album.Kind.plain, .named("a"), .named("b"), .dated(day: nil)]) { "\($0)" }
    try expectWayBack([[Album.Kind.plain], [.named("a")], [.dated(day: 1), .plain]]) { "\($0)" }
  }
}

extension Set<Double> {
  /// The sum of the elements that are numbers.
  fileprivate var sum: Double { filter { !$0.isNaN }.reduce(0, +) }
}
