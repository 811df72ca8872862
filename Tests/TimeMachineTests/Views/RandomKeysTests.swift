import Canvas
import Foundation
import Hyperbasis
import TestSupport
import Testing
import TimeMachine

/// Any keys at any sizes over hostile texts: nothing traps, nothing leaves its place.
@Suite struct RandomKeysTests {
  private static let hostile = [
    "\u{1B}[2J\u{1B}]0;owned\u{07}", "a\r\nb\tc", "\u{202E}evil\u{2066}", "👩‍👩‍👧‍👦 family",
    "e\u{301}\u{301}\u{301}", String(repeating: "long ", count: 400), "",
    "\u{0}\u{7F}\u{9B}31m", "字字字字", "\u{200B}\u{2028}",
  ]

  private static func events(_ random: inout SeededGenerator) -> [HBAnchorEvent] {
    (0..<Int.random(in: 0...60, using: &random)).map { number in
      let anchor = SampleSpace.anchorId(Int.random(in: 0...9, using: &random))
      let type = HBAnchorEvent.EventType.allCases.randomElement(using: &random) ?? .moved
      let place = SIMD3<Float>.random(in: -1e6...1e6, using: &random)
      let text = hostile.randomElement(using: &random) ?? ""
      let instant = SampleSpace.instant(day: 1, 0).advanced(
        byMicroseconds: Int64.random(in: 0...1_000_000_000_000, using: &random))
      return SampleSpace.event(
        type, anchor, number, instant, version: number + 1,
        transform: Bool.random(using: &random) ? HBTransform.make(position: place) : nil,
        metadata: Bool.random(using: &random)
          ? ["type": .string(text), "text": .string(text), "order": .int(number)] : nil,
        actor: Bool.random(using: &random) ? text : nil)
    }
  }

  private static let keys: [Key] =
    Keymap.standardBindings.flatMap(\.keys).filter { $0 != "Q" && $0 != .control("c") }
    + [.enter, .escape, .tab, .delete, .unknown, "ü", "5", "7", "1"]

  @Test(arguments: 0..<60)
  func `nothing traps and every cell is drawn within the frame`(number: Int) {
    let seed = UInt64(number)
    var random = SeededGenerator(seed: seed)
    var store = FakeStore(events: Self.events(&random))
    var session = Session(events: store.events)
    let count = store.events.count
    for step in 0..<150 {
      if Int.random(in: 0..<10, using: &random) == 0 {
        session.send(.terminal(.resize(Self.size(&random))))
      }
      if Int.random(in: 0..<12, using: &random) == 0 {
        session.send(.terminal(.paste(Self.hostile.randomElement(using: &random) ?? "")))
      }
      session.send(.tick(microseconds: Int64.random(in: 0...2_000_000, using: &random)))
      session.press(Self.keys.randomElement(using: &random) ?? .enter)
      store.answer(&session)
      check(session.screen, size: session.state.size, "seed \(seed), step \(step)")
    }
    #expect(store.events.count == count + store.executed.map(\.events.count).reduce(0, +))
  }

  private static func size(_ random: inout SeededGenerator) -> TerminalSize {
    TerminalSize(
      columns: Int.random(in: 1...130, using: &random),
      rows: Int.random(in: 1...45, using: &random))
  }

  private func check(_ frame: Frame, size: TerminalSize, _ place: String) {
    #expect(frame.size == size, "\(place)")
    for row in 0..<size.rows {
      let width = frame.cells(inRow: row).reduce(0) { $0 + $1.glyph.width }
      #expect(width == size.columns, "\(place), row \(row)")
    }
    if let cursor = frame.cursor { #expect(frame.region.contains(cursor), "\(place)") }
  }

  @Test(arguments: 1...12, 1...12)
  func `the smallest screens are drawn and can be left`(columns: Int, rows: Int) {
    var session = Session(size: TerminalSize(columns: columns, rows: rows))
    session.press("?", ":", .escape, .escape)
    _ = session.screen
    session.press("q")
    #expect(session.effects.contains { if case .quit = $0 { true } else { false } })
  }
}
