import Foundation
import Testing

@testable import HyperbasisCommands

struct ReadCommandTests {
  private let bench: Workbench

  init() throws { bench = try Kitchen.workbench() }

  private func expect(
    _ words: String..., print text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let outcome = bench.run(words)
    #expect(outcome.output == text, sourceLocation: sourceLocation)
    #expect(outcome.status == 0, sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
  }

  @Test func spaces() {
    expect(
      "spaces",
      print: """
        ID        NAME     ANCHORS  DELETED  EVENTS  LAST (UTC)             SIZE
        11111111  Kitchen        2        1       6  2024-06-19 08:00:01  2.8 kB

        """)
    bench.terminals.columns = 100
    expect(
      "spaces",
      print: """
        ID        NAME     ANCHORS  DELETED  EVENTS  FIRST (UTC)          LAST (UTC)             SIZE
        11111111  Kitchen        2        1       6  2024-06-17 10:00:00  2024-06-19 08:00:01  2.8 kB

        """)
  }

  @Test func showTheLatestState() {
    expect(
      "show",
      print: """
        Kitchen · latest state, last event 2024-06-19 08:00:01 UTC · 2 anchors
        ID        TYPE         LABEL             X     Y      Z  YAW
        22222222  sticky_note  Buy oat milk   0.50  1.20  -2.00   0°
        44444444  model        Lamp          -1.00  0.00   0.00   0°

        """)
    bench.terminals.columns = 100
    expect(
      "show",
      print: """
        Kitchen · latest state, last event 2024-06-19 08:00:01 UTC · 2 anchors
        ID        TYPE         LABEL             X     Y      Z  YAW  UPDATED (UTC)
        22222222  sticky_note  Buy oat milk   0.50  1.20  -2.00   0°  2024-06-18 09:30:00
        44444444  model        Lamp          -1.00  0.00   0.00   0°  2024-06-19 08:00:01

        """)
  }

  @Test func showAnEarlierStateWithDeletedAnchors() {
    bench.zone = TimeZone(secondsFromGMT: 7200) ?? .gmt
    bench.terminals.columns = 100
    expect(
      "show", "kitchen", "--at", "2024-06-18 11:30", "--deleted",
      print: """
        Kitchen · 2024-06-18 11:30:00 +02:00 · 2 anchors, 0 deleted
        ID        TYPE         LABEL            X     Y      Z  YAW  UPDATED (+02:00)        DELETED
        22222222  sticky_note  Buy oat milk  0.50  1.20  -2.00   0°  2024-06-18 11:30:00
        33333333  model        chair         2.00  0.00   1.00   0°  2024-06-17 12:00:00.25

        """)
    #expect(bench.run("show", "--at", "start", "--utc").output.contains("2024-06-17 10:00:00 UTC"))
  }

  @Test func log() {
    expect(
      "log",
      print: """
        TIME (UTC)              EVENT     VER  ID        WHAT
        2024-06-17 10:00:00     created   v1   22222222  Buy milk: at 0.50, 1.20… by ann
        2024-06-17 10:00:00.25  created   v1   33333333  chair: at 2.00, 0.00, 1.00
        2024-06-18 09:30:00     updated   v2   22222222  Buy oat milk: -color: y… by bob
        2024-06-18 09:31:00     moved     v2   33333333  chair: moved 3.00 m
        2024-06-19 08:00:00     deleted   v3   33333333  chair
        2024-06-19 08:00:01     created   v1   44444444  Lamp: at -1.00, 0.00, 0.00

        """)
    bench.terminals.columns = 120
    expect(
      "log", "--limit", "3",
      print: """
        TIME (UTC)              EVENT     VER  ID        WHAT
        2024-06-17 10:00:00     created   v1   22222222  Buy milk: at 0.50, 1.20, -2.00 by ann
        2024-06-17 10:00:00.25  created   v1   33333333  chair: at 2.00, 0.00, 1.00
        2024-06-18 09:30:00     updated   v2   22222222  Buy oat milk: -color: yellow, text: Buy milk → Buy oat milk by bob

        """)
  }

  @Test func logIsNarrowed() throws {
    func versions(_ words: String...) throws -> [String] {
      let outcome = bench.run(["log", "--json"] + words)
      let events = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      return (events as? [[String: Any]] ?? []).map {
        "\(($0["anchorId"] as? String ?? "").prefix(1))\($0["version"] ?? "")"
      }
    }
    #expect(try versions() == ["21", "31", "22", "32", "33", "41"])
    #expect(try versions("--anchor", "3333") == ["31", "32", "33"])
    #expect(try versions("--type", "created", "--type", "deleted") == ["21", "31", "33", "41"])
    #expect(
      try versions("--from", "2024-06-18T09:30:00Z", "--to", "2024-06-19T08:00:00Z")
        == ["22", "32", "33"])
    #expect(try versions("--reverse", "--limit", "2") == ["41", "33"])
    #expect(try versions("--limit", "0") == [])
    #expect(try versions("--from", "end", "--to", "start") == [])
  }

  @Test func aLogWithNothingToPrintSaysSo() throws {
    #expect(bench.run("log", "--from", "end", "--to", "start").output == "No such events.\n")
    let day = bench.run("log", "--from", "2024-06-17", "--to", "2024-06-17")
    #expect(day.output == "No such events.\n")
    #expect(day.errors.contains("a day alone means its midnight"), "\(day)")
    let reversed = bench.run("log", "--from", "2024-06-18T09:00Z", "--to", "2024-06-17T09:00Z")
    #expect(
      reversed.errors.contains(
        "2024-06-18 09:00:00 UTC is after 2024-06-17 09:00:00 UTC; swap --from and --to"),
      "\(reversed)")
    let instant = bench.run("log", "--from", "2024-06-18T09:00:01Z", "--to", "2024-06-18T09:00:01Z")
    #expect(instant.output == "No such events.\n" && instant.errors.isEmpty, "\(instant)")
    #expect(bench.run("log", "--limit", "0").output == "")
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("log", "Hall").output == "No events yet.\n")
  }

  @Test func logMergesAllSpaces() throws {
    #expect(bench.run("new", "Hall").status == 0)
    #expect(bench.run("add", "Hall", "--position", "0,0,0").status == 0)
    let outcome = bench.run("log", "--reverse", "--limit", "2")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.contains("SPACE") == true)
    #expect(lines.dropFirst().first?.contains("Hall") == true)
    #expect(lines.last?.contains("Kitchen") == true)
  }

  @Test func rawLogIsTheFile() throws {
    #expect(bench.run("log", "--raw").output == (try bench.log(of: Kitchen.id)))
    #expect(
      bench.run("log", "--raw", "--reverse", "--limit", "1").output
        == (Kitchen.lines.last ?? "") + "\n")
    #expect(bench.run("log", "--raw", "--type", "moved").output == Kitchen.lines[3] + "\n")
    let nodes = try bench.json("log", "--raw", "--limit", "1") as? [[String: Any]]
    #expect(nodes?.first?["text"] as? String == Kitchen.lines[0])
    #expect(nodes?.first?["line"] as? Int == 1)
  }

  @Test func history() {
    expect(
      "history", "3333",
      print: """
        chair · 33333333-0000-4000-8000-000000000001 · Kitchen · 3 versions · deleted
        TIME (UTC)              EVENT     VER  WHAT
        2024-06-17 10:00:00.25  created   v1   chair: at 2.00, 0.00, 1.00
        2024-06-18 09:31:00     moved     v2   moved 3.00 m
        2024-06-19 08:00:00     deleted   v3   chair

        """)
  }

  @Test func diff() {
    expect(
      "diff", "--from", "2024-06-17T12:00:00Z", "--to", "2024-06-18T12:00:00Z",
      print: """
        Kitchen · 2024-06-17 12:00:00 UTC → 2024-06-18 12:00:00 UTC
           ID        LABEL         CHANGE (places: x, y, z in metres)
        ~  33333333  chair         moved 3.00 m (2.00, 0.00, 1.00 → 2.00, 0.00, 4.00)
        ≈  22222222  Buy oat milk  -color: yellow, text: Buy milk → Buy oat milk
        1 moved, 1 updated

        """)
    expect(
      "diff", "--from", "2024-06-18",
      print: """
        Kitchen
        2024-06-18 00:00:00 UTC → latest state, last event 2024-06-19 08:00:01 UTC
           ID        LABEL         CHANGE (places: x, y, z in metres)
        ×  33333333  chair         removed
        +  44444444  Lamp          added at -1.00, 0.00, 0.00
        ≈  22222222  Buy oat milk  -color: yellow, text: Buy milk → Buy oat milk
        1 added, 1 removed, 1 updated

        """)
  }

  @Test func diffThresholds() throws {
    let dates = ["--from", "2024-06-17T12:00:00Z", "--to", "2024-06-18T12:00:00Z"]
    func lists(_ words: String...) throws -> [String: Any] {
      let outcome = bench.run(["diff", "--json"] + dates + words)
      let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
      return object as? [String: Any] ?? [:]
    }
    #expect((try lists("--min-move", "3")["moved"] as? [Any])?.count == 1)
    #expect((try lists("--min-move", "300cm")["moved"] as? [Any])?.count == 1)
    #expect((try lists("--min-move", "3.1m")["moved"] as? [Any])?.isEmpty == true)
    let below = try lists("--min-move", "3.1")
    #expect((below["moved"] as? [Any])?.count == 0)
    #expect(below["belowThreshold"] as? [String] == [Kitchen.chair])
    #expect(below["unchanged"] as? [String] == [])
    #expect(below["summary"] as? String == "1 updated")
    #expect(below["changeCount"] as? Int == 1)
    // A turn of zero is not a turn, however small the threshold.
    #expect((try lists("--min-turn", "5", "--min-move", "99")["moved"] as? [Any])?.count == 0)
    #expect((try lists("--min-turn", "5")["moved"] as? [Any])?.count == 1)
  }

  @Test func diffExitCode() {
    #expect(bench.run("diff", "--exit-code").status == 1)
    #expect(bench.run("diff", "--exit-code", "--from", "now").status == 0)
    #expect(bench.run("diff", "Nowhere", "--exit-code").status == 70)
    #expect(bench.run("diff", "Nowhere").status == 65)
  }

  @Test func operations() {
    let rows = bench.run("operations").output.split(separator: "\n").dropFirst()
    #expect(rows.count == 6)
    #expect(rows.dropFirst(3).first?.contains("updated") == true)
    #expect(rows.dropFirst(3).first?.contains("bob") == true)
  }

  @Test func stats() {
    expect(
      "stats",
      print: """
        Kitchen · 6 events · 2 anchors, 1 deleted
        from 2024-06-17 10:00:00 UTC to 2024-06-19 08:00:01 UTC
        most at once: 2 anchors, 2024-06-17 10:00:00.25 UTC
        longest path: chair (33333333), 3.00 m
        log 1.8 kB, all files 2.8 kB

        TYPE     EVENTS
        created       3
        moved         1
        updated       1
        deleted       1

        ACTOR  EVENTS
        ann         1
        bob         1
        4 events without an actor

        BUSIEST OF 3 DAYS (UTC)  EVENTS
        2024-06-17                    2
        2024-06-18                    2
        2024-06-19                    2

        ANCHOR                 EVENTS    PATH
        33333333 chair              3  3.00 m
        22222222 Buy oat milk       2
        44444444 Lamp               1

        """)
  }

  /// An anchor that was only ever edited counts neither as visible nor as deleted, in any command.
  @Test func veryFarWaysAndBlankLabelsAreTold() throws {
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(
          7, Kitchen.lamp, "moved", "2024-06-19T09:00:00Z", 2,
          #","transform":\#(Kitchen.transform("1e20", "0", "0"))"#),
        Kitchen.line(
          8, Kitchen.lamp, "updated", "2024-06-19T09:00:01Z", 3, #","metadata":{"text":" \t"}"#),
      ])
    let anchors = try #require(try bench.object("stats")["byAnchor"] as? [[String: Any]])
    let lamp = try #require(anchors.first { $0["id"] as? String == Kitchen.lamp })
    #expect(abs((lamp["way"] as? Double ?? 0) / 1e20 - 1) < 1e-6)
    #expect(lamp["label"] as? String == String(Kitchen.lamp.prefix(8)))
    #expect(bench.run("stats").output.contains("1.00e+20 m"))
  }

  /// A terminal gets the beginning of it, with control characters made visible.
  @Test func labelsInJSONAreDataInFull() throws {
    let label = "Lamp\u{202E}\t" + String(repeating: "x", count: 300)
    let metadata = String(decoding: try JSONEncoder().encode(["text": label]), as: UTF8.self)
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(
          7, Kitchen.lamp, "updated", "2024-06-19T09:00:00Z", 2, #","metadata":\#(metadata)"#)
      ])
    let found = try #require(try bench.json("find", "Lamp") as? [[String: Any]])
    #expect(found.first?["label"] as? String == label)
    let anchors = try #require(try bench.object("stats")["byAnchor"] as? [[String: Any]])
    #expect(anchors.contains { $0["label"] as? String == label })
    #expect(!bench.run("find", "Lamp").output.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `a beginning of an id that is too short is said to be one of an anchor`() {
    let outcome = bench.run("history", String(Kitchen.lamp.prefix(3)))
    #expect(outcome.errors.contains("is too short for an anchor's id"), "\(outcome)")
  }

  @Test func anAnchorWithoutAPlaceIsNotDeleted() throws {
    try bench.writeLog(
      Kitchen.lines + [
        Kitchen.line(
          7, "55555555-0000-4000-8000-000000000001", "updated", "2024-06-19T09:00:00Z", 1,
          #","metadata":{"text":"nowhere"}"#)
      ])
    let stats = try bench.object("stats")
    #expect(stats["anchors"] as? Int == 2 && stats["deletedAnchors"] as? Int == 1)
    let anchors = try #require(stats["byAnchor"] as? [[String: Any]])
    let nowhere = try #require(anchors.first { ($0["id"] as? String)?.hasPrefix("5555") == true })
    #expect(nowhere["deleted"] as? Bool == false && nowhere["placed"] as? Bool == false)
    #expect(anchors.count { $0["deleted"] as? Bool == true } == 1)
    #expect(bench.run("stats").output.contains("7 events · 2 anchors, 1 deleted"))
    let deletion = bench.run("delete-space", "Kitchen", "--dry-run").output
    #expect(deletion.contains("with 2 anchors, 1 deleted one and 7 events"), "\(deletion)")
  }

  @Test func statisticsAreBrokenBetweenWords() {
    bench.terminals.columns = 40
    bench.environment["NO_COLOR"] = "1"
    let lines = bench.run("stats").output.split(separator: "\n")
    #expect(lines.contains("from 2024-06-17 10:00:00 UTC to"), "\(lines)")
    #expect(lines.contains("2024-06-19 08:00:01 UTC"))
    #expect(lines.allSatisfy { $0.count <= 40 })
  }

  /// Dates of a filter are relative to the same start and end as those of the options.
  @Test func aFilterOfSeveralSpacesHasTheirSpan() throws {
    let hall = "11111111-0000-4000-8000-000000000002"
    try bench.writeLog(
      [
        Kitchen.line(
          8, "55555555-0000-4000-8000-000000000001", "created", "2024-07-01T08:00:00Z", 1,
          #","transform":\#(Kitchen.transform("1", "0", "1"))"#
        ).replacing(Kitchen.id, with: hall)
      ], space: hall)
    for date in ["end-2d", "50%", "start+1d"] {
      let filtered = try bench.json("log", "--where", "after:\(date)") as? [NSDictionary]
      #expect(filtered == (try bench.json("log", "--from", date) as? [NSDictionary]), "\(date)")
    }
  }

  @Test func statisticsOfAFilterCountWhatPassesAlone() throws {
    var line = Kitchen.line(9, Kitchen.lamp, "moved", "2024-06-25T08:00:00Z", 2)
    line.removeLast()
    line += #","transform":\#(Kitchen.transform("-1", "2", "0"))}"#
    try bench.writeLog(Kitchen.lines + [line])
    #expect(try bench.object("stats")["futureEvents"] as? Int == 1)
    let notes = try bench.object("stats", "--where", "type:sticky_note")
    #expect(notes["futureEvents"] as? Int == 0)
    let most = notes["mostAtOnce"] as? [String: Any]
    #expect(most?["anchors"] as? Int == 1 && most?["at"] as? String == "2024-06-17T10:00:00Z")
    #expect(notes["longestWay"] is NSNull)
    #expect(!bench.run("stats", "--where", "type:sticky_note").output.contains("see verify"))
    let models = try bench.object("stats", "--where", "type:model")
    let way = models["longestWay"] as? [String: Any]
    #expect(way?["label"] as? String == "chair" && way?["way"] as? Double == 3)
  }

  /// If a line is too narrow, the change continues in the next one: nothing of it is cut off.
  @Test func aDiffLosesNothingInANarrowTerminal() {
    bench.terminals = Terminals(input: false, output: true, error: false, columns: 56)
    let lines = bench.run(
      "diff", "--from", "2024-06-17T12:00:00Z", "--to", "2024-06-18T12:00:00Z", "--color", "never"
    ).output.split(separator: "\n").map(String.init)
    #expect(lines.contains("~  33333333  chair         moved 3.00 m"))
    #expect(lines.contains { $0.hasPrefix("            ") && $0.contains("(2.00, 0.00, 1.00 →") })
    #expect(!lines.dropFirst(3).joined().contains("…"))
    #expect(lines.allSatisfy { $0.count <= 56 })
  }

  @Test func readingWritesNothing() throws {
    let before = try bench.contents()
    for words in [
      ["spaces"], ["show"], ["log"], ["diff"], ["stats"], ["plot"], ["operations"],
      ["verify"], ["history", "2222"],
    ] {
      #expect(bench.run(words).status == 0)
      #expect(bench.run(words + ["--json"]).status == 0)
    }
    #expect(try bench.contents().filter { !$0.key.hasPrefix(".hyperbasis") } == before)
  }
}
