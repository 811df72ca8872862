import Foundation
import Hyperbasis
import HyperbasisCanvas
import TestSupport
import Testing

@testable import HyperbasisTimeMachine

struct TimeBarViewTests {
  private static let day: Int64 = 86_400_000_000

  private static func at(_ day: Double) -> HBInstant {
    HBInstant(microseconds: Int64(day * Double(Self.day)))
  }

  private static let times = EventTimes(
    ([0, 1, 1.1, 1.2, 1.3, 2, 9, 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7, 260, 262, 263] as [Double])
      .map(at))

  private static func picture(
    _ mode: TimeBarMode, columns: Int = 60, _ rows: [BarRow] = [.density, .track],
    charset: Charset = .braille, window: ClosedRange<HBInstant>? = nil,
    _ change: (inout TimeBarView) -> Void = { _ in }
  ) -> Frame {
    let width = BarColumns(in: columns).width
    let bar = TimeBar(times, mode: mode, width: width, window: window)
    var view = TimeBarView(
      bar: bar, density: EventDensity(bar, times: times), cursor: at(9), charset: charset,
      rows: rows)
    view.ticks = DateTicks(bar, zone: .gmt)
    change(&view)
    var frame = Frame(size: TerminalSize(columns: columns, rows: rows.count))
    view.draw(into: &frame, region: frame.region)
    return frame
  }

  @Test func byTime() {
    #expect(
      Self.picture(.time).plainText == """
         ▃▆█                                          ▅    8 events
         ──●──────────────────┬─────────┬──────────────

        """)
  }

  /// A mark there has no sign, so the cursor must not leave its own to it.
  @Test func theCursorOnAMarkBeyondTheEnd() {
    let plain = Self.picture(.time, [.track]) { $0.cursor = Self.at(300) }
    let marked = Self.picture(.time, [.track]) { view in
      view.cursor = Self.at(300)
      view.marks = [BarMark(.markB, at: Self.at(300))]
    }
    #expect(plain.plainText.contains("›") && marked.plainText == plain.plainText)
  }

  @Test func withTheGapCutOut() {
    let frame = Self.picture(.cut) { view in
      view.marks = [1, 2, 263].map { BarMark(.significantDate, at: Self.at($0)) }
      view.marks += [BarMark(.markA, at: Self.at(0)), BarMark(.markB, at: Self.at(262))]
      view.status = "×4 ▶"
    }
    #expect(
      frame.plainText == """
         ▃⋯▃ ▃ ▃▃          ▃⋯▃ ▃ ▃▃ ▃▃ ▃▃⋯ 250 d ⋯▃⋯▃⋯▃     1 event
         A═══════════════════●══════════════════════B┄┴        ×4 ▶

        """)
  }

  @Test func aCursorInTheGapIsInItsMark() throws {
    let lines = Self.picture(.cut) { $0.cursor = Self.at(100) }.plainLines
    let (density, track) = (Array(lines[0]), Array(lines[1]))
    let mark = try #require(density.firstRange(of: Array("⋯ 250 d ⋯")))
    #expect(track.firstIndex(of: "●") == mark.lowerBound + 3)
  }

  /// 250.3 days lie between the events; the empty columns stand for less.
  @Test func theLongestSilenceIsThatOfTheInstants() {
    let silence = Self.times.longestSilence(within: nil)
    #expect(silence == Self.at(9.7)...Self.at(260))
    for columns in [60, 100, 173] {
      let frame = Self.picture(.time, columns: columns) { view in
        view.silence = silence
        view.hint = "~ cuts it out"
      }
      #expect(frame.plainText.contains("250 d without events; ~ cuts it out"))
    }
    let part = Self.at(0)...Self.at(9.5)
    #expect(Self.times.longestSilence(within: part) == Self.at(2)...Self.at(9))
    #expect(Self.times.longestSilence(within: Self.at(20)...Self.at(30)) == nil)
  }

  /// With the same words as the mark of the gap if it is cut out.
  @Test func aSilenceOfYearsIsWordedOnce() {
    let days = Array(0..<10) + Array(2500..<2510)
    let times = EventTimes(days.map { Self.at(Double($0)) })
    for (mode, text) in [(TimeBarMode.time, "6.8 y without events; hint"), (.cut, "⋯ 6.8 y ⋯")] {
      let bar = TimeBar(times, mode: mode, width: 60)
      var view = TimeBarView(
        bar: bar, density: EventDensity(bar, times: times), charset: .braille)
      view.silence = times.longestSilence(within: nil)
      view.hint = "hint"
      var frame = Frame(size: TerminalSize(columns: 80, rows: 2))
      view.draw(into: &frame, region: frame.region)
      #expect(frame.plainText.contains(text))
    }
  }

  @Test func aStatusWithoutRoomGivesWayToAShortOne() {
    for (columns, text) in [(80, "64 instants/s ▷"), (60, "64/s ▷")] {
      let frame = Self.picture(.event, columns: columns) { view in
        view.status = "64 instants/s ▷"
        view.shortStatus = "64/s ▷"
      }
      #expect(frame.plainLines[1].hasSuffix(" \(text)"))
    }
  }

  @Test func byEventInASCII() {
    let frame = Self.picture(.event, charset: .ascii) { view in
      view.marks = [BarMark(.markA, at: Self.at(1))]
    }
    #expect(
      frame.plainText == """
         -  -  - -  -  -  -  -  - -  -  -  -  - -  -  -     1 event
         ---A----------|--@----------------------------

        """)
    #expect(frame.plainText.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func thePartOnScreenIsMarkedLikeTheThumbOfAScrollBar() {
    let frame = Self.picture(.time, window: Self.at(1)...Self.at(100)) { view in
      let whole = Self.at(0)...Self.at(263)
      view.overview = BarOverview(
        whole: whole, part: Self.at(1)...Self.at(100), dates: EndDates(whole, zone: .gmt))
      view.cursor = nil
      view.ticks = nil
    }
    #expect(frame.plainLines[1] == " [━━━━━━━━━━━━━━━━━]───────────────────────────")
  }

  @Test func aCursorBeyondTheBarIsAnArrow() {
    let window = Self.at(1)...Self.at(2)
    let before = Self.picture(.time, window: window) { $0.cursor = Self.at(0) }
    #expect(before.plainLines[1].hasPrefix(" ‹──"))
    let after = Self.picture(.time, window: window) { $0.cursor = Self.at(9) }
    #expect(after.plainLines[1].hasSuffix("──›"))
  }

  @Test func aCursorOnALetterKeepsTheLetter() {
    let frame = Self.picture(.event) { view in
      view.marks = [BarMark(.markA, at: Self.at(0))]
      view.cursor = Self.at(0)
    }
    #expect(frame[1, 1]?.glyph == "A")
    #expect(frame[1, 1]?.style.attributes.contains(.reverse) == true)
  }

  @Test func inASingleRowTheTrackLiesOverTheDensity() {
    #expect(Self.picture(.event, columns: 20, [.combined]).plainLines == ["▃▃▃ ▃▃▃●▃ ▃▃▃▃▃▃ ▃▃▃"])
  }

  @Test(arguments: TimeBarMode.allCases, [0, 1, 2, 5, 39, 40, 41, 200])
  func everySize(_ mode: TimeBarMode, _ columns: Int) {
    var rows: [BarRow] = []
    for row in [.dates, .track, .density, .line, .overview, .combined] as [BarRow] {
      rows.insert(row, at: 0)
      for charset in Charset.allCases {
        let frame = Self.picture(mode, columns: columns, rows, charset: charset) { view in
          view.marks = [BarMark(.markA, at: Self.at(2)), BarMark(.markB, at: Self.at(-7))]
          let whole = Self.at(-9)...Self.at(999)
          view.overview = BarOverview(
            whole: whole, part: Self.at(0)...Self.at(263), dates: EndDates(whole, zone: .gmt))
          view.status = "a status that is much too long"
        }
        #expect(frame.plainLines.count == rows.count)
      }
    }
  }
}
