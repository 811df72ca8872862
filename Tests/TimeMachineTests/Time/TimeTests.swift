import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

@Suite struct TimeTests {
  @Test func `the zone is named as the date on screen has it`() throws {
    // Daylight saving began in New York on the tenth day.
    for (day, offset) in [("09", "-05:00"), ("11", "-04:00")] {
      var session = Session()
      session.state.settings.localZone = try #require(TimeZone(identifier: "America/New_York"))
      session.press("t")
      session.type("2024-03-\(day) 12:00 UTC")
      session.press(.enter, "z")
      #expect(session.message == "dates in \(offset)")
      #expect(session.screen.plainLines[0].contains(offset))
    }
  }

  @Test func `a space opens at its end and follows it`() {
    let session = Session()
    #expect(session.view.time.cursor == .end)
    #expect(session.view.offset == 9)
  }

  @Test func `brackets step from instant to instant`() {
    var session = Session()
    session.press("[")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 9, 9)))
    session.press("[", "[", "[")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 1, 10)))
    #expect(session.view.offset == 5, "five events share the first instant")
    session.press("[")
    #expect(session.message.contains("first event"))
    session.press("]", "]", "]", "]")
    #expect(session.view.time.cursor == .end)
  }

  @Test func `a step to a significant date says when it is not at an end`() {
    var (session, store) = (Session(), FakeStore())
    store.append(
      SampleSpace.event(
        .deleted, SampleSpace.chair, 10, SampleSpace.instant(day: 12, 19), version: 3))
    session.send(.snapshotLoaded(.success(SpaceData(store.snapshot))))
    session.press("[", "}")
    #expect(session.view.instant == SampleSpace.instant(day: 12, 18))
    #expect(
      session.message == "no later first event of a day, bookmark or shift; ] steps by events")
    session.press("]", "}")
    #expect(session.message == "this is the last event")
  }

  @Test func `arrows step over the scrubber dates of the bar's width`() throws {
    var session = Session()
    // By time, not with gaps cut out.
    session.press("~", "~")
    let bar = session.view.timeBar(session.state.layout)
    #expect(bar.positions.count == bar.width)
    session.press(.left)
    #expect(session.view.time.cursor == .at(bar.positions[bar.positions.count - 2]))
    session.press(",")
    #expect(session.view.time.cursor == .at(bar.positions[bar.positions.count - 12]))
    session.press(.shiftRight, .right)
    #expect(session.view.time.cursor == .end)
    session.press(.right)
    #expect(session.message.contains("last event"))
  }

  @Test func `braces step over the first events of days`() {
    var session = Session()
    session.press("{")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 9, 9)))
    session.press("{", "}")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 9, 9)))
    session.press("{", "{")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 1, 10)))
  }

  @Test func `home and end go to the ends`() {
    var session = Session()
    session.press(.home)
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 1, 10)))
    session.press(.end)
    #expect(session.view.time.cursor == .end)
  }

  @Test func `a typed date moves the cursor`() {
    var session = Session()
    session.press("t")
    session.type("2024-03-02 12:00")
    session.press(.enter)
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 2, 12)))
    #expect(session.state.layers.isEmpty)
  }

  @Test(arguments: [
    ("12:03", SampleSpace.instant(day: 2, 12, 3)),
    ("-10s", SampleSpace.instant(day: 2, 11, 59, 50)),
    ("+1d", SampleSpace.instant(day: 3, 12)), ("start+2h", SampleSpace.instant(day: 1, 12)),
    ("end-1d", SampleSpace.instant(day: 11, 18)), ("3d ago", SampleSpace.instant(day: 12, 12)),
  ])
  func `a date is read from the date in view`(text: String, expected: HBInstant) {
    var session = Session()
    session.press(.home, "]")
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 2, 12)))
    session.press("t")
    session.type(text)
    session.press(.enter)
    #expect(session.view.time.cursor == .at(expected))
  }

  @Test func `the date to open at is read as on the command line`() throws {
    for (text, expected) in [
      ("-4d", SampleSpace.instant(day: 11, 12)), ("09:00", SampleSpace.instant(day: 12, 9)),
    ] {
      var settings = Settings()
      settings.usesLocalTime = false
      var state = State(
        size: TerminalSize(columns: 80, rows: 24), now: SampleSpace.now, settings: settings,
        date: try DateExpression(text))
      _ = state.start(space: SampleSpace.id)
      let data = SpaceData(SampleSpace.snapshot())
      _ = update(&state, .snapshotLoaded(.success(data)), at: SampleSpace.now)
      #expect(state.view?.time.cursor == .at(expected))
    }
  }

  @Test func `a typed text that is no date is refused and kept`() {
    var session = Session()
    session.press("t")
    session.type("gestern")
    session.press(.enter)
    guard case .prompt(let prompt) = session.state.layers.last else {
      Issue.record("the prompt is gone")
      return
    }
    #expect(prompt.editor.text == "gestern")
    #expect(prompt.complaint?.plain.contains("is not a date") == true)
    session.press(.escape)
    #expect(session.view.time.cursor == .end)
  }

  @Test func `a date outside of the history is clamped and said`() {
    var session = Session()
    session.press("t")
    session.type("2001-01-01")
    session.press(.enter)
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 1, 10)))
    #expect(session.message.contains("before the first event"))
  }

  @Test func `play by event goes on with the ticks and stops at the end`() {
    var session = Session()
    session.press(.home, .space)
    #expect(session.effects.contains { if case .startTimer = $0 { true } else { false } })
    // Four instants each second.
    session.send(.tick(microseconds: 250_000))
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 2, 12)))
    session.send(.tick(microseconds: 1_000_000))
    #expect(session.view.time.cursor == .end)
    #expect(!session.view.time.play.isRunning)
    #expect(session.effects.contains { if case .stopTimer = $0 { true } else { false } })
  }

  @Test func `play at the end starts over`() {
    var session = Session()
    session.press(.space)
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 1, 10)))
    #expect(session.view.time.play.isRunning)
  }

  @Test func `backslash plays backwards`() {
    var session = Session()
    session.press("\\", .space)
    session.send(.tick(microseconds: 250_000))
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 9, 9)))
    session.send(.tick(microseconds: 1_000_000))
    #expect(session.view.time.cursor == .at(SampleSpace.instant(day: 1, 10)))
    #expect(!session.view.time.play.isRunning)
  }

  @Test func `a date that is copied from the screen leads to the state that it named`() {
    let instant = SampleSpace.instant(day: 14, 1).advanced(byMicroseconds: 142_857)
    let sample = SampleSpace.snapshot()
    let line = SampleSpace.event(.deleted, SampleSpace.lamp, 77, instant, version: 2)
    var session = Session(events: sample.timeline.events + [line])
    let title = "2024-03-14 01:00:00.142857 UTC"
    #expect(session.screen.plainLines[0].contains(title))
    session.press("t", .control("u"))
    session.type(title)
    session.press(.enter)
    #expect(session.view.offset == session.view.index.count)
  }

  @Test func `the ladder of speeds has no gaps and two ends`() {
    var session = Session()
    for _ in 0..<30 { session.press("<") }
    #expect(session.view.time.play.speed.multiple == 0.125)
    #expect(session.message == "×1/8 is the slowest speed")
    var texts: [String] = []
    for _ in 0..<30 {
      texts.append(session.view.time.play.speed.text.plain)
      session.press(">")
    }
    #expect(Array(texts.prefix(4)) == ["×1/8", "×1/4", "×1/2", "×1"])
    #expect(texts.contains("×1024"))
    #expect(session.view.time.play.speed.eventsPerSecond == 64)
    #expect(session.message.contains("fastest speed"))
  }

  @Test func `a multiple of real time moves by that much`() {
    var session = Session()
    // If gaps are cut out, playing jumps over them.
    session.press("~", "~", .home)
    while session.view.time.play.speed.multiple != 1024 { session.press("<") }
    session.press(.space)
    session.send(.tick(microseconds: 500_000))
    let expected = SampleSpace.instant(day: 1, 10).advanced(byMicroseconds: 512_000_000)
    #expect(session.view.time.cursor == .at(expected))
  }

  @Test func `a loop stays between A and B`() {
    var session = Session()
    session.press(.home, "a", "]", "]", "b", "p", .home, .space)
    for _ in 0..<20 {
      session.send(.tick(microseconds: 250_000))
      #expect(session.view.time.play.isRunning)
      let instant = session.view.instant ?? SampleSpace.now
      #expect(instant <= SampleSpace.instant(day: 2, 12, 0, 30))
    }
  }

  @Test func `the bar zooms about the cursor and scrolls with it`() {
    var session = Session()
    session.press("[", "[", ")", ")")
    let window = session.view.time.bar.window
    #expect(window != nil)
    #expect(window?.contains(SampleSpace.instant(day: 2, 12, 0, 30)) == true)
    session.press(.home)
    #expect(session.view.time.bar.window?.contains(SampleSpace.instant(day: 1, 10)) == true)
    session.press("(", "(", "(", "(")
    #expect(session.view.time.bar.window == nil)
  }

  @Test(arguments: TimeBarMode.allCases)
  func `steps leave a window that was zoomed in`(mode: TimeBarMode) {
    var session = Session()
    while session.view.time.bar.mode != mode { session.press("~") }
    session.press(.home)
    session.press(")", ")", ")")
    for _ in 0..<2000 where session.view.instant != session.view.index.end {
      session.press(.right)
    }
    #expect(session.view.isAtEnd)
    session.press(.right)
    #expect(session.screen.plainText.contains("this is the last event"))
  }

  @Test func `tilde goes through the kinds of bars`() {
    var session = Session()
    #expect(session.view.time.bar.mode == .cut, "a gap takes more than half of the bar")
    session.press("~")
    #expect(session.view.time.bar.mode == .event)
    #expect(session.view.timeBar(session.state.layout).positions.count == 5, "one for each instant")
    session.press("~")
    #expect(session.view.time.bar.mode == .time)
    session.press("~")
    #expect(session.view.time.bar.mode == .cut)
  }

  @Test(arguments: [Key.end, .home], ["speed 4/s", "speed 1024"])
  func `a loop goes on where a mark stands at an end of the log`(_ second: Key, _ speed: String) {
    var session = Session()
    session.press(":")
    session.type(speed)
    session.press(.enter)
    if second == .home { session.press("\\", .end) } else { session.press(.home) }
    session.press("a", second, "b", "p", .space)
    for _ in 0..<40 { session.send(.tick(microseconds: 1_000_000)) }
    #expect(session.view.time.play.isRunning)
    var shown: Set<HBInstant?> = []
    session.press(":")
    session.type("speed 4/s")
    session.press(.enter)
    for _ in 0..<12 {
      session.send(.tick(microseconds: 250_000))
      shown.insert(session.view.instant)
    }
    #expect(session.view.time.play.isRunning)
    #expect(shown.count == 5, "every instant is played again")
  }

  @Test func `nothing is played if no event passes the filter`() {
    var session = Session()
    session.run("filter nosuchthing")
    session.press(.space)
    #expect(session.message == "no event passes the filter")
    #expect(!session.view.time.play.isRunning && session.view.isAtEnd)
    #expect(!session.screen.plainText.contains("play"))
  }

  @Test func `play ends when a filter leaves it no events`() {
    var session = Session()
    session.press(.home, .space)
    session.run("filter nosuchthing")
    let cursor = session.view.time.cursor
    session.send(.tick(microseconds: 40_000))
    #expect(!session.view.time.play.isRunning && session.view.time.cursor == cursor)
    #expect(session.message == "no event passes the filter")
  }

  @Test func `a typed now is just the end`() {
    var session = Session()
    session.press(.home, "t")
    session.type("now")
    session.press(.enter)
    #expect(session.message == "this is the end" && session.view.isAtEnd)
    session.run("date now-1d")
    #expect(session.message.hasSuffix("is after the last event; this is the end"))
  }
}
