import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import TestSupport
import Testing

/// The text of a history row.
@Suite struct HistoryRowsTests {
  private func screen(
    columns: Int = 80, _ more: [HBAnchorEvent], keys: Key...
  ) -> String {
    var session = Session(
      size: TerminalSize(columns: columns, rows: 24), events: SampleSpace.events + more)
    session.press("3")
    for key in keys { session.press(key) }
    return session.screen.plainText
  }

  @Test func `an update that changes nothing says so`() {
    let text = screen([
      SampleSpace.event(
        .updated, SampleSpace.lamp, 20, SampleSpace.instant(day: 13, 1), version: 2,
        metadata: ["type": "model", "modelName": "lamp"])
    ])
    #expect(text.contains("lamp") && text.contains("no change"))
    #expect(!screen([]).contains("no change"))
  }

  private static func moves(_ instants: [HBInstant]) -> [HBAnchorEvent] {
    instants.enumerated().map { number, instant in
      SampleSpace.event(
        .moved, SampleSpace.lamp, 20 + number, instant, version: 2 + number,
        transform: HBTransform.make(position: SIMD3(Float(number), 2, 1)))
    }
  }

  @Test(arguments: [80, 140]) func `dates on both sides of a change of the clocks name their zones`(
    columns: Int
  ) {
    let summer = SampleSpace.instant(day: 31, 12)
    var session = Session(
      size: TerminalSize(columns: columns, rows: 24),
      events: SampleSpace.events + Self.moves([summer]))
    session.state.settings.usesLocalTime = true
    session.state.settings.chosenZone = TimeZone(identifier: "Europe/Berlin")
    session.press("3", .home)
    for tab in ["3", "6"] as [Key] {
      session.press(tab)
      let text = session.screen.plainText
      #expect(text.contains("14:00:00 +02:00") || text.contains("14:00 +02:00"), "\(text)")
      #expect(text.contains("+01:00"))
      #expect(!text.contains("dates in") && !text.contains("10 operations, +"), "\(text)")
    }
    #expect(!screen(columns: columns, [], keys: .home).contains("+01:00"))
  }

  /// The actor is shortened or dropped first; the date stays.
  @Test(arguments: [34, 40, 60, 64, 72, 80, 90, 100], 1...20)
  func `a date is not lost to the actor beside it`(columns: Int, actorLength: Int) {
    let actor = String("abcdefghijklmnopqrst".prefix(actorLength))
    let moves = (1...8).map { number in
      SampleSpace.event(
        number == 1 ? .created : .moved, SampleSpace.anchorId(40), 40 + number,
        SampleSpace.instant(day: number, 10, 30 + number), version: number,
        transform: HBTransform.make(position: SIMD3(0.12 * Float(number), 0, 0)),
        metadata: number == 1 ? ["text": "x"] : nil, actor: actor)
    }
    for selection in [nil, SampleSpace.anchorId(40)] {
      var session = Session(
        size: TerminalSize(columns: columns, rows: columns < 100 ? 20 : 30), events: moves)
      session.view.lists.selection = selection
      session.press("3")
      let rows = session.screen.plainLines.filter { $0.contains(/~ (v\d |x )+12 cm/) }
      let date = /03-\d\d 10:3\d/
      #expect(rows.count == 7 && rows.allSatisfy { $0.contains(date) }, "\(rows)")
      for row in rows {
        guard let shown = row.firstMatch(of: /12 cm +([a-t]+…?) 03-/)?.1 else { continue }
        #expect(shown == actor || shown.hasSuffix("…") && shown.count >= 5, "\(row)")
      }
    }
  }

  /// With little room, the distance of a move says more than the fraction of a second.
  @Test func `a fraction of a second gives way to the distance in a narrow list`() {
    let events = (0..<12).flatMap { number -> [HBAnchorEvent] in
      [Int64(0), 400_000].enumerated().map { step, later in
        SampleSpace.event(
          step == 0 ? .created : .moved, SampleSpace.anchorId(number + 10), 100 + number * 2 + step,
          SampleSpace.instant(day: 13, 1).advanced(byMicroseconds: later), version: 1 + step,
          transform: HBTransform.make(position: SIMD3(Float(number), 0.38 * Float(step), 0)),
          metadata: step == 0 ? ["text": .string("person \(100 + number)")] : nil)
      }
    }
    func rows(_ columns: Int) -> [String] {
      screen(columns: columns, events).split(separator: "\n").map(String.init)
        .filter { $0.contains("~ ") && $0.contains(":00:00") }
    }
    #expect(rows(60).count >= 10)
    #expect(rows(60).allSatisfy { $0.contains(" 38 cm") }, "\(rows(60))")
    #expect(rows(100).contains { $0.contains("01:00:00.400") }, "\(rows(100))")
  }

  /// What happened takes precedence over the digits that distinguish two dates of the same second.
  @Test func `a fraction of a second leaves room for what happened`() {
    let base = SampleSpace.instant(day: 13, 1, 2, 3)
    let text = screen(
      columns: 90,
      [
        SampleSpace.event(
          .moved, SampleSpace.exit, 20, base, version: 2,
          transform: HBTransform.make(position: SIMD3(2.5, 0, 1.5))),
        SampleSpace.event(
          .updated, SampleSpace.entrance, 21, base.advanced(byMicroseconds: 1), version: 2,
          metadata: ["type": "waypoint", "label": "Emergency exit and entrance", "order": 1]),
      ], keys: .home)
    #expect(text.contains(/~ Exit +0.50 m +03-13 01:02│/), "\(text)")
    #expect(text.contains(/≈ Emergency\S* .*label: \S.* 03-13 01:02│/), "\(text)")
  }

  @Test(arguments: [80, 90]) func `a fraction of a second moves no column`(columns: Int) {
    let base = SampleSpace.instant(day: 13, 1, 2, 3)
    let text = screen(
      columns: columns, Self.moves([base, base.advanced(byMicroseconds: 4000)]), keys: .home)
    #expect(text.contains(/~ lamp      1\.00 m +03-13 01:02(:03\.004)?│/), "\(text)")
    #expect(text.contains("01:02:03.004│") == (columns == 90))
    #expect(text.contains("× buy bread deleted"), "\(text)")
  }

  /// Who did something is told even if little of the name fits.
  @Test func `an actor's name is shortened before it is dropped`() {
    let deleted = SampleSpace.event(
      .deleted, SampleSpace.chair, 30, SampleSpace.instant(day: 13, 1), version: 3,
      actor: "Mara's old telephone")
    let session = { (columns: Int, keys: [Key]) in
      var session = Session(
        size: TerminalSize(columns: columns, rows: 24), events: SampleSpace.events + [deleted])
      session.view.lists.selection = SampleSpace.chair
      for key in keys { session.press(key) }
      return session.screen.plainText
    }
    #expect(session(80, ["3"]).contains(/× v3 deleted Mara's[ \w]*… 03-13 01:00│/))
    let diff = session(80, ["d", "2"])
    #expect(diff.contains(/× chair +removed +Mara's[ \w]*…│/), "\(diff)")
  }

  /// A fraction of a second says less than who did it.
  @Test(arguments: [80, 90, 100]) func `a fraction of a second takes nothing from an actor`(
    columns: Int
  ) {
    let base = SampleSpace.instant(day: 13, 1, 2, 3)
    let moves = [Int64(0), 400_000].enumerated().map { number, later in
      SampleSpace.event(
        .moved, SampleSpace.lamp, 20 + number, base.advanced(byMicroseconds: later),
        version: 2 + number,
        transform: HBTransform.make(position: SIMD3(Float(number), 2, 1)), actor: "phone")
    }
    var session = Session(
      size: TerminalSize(columns: columns, rows: 24), events: SampleSpace.events + moves)
    session.view.lists.selection = SampleSpace.lamp
    session.press("3")
    let rows = session.screen.plainLines.filter { $0.contains(/~ v\d/) }
    #expect(rows.count == 2 && rows.allSatisfy { $0.contains("phone") }, "\(rows)")
  }

  @Test(arguments: Array(stride(from: 104, through: 150, by: 2)))
  func `a fraction of a second leaves room in a wide list too`(columns: Int) {
    let base = SampleSpace.instant(day: 13, 1, 2, 3)
    let moves = [Int64(0), 4].enumerated().map { number, later in
      SampleSpace.event(
        .moved, SampleSpace.lamp, 20 + number, base.advanced(byMicroseconds: later),
        version: 2 + number,
        transform: HBTransform.make(position: SIMD3(Float(number + 1), 2, 0)), actor: "phone one")
    }
    let rows = screen(columns: columns, moves, keys: .home).split(separator: "\n")
      .filter { $0.contains(/~ v\d.* lamp\s/) }
    #expect(rows.count == 2)
    #expect(rows.allSatisfy { $0.contains(/lamp +(moved )?1\.00 m\s/) }, "\(rows)")
  }

  @Test func `a space without events has no zone in its headings`() {
    var session = Session(size: TerminalSize(columns: 100, rows: 24), events: [])
    for tab in ["3", "6"] as [Key] {
      session.press(tab)
      #expect(!session.screen.plainText.contains("dates in"))
    }
  }

  /// The name of the space takes precedence over the zone of the dates.
  @Test(arguments: [
    ("DST", "│DST: 10 events "), ("Living Room", "│Living Room: 10 events "),
    ("Living Rooms Everywhere", "│Living Rooms E…: 10 events│"),
  ])
  func `a long zone leaves the heading to the name`(name: String, heading: String) {
    let summer = Self.moves([SampleSpace.instant(day: 31, 12)])
    let text = narrowScreen(SampleSpace.events + summer, name, zone: "Europe/Berlin")
    #expect(text.contains(heading), "\(text)")
  }

  @Test func `a short zone stays beside a shortened name`() {
    let text = narrowScreen(SampleSpace.events, "Living Rooms", zone: "UTC")
    #expect(text.contains("│Living Roo…: 9 events, UTC│"), "\(text)")
  }

  private func narrowScreen(_ events: [HBAnchorEvent], _ name: String, zone: String) -> String {
    var session = Session(size: TerminalSize(columns: 60, rows: 20), events: [])
    session.state.settings.usesLocalTime = true
    session.state.settings.chosenZone = TimeZone(identifier: zone)
    let snapshot = SampleSpace.snapshot(events: events, name: name)
    session.send(.snapshotLoaded(.success(SpaceData(snapshot))))
    session.press("3", .home)
    return session.screen.plainText
  }

  @Test func `who is blank is not named`() {
    let moved = { (actor: String) in
      SampleSpace.event(
        .moved, SampleSpace.lamp, 20, SampleSpace.instant(day: 13, 1), version: 2,
        transform: HBTransform.make(position: SIMD3(1, 2, 1)), actor: actor)
    }
    for keys in [["i"], ["3"], ["6"]] as [[Key]] {
      var screens: [String] = []
      for actor in ["", "  "] {
        var session = Session(
          size: TerminalSize(columns: 120, rows: 24), events: SampleSpace.events + [moved(actor)])
        for key in keys { session.press(key) }
        screens.append(session.screen.plainText)
      }
      #expect(screens[0] == screens[1])
      #expect(!screens[0].contains("by  ") && !screens[0].contains("by │"))
    }
  }

  @Test func `dates show what tells rows apart`() {
    let base = SampleSpace.instant(day: 13, 1, 2, 3)
    func at(_ microseconds: Int64...) -> [HBAnchorEvent] {
      Self.moves(microseconds.map { base.advanced(byMicroseconds: $0) })
    }
    let minutes = screen(at(0, 60_000_000), keys: .home)
    #expect(minutes.contains("03-13 01:02│") && minutes.contains("03-13 01:03│"))
    let seconds = screen(at(0, 1_000_000), keys: .home)
    #expect(seconds.contains("03-13 01:02:03│") && seconds.contains("03-13 01:02:04│"))
    let fractions = screen(columns: 90, at(0, 4000), keys: .home)
    #expect(fractions.contains("03-13 01:02:03.000│") && fractions.contains("03-13 01:02:03.004│"))
    let wide = screen(columns: 140, at(0, 4), keys: .home)
    #expect(wide.contains("2024-03-13 01:02:03.000004 "))
    #expect(screen(columns: 140, at(0, 1_000_000), keys: .home).contains("2024-03-13 01:02:04 "))
  }

  @Test func `with dates of several years, all rows show their time or none does`() {
    let day = SampleSpace.instant(day: 12, 18)
    let later = day.advanced(byMicroseconds: 366 * 86_400_000_000)
    let moves = Self.moves([later, later.advanced(byMicroseconds: 3_600_000_000)])
    let narrow = screen(moves, keys: .home)
    #expect(narrow.contains("2025-03-13│") && !narrow.contains(/20\d\d-\d\d-\d\d \d\d:\d\d│/))
    let wide = screen(columns: 110, moves, keys: .home)
    #expect(wide.contains("2025-03-13 18:00│") && wide.contains("2025-03-13 19:00│"))
    #expect(!wide.contains(/20\d\d-\d\d-\d\d│/) && wide.contains("2024-03-09 09:00│"), "\(wide)")
  }

  @Test func `a day of another year does not hide the times of an anchor's events`() {
    let day = SampleSpace.instant(day: 13, 1)
    let moves = (0..<12).map { number in
      SampleSpace.event(
        .moved, SampleSpace.lamp, 20 + number,
        day.advanced(byMicroseconds: Int64(number) * 60_000_000),
        version: 2 + number,
        transform: HBTransform.make(
          position: SIMD3(Float(number) * 0.12, 2, 1), yaw: Double(number) * 5))
    }
    let later = SampleSpace.event(
      .moved, SampleSpace.exit, 60, day.advanced(byMicroseconds: 366 * 86_400_000_000), version: 2,
      transform: HBTransform.make(position: SIMD3(2.5, 0, 1.5)))
    var session = Session(events: SampleSpace.events + moves + [later])
    session.view.lists.selection = SampleSpace.lamp
    session.press("3")
    let rows = session.screen.plainLines.filter { $0.contains(/~ v\d/) }
    #expect(rows.count == 12 && rows.allSatisfy { $0.contains(/2024-03-13 01:\d\d│/) }, "\(rows)")
  }

  @Test func `names are not cut to a third for one long text`() {
    let text = screen([
      SampleSpace.event(
        .updated, SampleSpace.lamp, 20, SampleSpace.instant(day: 13, 1), version: 2,
        metadata: ["type": "model", "modelName": "lamp 1042"]),
      SampleSpace.event(
        .updated, SampleSpace.lamp, 21, SampleSpace.instant(day: 13, 2), version: 3,
        metadata: [
          "type": "model", "modelName": "lamp 1042", "note": "a text that takes all the room",
        ]),
    ])
    // The plan names it as well; the rows of the list start with the glyph of an update.
    #expect(text.components(separatedBy: "≈ lamp 1042 ").count == 3)
  }
}
