import Foundation
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
  /// What narrows the counts; nil if all is counted.
  let filter: TerminalText?

  private var index: EventIndex { snapshot.timeline.index }

  var json: JSONNode {
    .object([
      ("spaceId", JSONNode(snapshot.spaceId)),
      ("name", .optional(snapshot.name)), ("events", .integer(statistics.events)),
      ("synthetic", .integer(statistics.synthetic)),
      ("anchors", .integer(statistics.anchorCount)),
      ("deletedAnchors", .integer(statistics.deletedCount)),
      ("startDate", .optional(statistics.start)),
      ("endDate", .optional(statistics.end)),
      ("futureEvents", .integer(statistics.futureEvents)),
      ("actors", list(statistics.actors.map { ("actor", $0.actor, $0.events) })),
      ("types", list(statistics.types.map { ("type", $0.type.rawValue, $0.events) })),
      ("days", list(statistics.days.map { ("day", $0.text, $0.events) })),
      ("byAnchor", .array(statistics.anchors.map(anchor))),
      (
        "mostAtOnce",
        .optional(statistics.mostAtOnce) { moment in
          .object([("anchors", .integer(moment.anchors)), ("at", JSONNode(moment.at))])
        }
      ),
      (
        "longestWay",
        .optional(statistics.longestWay) { anchor in
          .object([
            ("id", JSONNode(anchor.id)), ("label", .string(anchor.name)),
            ("way", .number(anchor.way)),
          ])
        }
      ),
      ("zone", .string(zoneText)),
      ("busiestDays", list(statistics.busiestDays.map { ("day", $0.text, $0.events) })),
      ("logBytes", .integer(snapshot.head.bytes)),
      ("bytes", .optional(summary?.bytes)),
      ("worldMapBytes", .optional(summary?.worldMapBytes)),
    ])
  }

  /// The zone whose days are counted; by its name if its offset changed in between.
  private var zoneText: String {
    let end = index.end ?? session.now
    return session.time.zoneText(from: index.start ?? end, through: end)
  }

  private func list(_ rows: [(key: String, name: String, events: Int)]) -> JSONNode {
    .array(rows.map { .object([($0.key, .string($0.name)), ("events", .integer($0.events))]) })
  }

  private func anchor(_ anchor: SpaceStatistics.Anchor) -> JSONNode {
    .object([
      ("id", JSONNode(anchor.id)), ("label", .string(anchor.name)),
      ("events", .integer(anchor.events)), ("way", .number(anchor.way)),
      ("deleted", .bool(anchor.isDeleted)), ("placed", .bool(anchor.isPlaced)),
    ])
  }
}

// MARK: - For people

extension StatisticsPrinter {
  private static let longest = 10

  func print() throws {
    let ids = ShortIds(index)
    try session.printHeading(
      snapshot.title,
      "\(CountText.text(statistics.events, "event")) · "
        + "\(CountText.text(statistics.anchorCount, "anchor")), "
        + "\(TerminalText(String(statistics.deletedCount))) deleted"
        + (filter.map { " · \($0)" } ?? ""))
    if let start = statistics.start, let end = statistics.end {
      try text("from \(session.time.text(start)) to \(session.time.text(end))")
    }
    if let moment = statistics.mostAtOnce {
      try text(
        "most at once: \(CountText.text(moment.anchors, "anchor").plain), "
          + session.time.text(moment.at))
    }
    if let anchor = statistics.longestWay {
      try session.printWrapped(
        .init(
          "longest path: \(anchor.description.label) (\(TerminalText(ids.text(anchor.id)))), "
            + TerminalText(LengthText.measured(anchor.way))))
    }
    if let future = statistics.futureText {
      try session.print(Paragraph(text: .init(future, Style(.warning))))
    }
    try text(sizes)
    try table(
      "TYPE", statistics.types.filter { $0.events > 0 }.map { ($0.type.rawValue, $0.events) })
    try table(
      "ACTOR",
      statistics.actors.map { actor in
        (ActorText.name(actor.actor, limit: .max)?.plain ?? "(blank)", actor.events)
      })
    let nameless = statistics.eventsWithoutActor
    if nameless > 0, !statistics.actors.isEmpty {
      try line("\(CountText.text(nameless, "event")) without an actor")
    }
    let count = statistics.days.count
    try table(
      "BUSIEST OF \(count) DAY\(count == 1 ? "" : "S") (\(zoneText))",
      statistics.busiestDays.map { ($0.text, $0.events) })
    try printAnchors(ids)
  }

  private func printAnchors(_ ids: ShortIds) throws {
    guard !statistics.anchors.isEmpty else { return }
    let shown = statistics.anchors.prefix(Self.longest)
    let unit = LengthUnit(ofColumn: shown.map(\.way))
    var table = TextTable(columns: [
      .flexible("ANCHOR"), .number("EVENTS"), .number("PATH", worth: 1),
    ])
    table.rows = shown.map { anchor in
      [
        .init("\(TerminalText(ids.text(anchor.id))) \(anchor.description.label)"),
        .init("\(anchor.events)"),
        .init(anchor.way > 0 ? LengthText.measured(anchor.way, in: unit) : ""),
      ]
    }
    try line("")
    try session.print(table)
    if statistics.anchors.count > Self.longest {
      try line("and \(statistics.anchors.count - Self.longest) more")
    }
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
      .flexible(TerminalText(heading)),
      .number("EVENTS"),
    ])
    table.rows = rows.prefix(Self.longest).map { [.init($0.0), .init("\($0.1)")] }
    try session.print(table)
    if rows.count > Self.longest { try line("and \(rows.count - Self.longest) more") }
  }

  private func line(_ text: String) throws { try session.output.writeLine(text) }

  /// Prints a line, broken between words if the terminal is too narrow for it.
  private func text(_ text: String) throws { try session.print(Paragraph(text: .init(text))) }
}
