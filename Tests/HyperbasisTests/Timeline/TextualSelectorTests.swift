import Foundation
import Hyperbasis
import Testing

struct TextualSelectorTests {
  private static func candidate(_ id: String, _ name: String?) -> TextualSelector.Candidate {
    TextualSelector.Candidate(id: UUID(uuidString: id) ?? UUID(), name: name)
  }

  private let living = candidate("ABCD1234-0000-4000-8000-000000000001", "Living Room")
  private let kitchen = candidate("ABCD9999-0000-4000-8000-000000000002", "Kitchen")
  private let lower = candidate("12345678-0000-4000-8000-000000000003", "garage")
  private let upper = candidate("12345678-1111-4000-8000-000000000004", "Garage")
  private let nameless = candidate("FFFF0000-0000-4000-8000-000000000005", nil)
  /// Its name is the beginning of another one's id.
  private let tricky = candidate("99990000-0000-4000-8000-000000000006", "ffff0000")

  private var all: [TextualSelector.Candidate] {
    [living, kitchen, lower, upper, nameless, tricky]
  }

  @Test func oneIdInTwoLogsIsOneAnswer() throws {
    let twice = [
      Self.candidate("bbbb0006-0000-4000-8000-000000000000", "mover"),
      Self.candidate("BBBB0006-0000-4000-8000-000000000000", "mover"),
    ]
    #expect(
      try TextualSelector.anchor("mover", among: twice.map(\.id)) { [twice] } == twice[0].id)
    let other = Self.candidate("bbbb0007-0000-4000-8000-000000000000", "mover")
    #expect(throws: SelectorError.self) {
      try TextualSelector.anchor("mover", among: [twice[0].id, other.id]) { [twice + [other]] }
    }
  }

  @Test(arguments: [
    ("abcd1234-0000-4000-8000-000000000001", 0), ("ABCD123400004000800000000000000 1", nil),
    ("ABCD1234000040008000000000000001", 0), ("living room", 0), ("LIVING ROOM", 0),
    ("abcd1", 0), ("ABCD9999-0000", 1), ("garage", 2), ("Garage", 3), ("12345678-1", 3),
    ("ffff0000", 5), ("ffff0000-", 5), ("ffff00000", 4),
  ])
  func spaceByText(text: String, index: Int?) throws {
    let found = try? TextualSelector.space(text, among: all)
    // "ffff0000-" is not a name, and the beginning of only one id.
    let expected = text == "ffff0000-" ? 4 : index
    #expect(found == expected.map { all[$0].id })
  }

  @Test func ambiguousSpaces() {
    #expect(throws: SelectorError.ambiguous(.space, "ABCD", candidates: [living, kitchen])) {
      try TextualSelector.space("ABCD", among: all)
    }
    #expect(throws: SelectorError.ambiguous(.space, "GARAGE", candidates: [lower, upper])) {
      try TextualSelector.space("GARAGE", among: all)
    }
  }

  @Test func tooShortAPrefix() {
    #expect(throws: SelectorError.tooShort(.space, "FFF")) {
      try TextualSelector.space("FFF", among: all)
    }
  }

  @Test func notFoundNamesTheNearest() {
    #expect(throws: SelectorError.notFound(.space, "Kichten", nearest: [kitchen])) {
      try TextualSelector.space("Kichten", among: all)
    }
    #expect(throws: SelectorError.notFound(.space, "living", nearest: [living])) {
      try TextualSelector.space("living", among: all)
    }
    #expect(throws: SelectorError.notFound(.space, "zzz", nearest: [])) {
      try TextualSelector.space("zzz", among: all)
    }
    #expect(throws: SelectorError.notFound(.space, "", nearest: [])) {
      try TextualSelector.space("", among: all)
    }
  }

  @Test func theOnlySpaceNeedsNoName() throws {
    #expect(try TextualSelector.space(nil, among: [kitchen]) == kitchen.id)
    #expect(throws: SelectorError.noSpace) { try TextualSelector.space(nil, among: []) }
    #expect(throws: SelectorError.notNamed(candidates: [living, kitchen])) {
      try TextualSelector.space(nil, among: [living, kitchen])
    }
  }

  @Test func anchors() throws {
    let ids = all.map(\.id)
    #expect(try TextualSelector.anchor("abcd1", among: ids) == living.id)
    #expect(try TextualSelector.anchor(kitchen.id.uuidString, among: ids) == kitchen.id)
    #expect(
      throws: SelectorError.ambiguous(
        .anchor, "1234", candidates: [lower, upper].map { .init(id: $0.id) })
    ) { try TextualSelector.anchor("1234", among: ids) }
    #expect(throws: SelectorError.tooShort(.anchor, "9")) {
      try TextualSelector.anchor("9", among: ids)
    }
    #expect(
      throws: SelectorError.notFound(
        .anchor, "ABCD2", nearest: [living, kitchen].map { .init(id: $0.id) })
    ) {
      try TextualSelector.anchor("ABCD2", among: ids)
    }
    #expect(throws: SelectorError.notFound(.anchor, "kitchen", nearest: [])) {
      try TextualSelector.anchor("kitchen", among: ids)
    }
  }

  @Test func messages() {
    let error = SelectorError.ambiguous(.space, "abcd", candidates: [living, kitchen])
    #expect(
      error.localizedDescription == """
        "abcd" matches 2 spaces: ABCD1234-0000-4000-8000-000000000001 (Living Room), \
        ABCD9999-0000-4000-8000-000000000002 (Kitchen). Give more of the id.
        """)
    // On three floors there may be three anchors with the same label.
    let floors = [("Ground", 1), ("First", 2)].map { space, number in
      TextualSelector.Candidate(
        id: number == 1 ? living.id : kitchen.id, name: "Bay 3", space: space)
    }
    let labels = SelectorError.ambiguous(.anchor, "bay 3", candidates: floors).localizedDescription
    #expect(labels.contains("(Bay 3, in Ground), ") && labels.contains("(Bay 3, in First)."))
    let many = (0..<50).map { _ in TextualSelector.Candidate(id: UUID()) }
    #expect(
      SelectorError.ambiguous(.anchor, "1234", candidates: many).localizedDescription
        .contains(" and 40 more. Give"))
    #expect(
      SelectorError.notFound(.space, "Kichten", nearest: [kitchen]).localizedDescription
        .hasSuffix("Did you mean ABCD9999-0000-4000-8000-000000000002 (Kitchen)?"))
  }

  @Test(arguments: [
    ("shwo", ["show"]), ("dif", ["diff"]), ("un", ["undo"]), ("xyzzy", []), ("", []),
  ])
  func nearestWords(text: String, expected: [String]) {
    let words = ["show", "diff", "undo", "redo", "log", "history"]
    #expect(NearestNames.nearest(to: text, among: words) == expected)
  }
}
