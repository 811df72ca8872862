import Foundation
import TestSupport
import Testing

/// What the time bar shows of four years of fires, as a user sees it.
@Suite(
  .enabled(
    if: ScratchStore.source("wildfires") != nil, "HYPERBASIS_TEST_STORES has no wildfires"))
struct TimeBarTests {
  private let store: ScratchStore

  init() throws {
    store = try #require(try ScratchStore(copyOf: "wildfires"))
  }

  private func open(columns: Int, rows: Int) throws -> PseudoTerminal {
    let terminal = try store.program.open(columns: columns, rows: rows)
    try terminal.wait(for: "12 anchors")
    try terminal.wait(for: "? help")
    return terminal
  }

  private func line(_ terminal: PseudoTerminal, with text: String) -> String? {
    terminal.screen.lines.first { $0.contains(text) }
  }

  @Test(arguments: [(60, 20), (80, 24), (100, 30), (160, 45)])
  func itHasDatesAtItsEndsAndOnTicksAndAScale(_ columns: Int, _ rows: Int) throws {
    let terminal = try open(columns: columns, rows: rows)
    try terminal.wait(for: " 2020-10-08 ")
    let dates = try #require(line(terminal, with: " 2020-10-08 "))
    #expect(dates.contains(" 2024-06-19"))
    #expect(dates.contains(columns < 100 ? " 2022 " : " 2022-0"))
    try terminal.wait(for: columns < 80 ? "786 events" : "peak ")
    // Each tick is above its label.
    let ticks = try #require(terminal.screen.lines.first { $0.contains("┬") && $0.contains("●") })
    for (column, sign) in ticks.enumerated() where sign == "┬" {
      #expect(Array(dates)[column].isNumber && Array(dates)[column - 1] == " ")
    }
  }

  @Test func datesAreInTheZoneInUse() throws {
    var program = store.program
    program.variables["TZ"] = "Pacific/Kiritimati"
    let terminal = try program.open(columns: 100, rows: 30)
    try terminal.wait(for: " 2020-10-09 ")
    terminal.send("z")
    try terminal.wait(for: " 2020-10-08 ")
  }

  @Test func everyModeHasDates() throws {
    let terminal = try open(columns: 100, rows: 30)
    for mode in ["gaps cut out", "by event", "time bar: by time"] {
      terminal.send("~")
      try terminal.wait(for: mode)
      let dates = try #require(line(terminal, with: " 2020-10-08 "))
      #expect(dates.contains(" 2024-06-19"))
      #expect(dates.split(separator: " ").count >= 5, "\(mode): \(dates)")
    }
  }

  @Test func zoomedTheOverviewHasARowAndDatesOfItsOwn() throws {
    let terminal = try open(columns: 100, rows: 30)
    terminal.send("[,,))")
    // Only the second of the two steps brings this date.
    try terminal.wait(for: " 2022-11-11 ")
    try terminal.wait(for: "all time: 3.7 y")
    let overview = try #require(line(terminal, with: "all time: 3.7 y"))
    #expect(overview.hasPrefix(" 2020-10-08 ─") && overview.contains("─ 2024-06-19 "))
    #expect(overview.contains("[━━") && overview.contains("━━]"))
    let dates = try #require(line(terminal, with: " 2022-11-11 "))
    #expect(dates.contains(" 2023-10-22"))
    terminal.send("((((")
    try terminal.wait(for: "the bar shows all time")
    #expect(!terminal.screen.contains("all time: 3.7 y"))
  }

  @Test func aSecondLineSaysWhatItCounts() throws {
    let terminal = try open(columns: 100, rows: 30)
    terminal.send("_")
    try terminal.wait(for: "second line: anchors alive at each date")
    try terminal.wait(for: " alive")
    #expect(line(terminal, with: "peak ")?.contains("█") == true)
    terminal.send("_")
    try terminal.wait(for: "second line: anchors that differ from now")
    try terminal.wait(for: " differ")
    terminal.send("_")
    try terminal.wait(for: "no second line")
    #expect(terminal.screen.lines.count { $0.contains(" peak ") } == 1)
  }

  @Test func aBookmarkIsMarked() throws {
    let terminal = try open(columns: 100, rows: 30)
    terminal.press(.left)
    try terminal.wait(for: "PAST 2024-06")
    terminal.send("Bquiet days")
    terminal.press(.enter)
    try terminal.wait(for: "bookmark set on")
    terminal.press(.home)
    try terminal.wait(for: "─◆─")
  }

  @Test func aFilterIsFollowed() throws {
    let terminal = try open(columns: 100, rows: 30)
    terminal.send("_")
    try terminal.wait(for: " 2020-10-08 ")
    terminal.send("fHernandez")
    terminal.press(.enter)
    try terminal.wait(for: "filter Hernandez")
    // Its first fire was in 2023, and there were never two at once.
    try terminal.wait(for: " 2023-08-11 ")
    try terminal.wait(for: "peak 1 alive")
    try terminal.wait(for: "peak 14 events")
  }

  /// The dates stay as they are while the cursor moves.
  @Test func aStepDoesNotDrawTheDatesAgain() throws {
    let terminal = try open(columns: 100, rows: 30)
    terminal.send("_")
    try terminal.wait(for: " alive")
    terminal.press(.left)
    try terminal.wait(for: "PAST 2024-06")
    terminal.settle()
    let before = terminal.output.count
    terminal.press(.left)
    try terminal.wait(for: "PAST 2024-05")
    terminal.settle()
    #expect(terminal.output.count > before)
    for text in ["2020-10-08", "2022-07", "peak", "events", "▃▃"] {
      #expect(!terminal.contains(text, from: before), "\(text) is drawn again")
    }
  }

  @Test func theHelpExplainsItsSigns() throws {
    let terminal = try open(columns: 100, rows: 90)
    terminal.send("?")
    terminal.press(.end)
    try terminal.wait(for: "Signs of the time bar")
    for text in ["┴              a day's first event", "▴              many events at one instant"]
    {
      #expect(terminal.screen.contains(text))
    }
  }
}

/// An old recording to which an event of today is added.
@Suite(
  .enabled(if: ScratchStore.source("students") != nil, "HYPERBASIS_TEST_STORES has no students"))
struct NewGapTests {
  @Test func anUndoDoesNotSqueezeTheRecording() throws {
    let store = try #require(try ScratchStore(copyOf: "students"))
    let terminal = try store.program.open(columns: 100, rows: 30)
    try terminal.wait(for: "? help")
    try terminal.wait(for: " 12:02:00 ")
    terminal.send("u")
    try terminal.wait(for: "undid")
    // The message takes two lines.
    try terminal.wait(until: "the message says so") { screen in
      screen.lines.joined().split(separator: " ").joined(separator: " ").contains("the bar skips 2")
    }
    try terminal.wait(for: " y ⋯")
    // The recording keeps most of the bar.
    let density = try #require(terminal.screen.lines.first { $0.contains(" y ⋯") })
    #expect(density.count { "▂▃▄▅▆▇█".contains($0) } > 50)
    terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    // Reopened, it starts the same way; a mode that the user chose is kept.
    let next = try store.program.open(columns: 100, rows: 30)
    try next.wait(for: " y ⋯")
    next.send("~~")
    try next.wait(for: "without events; ~ cuts it out")
    next.send("q")
    #expect(try next.waitForExit() == .exited(0))
    let last = try store.program.open(columns: 100, rows: 30)
    try last.wait(for: "without events; ~ cuts it out")
  }

  @Test func linesSayWhatTheBarShows() throws {
    let store = try #require(try ScratchStore(copyOf: "students"))
    let terminal = try store.program.open("--linear")
    try terminal.wait(for: "time bar: 2024-05-01 12:00:00 to 12:03:36, ")
    terminal.send("_")
    try terminal.wait(for: "anchors alive at each date")
    try terminal.wait(for: "anchors alive")
    terminal.send(")")
    try terminal.wait(for: "the bar shows 1 min")
  }
}
