import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

/// A question is shown completely, and so are its replies.
@Suite struct PlanDialogTests {
  private static let sizes = [
    TerminalSize(columns: 60, rows: 20), TerminalSize(columns: 72, rows: 24),
    TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 100, rows: 30),
  ]

  private static let smallSizes = [
    TerminalSize(columns: 30, rows: 10), TerminalSize(columns: 40, rows: 12),
  ]

  private func things(_ count: Int) -> [HBAnchorEvent] {
    (0..<count).map { number in
      SampleSpace.event(
        .created, SampleSpace.anchorId(number + 10), number + 100, SampleSpace.instant(day: 13, 1),
        version: 1, transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)),
        metadata: ["text": .string("thing \(number)")])
    }
  }

  private func asked(_ size: TerminalSize, _ events: [HBAnchorEvent], _ keys: Key...) -> Session {
    var store = FakeStore(events: events)
    var session = Session(size: size, events: events)
    for key in keys { session.press(key) }
    store.answer(&session)
    return session
  }

  /// Returns the contents of the dialog, without its border.
  private func text(_ session: Session) -> String { lines(session).joined(separator: " ") }

  private func lines(_ session: Session) -> [String] {
    let area = session.state.layout.dialogArea
    return session.screen.plainLines.dropFirst(area.row).prefix(area.rows).map { line in
      String(line.dropFirst(area.column).prefix(area.columns)).trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(arguments: sizes) func `the heading is not cut while there is room`(size: TerminalSize) {
    let session = asked(size, SampleSpace.events + things(9), .home, "S")
    let text = text(session)
    #expect(text.contains("back to 2024-03-01 10:00:00 UTC?"), "\(text)")
    #expect(text.contains("12 new events for 12 anchors; nothing is erased"), "\(text)")
    guard case .plan(let dialog) = session.state.layers.last else {
      Issue.record("nothing is asked")
      return
    }
    #expect(dialog.list(session.state.layout, session.state.settings).rows >= 3)
  }

  /// A date with microseconds leaves no room for the start of the question, which the box then shows.
  @Test(arguments: smallSizes + sizes)
  func `what is rolled back shows in every size`(size: TerminalSize) {
    let hour = SampleSpace.instant(day: 13, 1)
    let exact = HBInstant(microseconds: hour.microseconds + 313_858)
    let created = (0..<4).map { number in
      SampleSpace.event(
        .created, SampleSpace.anchorId(number + 10), number + 100, exact, version: 1,
        transform: HBTransform.identity)
    }
    let edited = (0..<4).map { number in
      SampleSpace.event(
        .updated, SampleSpace.anchorId(number + 10), number + 200, SampleSpace.instant(day: 14, 1),
        version: 2, metadata: ["text": .string("thing \(number)")])
    }
    let session = asked(size, SampleSpace.events + created + edited, "[", "S")
    let shown = session.screen.plainText
    #expect(shown.contains("Roll space Liv"), "\(shown)")
    #expect(text(session).contains("2024-03-13 01:00:00.313858 UTC?"), "\(shown)")
  }

  @Test(arguments: smallSizes + sizes)
  func `a remark leaves the replies to a plan`(size: TerminalSize) {
    var session = asked(size, SampleSpace.events, .home, "S")
    session.press("d")
    let shown = session.screen.plainText
    #expect(shown.contains("d does nothing here"), "\(shown)")
    #expect(session.screen.plainLines.last?.contains("y do it  n cancel") == true, "\(shown)")
  }

  /// The result for an anchor is at the end of its row.
  @Test(arguments: sizes) func `the end of a row shows however long it is`(size: TerminalSize) {
    let edits = (0..<30).map { number in
      SampleSpace.event(
        .updated, SampleSpace.anchorId(number + 10), number + 200, SampleSpace.instant(day: 14, 1),
        version: 2,
        metadata: ["text": .string("a text that is longer than any row has room for, \(number)")])
    }
    let session = asked(size, SampleSpace.events + things(30) + edits, "[", "S")
    let rows = text(session)
    #expect(rows.contains("thing 0") && rows.contains("thing 1"), "\(rows)")
  }

  /// Exactly what will be written is shown: a long change takes several lines.
  @Test(arguments: sizes.suffix(2))
  func `every change of a long plan can be read whole`(size: TerminalSize) {
    let edits = (0..<30).map { number in
      SampleSpace.event(
        .updated, SampleSpace.anchorId(number + 10), number + 200, SampleSpace.instant(day: 14, 1),
        version: 2,
        metadata: [
          "text": .string("longer than any row has room for, \(number)"), "kind": .string("note"),
        ])
    }
    var session = asked(size, SampleSpace.events + things(30) + edits, "[", "S")
    guard case .plan(let dialog) = session.state.layers.last else {
      Issue.record("nothing is asked")
      return
    }
    func withoutSpaces(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    let wanted = dialog.plan.changes.map { change in
      [false, true].map { isShort in
        withoutSpaces(change.effectText(in: dialog.unit, isShort: isShort).description)
      }
    }
    var pages = [text(session)]
    repeat {
      session.press(.pageDown)
      pages.append(text(session))
    } while pages.suffix(2).first != pages.last && pages.count <= 30
    #expect((2...29).contains(pages.count), "\(pages.count)")
    let seen = pages.map(withoutSpaces)
    for texts in wanted {
      #expect(seen.contains { page in texts.contains { page.contains($0) } }, "\(texts) \(pages)")
    }
    #expect(pages.last?.contains("thing 29") == true)
    let end = pages.last
    session.press(.pageUp)
    session.press(.pageDown)
    #expect(text(session) == end)
    for _ in pages { session.press(.pageUp) }
    #expect(text(session) == pages.first)
  }

  /// The distance of a move is what users look for first, and a glyph marks the move. That an anchor
  /// comes back is said in a word: the distance alone would be read as that of a move, and continues in
  /// the next line.
  @Test(arguments: sizes + [TerminalSize(columns: 40, rows: 12)], [false, true])
  func `the distance of a move is not cut`(size: TerminalSize, comesBack: Bool) {
    let moves = (0..<30).map { number in
      SampleSpace.event(
        .moved, SampleSpace.anchorId(number + 10), number + 200, SampleSpace.instant(day: 14, 1),
        version: 2,
        transform: HBTransform.make(position: SIMD3(Float(number), 0, 0.42), yaw: 17))
    }
    let named = things(30).map { event in
      SampleSpace.event(
        .created, event.anchorId, Int(event.transform?[12] ?? 0) + 100,
        SampleSpace.instant(day: 13, 1),
        version: 1, transform: event.transform,
        metadata: ["text": .string("a thing with a long name, \(event.transform?[12] ?? 0)")])
    }
    let deletions = (0..<30).map { number in
      SampleSpace.event(
        .deleted, SampleSpace.anchorId(number + 10), number + 300, SampleSpace.instant(day: 14, 2),
        version: 3)
    }
    let events = SampleSpace.events + named + moves
    let session =
      comesBack ? asked(size, events + deletions, "[", "[", "S") : asked(size, events, "[", "S")
    let rows = lines(session).filter { $0.hasPrefix(comesBack ? "+ a t" : "~ a t") }
    #expect(rows.count >= 2, "\(session.screen.plainText)")
    #expect(!comesBack || rows.allSatisfy { $0.contains(" restored,") }, "\(rows)")
    guard !comesBack || size.columns >= 100 else { return }
    #expect(rows.allSatisfy { $0.contains(" 42 cm") || $0.contains(" 0.42 m") }, "\(rows)")
  }

  /// A changed text is cut, never the word before it.
  @Test(arguments: sizes + [TerminalSize(columns: 40, rows: 12)])
  func `what comes back says so however long its change is`(size: TerminalSize) {
    let changes = (0..<30).flatMap { number in
      [
        SampleSpace.event(
          .updated, SampleSpace.anchorId(number + 10), number + 200,
          SampleSpace.instant(day: 14, 1), version: 2,
          metadata: ["text": .string("a text that is longer than any row has room for")]),
        SampleSpace.event(
          .deleted, SampleSpace.anchorId(number + 10), number + 300,
          SampleSpace.instant(day: 14, 2), version: 3),
      ]
    }
    let session = asked(size, SampleSpace.events + things(30) + changes, "[", "[", "S")
    let rows = lines(session).filter { $0.hasPrefix("+ thing ") }
    #expect(rows.count >= 2, "\(session.screen.plainText)")
    #expect(rows.allSatisfy { $0.contains(/thing \d+ +restored,/) }, "\(rows)")
  }

  @Test func `scrolling changes no unit`() {
    let moves = (0..<30).map { number in
      SampleSpace.event(
        .moved, SampleSpace.anchorId(number + 10), number + 200, SampleSpace.instant(day: 14, 1),
        version: 2,
        transform: HBTransform.make(position: SIMD3(Float(number), 0, number == 0 ? 5 : 0.19)))
    }
    let size = TerminalSize(columns: 40, rows: 12)
    var session = asked(size, SampleSpace.events + things(30) + moves, "[", "S")
    #expect(text(session).contains("thing 0 moved 5.00 m"), "\(text(session))")
    for _ in 0..<20 { session.press(.down) }
    let rows = session.screen.plainLines.filter { $0.contains("~ thing") }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.contains("0.19 m") }, "\(rows)")
  }

  @Test(arguments: sizes + [TerminalSize(columns: 30, rows: 10)])
  func `what is typed always shows`(size: TerminalSize) {
    var session = asked(size, SampleSpace.events + things(30), "[", "S")
    session.press("3", "0")
    #expect(session.screen.plainText.contains("30_"), "\(session.screen.plainText)")
    #expect(session.screen.plainText.contains("[Cancel]"))
    for _ in 0..<16 { session.press("7") }
    #expect(session.screen.plainText.contains("77_"))
  }
}
