import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

@Suite struct BarMarkTests {
  /// Twelve anchors that are imported at once among single moves.
  private static let events: [HBAnchorEvent] =
    [0, 1, 2, 3, 4, 5].map { minute in
      SampleSpace.event(
        minute == 0 ? .created : .moved, SampleSpace.chair, minute + 1,
        SampleSpace.instant(day: 1, 10, minute), version: minute + 1,
        transform: HBTransform.make(position: SIMD3(Float(minute), 0, 0)))
    }
    + (0..<12).map { number in
      SampleSpace.event(
        .created, SampleSpace.anchorId(2), number + 50, SampleSpace.instant(day: 1, 10, 7),
        version: number + 1, transform: HBTransform.make(position: SIMD3(0, 0, 1)))
    }

  @Test func `many events at one instant are marked`() throws {
    let view = Session(events: Self.events).view
    let bar = TimeBar(view.times, mode: .time, width: 61)
    let bulk = view.barMarks(bar, zone: .gmt).filter { $0.kind == .bulkChange }
    #expect(bulk.map(\.instant) == [SampleSpace.instant(day: 1, 10, 7)])
    // If every instant has that many, none of them stands out.
    let usual = EventTimes((0..<500).map { HBInstant(microseconds: Int64($0 / 12)) })
    #expect(BulkChanges(usual).instants.isEmpty)
  }

  @Test func `marks are on the track, and the letters above the others`() throws {
    var session = Session(events: Self.events)
    session.press("]", .home, "]")
    let row = session.state.layout.bar.row + 1
    #expect(session.screen.plainLines[row].hasPrefix(" ┴"))
    #expect(session.screen.plainLines[row].contains("─▴ "))
    session.press(.end, "a", "[")
    #expect(session.screen.plainLines[row].contains("─A "))
    session.press("[", "b", .home)
    let track = session.screen.plainLines[row]
    #expect(track.hasPrefix(" ●") && track.contains("B═") && track.contains("═A "))
  }

  @Test func `the help explains every sign`() {
    var session = Session()
    session.press("?", "G")
    for charset in Charset.allCases {
      let lines = HelpLines.lines(session.state.keymap, charset: charset).map(\.text.plain)
      #expect(lines.contains("Signs of the time bar"))
      for kind in BarMark.Kind.allCases {
        let sign = TerminalText(kind.sign.glyph(charset)).plain
        #expect(
          lines.contains { $0.hasPrefix(sign + " ") && $0.hasSuffix(kind.sign.help.plain) })
      }
    }
  }

  @Test func `signs differ in every charset`() {
    for charset in Charset.allCases {
      let signs = BarSign.all.map { TerminalText($0.glyph(charset)).plain }
      #expect(Set(signs).count == signs.count, "\(charset): \(signs)")
    }
  }
}

// MARK: - Rows

extension BarMarkTests {
  @Test func `the smaller the screen, the fewer rows`() {
    var extras = BarExtras()
    #expect(BarRow.rows(screenRows: 10, extras) == [.combined])
    #expect(BarRow.rows(screenRows: 12, extras) == [.combined, .dates])
    #expect(BarRow.rows(screenRows: 14, extras) == [.density, .track, .dates])
    extras.isZoomed = true
    extras.hasLine = true
    #expect(BarRow.rows(screenRows: 15, extras) == [.density, .track, .dates])
    #expect(BarRow.rows(screenRows: 16, extras) == [.line, .density, .track, .dates])
    #expect(BarRow.rows(screenRows: 20, extras) == [.overview, .line, .density, .track, .dates])
  }
}
