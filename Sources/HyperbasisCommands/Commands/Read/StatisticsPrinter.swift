import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints the statistics of a space.
struct StatisticsPrinter {
  let session: StoreSession
  let snapshot: LogSnapshot
  let summary: SpaceSummary?
  let statistics: SpaceStatistics

  private var index: EventIndex { snapshot.timeline.index }

  var json: JSONNode {
    .object([
      ("spaceId", JSONNode(snapshot.spaceId)),
      ("name", .optional(snapshot.name) { .string($0) }), ("events", .integer(index.count)),
      ("synthetic", .integer(statistics.synthetic)),
      ("anchors", .integer(statistics.anchors.count { !$0.isDeleted })),
      ("deletedAnchors", .integer(statistics.anchors.count(where: \.isDeleted))),
      ("startDate", .optional(index.start) { JSONNode($0) }),
      ("endDate", .optional(index.end) { JSONNode($0) }),
      ("actors", list(statistics.actors.map { ("actor", $0.actor, $0.events) })),
      ("types", list(statistics.types.map { ("type", $0.type.rawValue, $0.events) })),
      ("days", list(statistics.days.map { ("day", $0.text, $0.events) })),
      ("byAnchor", .array(statistics.anchors.map(anchor))),
      ("zone", .string(zoneText)),
      ("busiestDays", list(statistics.busiestDays.map { ("day", $0.text, $0.events) })),
      ("logBytes", .integer(snapshot.head.bytes)),
      ("bytes", .optional(summary?.bytes) { .integer($0) }),
      ("worldMapBytes", .optional(summary?.worldMapBytes) { .integer($0) }),
    ])
  }

  /// The zone whose days are counted, as it is at the end.
  private var zoneText: String { session.time.zoneText(at: index.end ?? session.now) }

  private func list(_ rows: [(key: String, name: String, events: Int)]) -> JSONNode {
    .array(
      rows.map { .object([($0.key, .string($0.name)), ("events", .integer($0.events))]) })
  }

  private func anchor(_ anchor: SpaceStatistics.Anchor) -> JSONNode {
    .object([
      ("id", JSONNode(anchor.id)), ("label", .string(anchor.face.label.plain)),
      ("events", .integer(anchor.events)), ("deleted", .bool(anchor.isDeleted)),
    ])
  }
}

// MARK: - For people

extension StatisticsPrinter {
  private static let longest = 10

  func print() throws {
    let alive = statistics.anchors.count { !$0.isDeleted }
    let deleted = statistics.anchors.count - alive
    try line(
      session.paint(snapshot.title, .bold)
        + session.paint(
          TerminalText(
            " · \(CountText.text(index.count, "event")) · "
              + "\(CountText.text(alive, "anchor")), \(deleted) deleted")))
    if let start = index.start, let end = index.end {
      try line("from \(session.time.text(start)) to \(session.time.text(end))")
    }
    try line(sizes)
    try table(
      "TYPE", statistics.types.filter { $0.events > 0 }.map { ($0.type.rawValue, $0.events) })
    try table("ACTOR", statistics.actors.map { ($0.actor, $0.events) })
    try table(
      "BUSIEST DAYS OF \(statistics.days.count) (\(zoneText))",
      statistics.busiestDays.map { ($0.text, $0.events) })
    let ids = ShortIds(index)
    try table(
      "ANCHOR",
      statistics.anchors.map { ("\(ids.text($0.id)) \($0.face.label.plain)", $0.events) })
  }

  private var sizes: String {
    var text = "log \(ByteCountText.text(snapshot.head.bytes))"
    if let summary {
      text += ", all files \(ByteCountText.text(summary.bytes))"
      if summary.worldMapBytes > 0 {
        text += ", world map \(ByteCountText.text(summary.worldMapBytes))"
      }
    }
    return text
  }

  private func table(_ heading: String, _ rows: [(String, Int)]) throws {
    guard !rows.isEmpty else { return }
    try line("")
    var table = TextTable(columns: [
      .init(heading: TerminalText(heading), isFlexible: true),
      .init(heading: "EVENTS", alignment: .right),
    ])
    table.rows = rows.prefix(Self.longest).map { [.init($0.0), .init("\($0.1)")] }
    try session.print(table)
    if rows.count > Self.longest { try line("and \(rows.count - Self.longest) more") }
  }

  private func line(_ text: String) throws { try session.output.writeLine(text) }
}
