import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// Terms that compare: what they mean, what they let through, and the messages for those that cannot be
/// understood.
@Suite struct FilterTermTests {
  private static let dates = DateExpression.Context(
    now: SampleSpace.now, start: SampleSpace.instant(day: 1, 10),
    end: SampleSpace.instant(day: 12, 18), zone: .gmt)

  private static func terms(_ text: String) throws -> [EventFilter.Term] {
    try EventFilter(text, dates: dates)?.terms ?? []
  }

  /// Returns the names on the list at a date.
  private static func names(_ filter: String, at instant: HBInstant? = nil) -> [String] {
    var session = Session()
    session.press("f")
    session.type(filter)
    session.press(.enter)
    if let instant {
      session.press(":")
      session.type("goto @\(instant.microseconds / 1_000_000)")
      session.press(.enter)
    }
    let state = session.view.data.state(at: session.view.offset)
    return session.view.anchorList.slots.compactMap { slot in
      state.ordinal(ofSlot: Int(slot)).map { session.view.data.description(after: $0).label.plain }
    }
  }

  private static func complaint(_ session: Session) -> String? {
    guard case .prompt(let prompt) = session.state.layers.last else { return nil }
    return prompt.complaint?.plain
  }

  @Test func `comparisons are read`() throws {
    #expect(
      try Self.terms("priority>2 size<=2.5") == [
        .compared(key: "priority", .above, MetadataOperand("2")),
        .compared(key: "size", .atMost, MetadataOperand("2.5")),
      ])
    #expect(
      try Self.terms("y>0.5 x<-20cm") == [
        .place(.y, .above, metres: 0.5), .place(.x, .below, metres: -0.2),
      ])
    #expect(
      try Self.terms("moved>=50cm moved<1") == [
        .moved(.atLeast, metres: 0.5), .moved(.below, metres: 1),
      ])
    #expect(
      try Self.terms("alive<1.5h alive>30min") == [
        .alive(.below, microseconds: 5_400_000_000), .alive(.above, microseconds: 1_800_000_000),
      ])
    #expect(
      try Self.terms("after:2024-03-02 before:\"2024-03-09 09:00\"") == [
        .after(SampleSpace.instant(day: 2, 0)), .before(SampleSpace.instant(day: 9, 9)),
      ])
  }

  @Test func `quotes hold words together and make keys and values texts`() throws {
    #expect(
      try Self.terms("text=\"Coffee Table\" \"two words\"") == [
        .member(key: "text", value: MetadataOperand("coffee table", isText: true)),
        .text("two words"),
      ])
    #expect(
      try Self.terms("\"y\">\"2\"") == [
        .compared(key: "y", .above, MetadataOperand("2", isText: true))
      ])
    #expect(
      try Self.terms("type:\"floor plan\" color!=red") == [
        .type("floor plan"), .differs(key: "color", value: MetadataOperand("red")),
      ])
    // Operators and colons that compare nothing are text.
    #expect(
      try Self.terms("12:30 5\" > =x type:") == [
        .text("12:30"), .text("5\""), .text(">"), .text("=x"), .text("type:"),
      ])
  }

  @Test(arguments: [
    ("order>", "\"\" is not a value; give for example order>2"),
    ("weight>>2", "\">2\" is not a value; give for example weight>2"),
    ("weight<==2", "\"=2\" is not a value; give for example weight<=2"),
    (
      "path>2m",
      "path is a metadata key, and its numbers have no unit: leave the unit out, or give a text in "
        + "quotes, path>\"2m\"; x, y, z and moved take lengths"
    ),
    ("moved>far", "\"far\" is not a length in mm, cm, m or km; give for example moved>50cm"),
    ("y<=high", "\"high\" is not a length in mm, cm, m or km; give for example y<=0.5"),
    ("alive<5", "\"5\" is not a length of time in s, min, h or d; give for example alive<1h"),
    (
      "text=\"coffee",
      "a quote is not closed: \"coffee; give for example text=\"coffee table\""
    ),
    (
      "kind:turned",
      "\"turned\" is not a kind; give created, moved, updated, deleted, restored, added or removed"
    ),
  ])
  func `what cannot be understood is refused at the prompt`(_ filter: String, _ words: String) {
    for key in ["f", "/"] as [Key] {
      var session = Session()
      session.press(key)
      session.type(filter)
      session.press(.enter)
      #expect(Self.complaint(session) == words)
      #expect(session.view.lists.filter == nil)
    }
  }

  @Test func `a date that is none is refused`() {
    var session = Session()
    session.press("f")
    session.type("after:soon")
    session.press(.enter)
    #expect(Self.complaint(session)?.contains("soon") == true)
  }

  @Test func `numbers compare as numbers and texts as texts`() {
    #expect(Self.names("order>1") == ["Exit"])
    #expect(Self.names("order>=1.0") == ["Entrance", "Exit"])
    #expect(Self.names("label>=ex") == ["Exit"])
    #expect(Self.names("label<F order!=2") == ["Entrance"])
  }

  @Test func `a place is that at the date on screen`() {
    #expect(Self.names("x>1 type:model") == ["chair"])
    #expect(Self.names("x>1 type:model", at: SampleSpace.instant(day: 1, 12)) == [])
    #expect(Self.names("y>1.5") == ["lamp"])
  }

  @Test func `a far move counts from its event on`() {
    #expect(Self.names("moved>=1m") == ["chair"])
    #expect(Self.names("moved>1m") == [])
    #expect(Self.names("moved>50cm", at: SampleSpace.instant(day: 2, 11)) == [])
  }

  @Test func `an age is that at the date on screen, between events too`() {
    #expect(Self.names("alive<1d") == ["lamp"])
    // Nothing happens on the morning of the fourth day.
    #expect(Self.names("alive<2d", at: SampleSpace.instant(day: 3, 9)).count == 5)
    #expect(Self.names("alive<2d", at: SampleSpace.instant(day: 3, 11)) == [])
  }

  @Test func `events pass by their instants`() {
    var session = Session()
    session.press("f")
    session.type("after:2024-03-02 before:2024-03-09")
    session.press(.enter)
    #expect(session.view.times.eventCount == 2)
    session.press(.home)
    #expect(session.view.anchorList.count == 0)
  }

  /// It would be a word to look for.
  @Test(arguments: [
    ("moved>50 cm", "moved>50cm"), ("y<=0.5 m chair", "y<=0.5m"), ("alive<1 h", "alive<1h"),
  ])
  func `a unit apart from its number is refused`(text: String, expected: String) {
    #expect(throws: Complaint("write \(TerminalText(expected)) without a space before the unit")) {
      try Self.terms(text)
    }
  }

  @Test(arguments: ["moved>50 chair", "moved>50 \"cm\"", "priority>2 m", "moved>50cm cm"])
  func `a word after a number is looked for`(text: String) {
    #expect(throws: Never.self) { try Self.terms(text) }
  }
}
