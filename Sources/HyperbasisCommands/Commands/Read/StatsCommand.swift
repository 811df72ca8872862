import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints counts.
struct StatsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count the events of a space by type, day and anchor.",
    discussion: """
      With --json: {spaceId, name, events, synthetic, anchors, deletedAnchors, startDate, endDate, \
      futureEvents, actors: [{actor, events}], types: [{type, events}], days: [{day, events}], \
      byAnchor: [{id, label, events, deleted}], zone, busiestDays: [{day, events}], logBytes, bytes, \
      worldMapBytes}. Days are those of the zone in which times are shown. With --where only the \
      events that pass are counted, and their anchors; sizes are those of the files.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @OptionGroup var filter: FilterOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try options.read(in: context) { session in
      let snapshot = try session.snapshot(space)
      let summary = try session.store.catalog.summaries().first { $0.id == snapshot.spaceId }
      let statistics = try SpaceStatistics(
        snapshot, filter.filtered(snapshot, session)?.events, zone: options.zone(in: context))
      let printer = StatisticsPrinter(
        session: session, snapshot: snapshot, summary: summary, statistics: statistics)
      if format.json { return try session.json.print(printer.json) }
      try printer.print()
    }
  }
}

/// What can be counted in a space.
struct SpaceStatistics {
  struct Day: Equatable {
    let text: String
    var events: Int
  }

  struct Anchor {
    let id: UUID
    let description: AnchorDescription
    let events: Int
    let isDeleted: Bool
  }

  private(set) var types: [(type: HBAnchorEvent.EventType, events: Int)] = []
  private(set) var actors: [(actor: String, events: Int)] = []
  /// In order of time; only days with events.
  private(set) var days: [Day] = []
  /// Those with the most events first.
  private(set) var anchors: [Anchor] = []
  private(set) var synthetic = 0
  private(set) var events = 0
  /// When the first and the last of the events happened.
  private(set) var start: HBInstant?
  private(set) var end: HBInstant?

  /// - Parameter passing: The events that count; nil for all.
  init(_ snapshot: LogSnapshot, _ passing: EventSelection? = nil, zone: TimeZone) throws {
    let index = snapshot.timeline.index
    let events = passing ?? EventSelection(index)
    countEvents(events, index, TimeText(zone: zone))
    var counts = [Int](repeating: 0, count: index.slotCount)
    for number in 0..<events.count { counts[index.slot(events.ordinal(at: number))] += 1 }
    anchors = try counts.indices.filter { passing == nil || counts[$0] > 0 }
      .map { try Self.anchor($0, events: counts[$0], index) }
      .sorted { ($1.events, $0.id.uuidString) < ($0.events, $1.id.uuidString) }
  }

  var busiestDays: [Day] {
    Array(days.sorted { ($1.events, $0.text) < ($0.events, $1.text) }.prefix(5))
  }

  private mutating func countEvents(
    _ events: EventSelection, _ index: EventIndex, _ time: TimeText
  ) {
    if !events.isEmpty {
      start = index.instant(events.ordinal(at: 0))
      end = index.instant(events.ordinal(at: events.count - 1))
    }
    self.events = events.count
    var byType: [HBAnchorEvent.EventType: Int] = [:]
    var byActor: [String: Int] = [:]
    for ordinal in (0..<events.count).lazy.map({ events.ordinal(at: $0) }) {
      byType[index.type(ordinal), default: 0] += 1
      if let actor = index.actor(ordinal) { byActor[actor, default: 0] += 1 }
      if index.isSynthetic(ordinal) { synthetic += 1 }
      let day = time.day(index.instant(ordinal))
      if days.last?.text == day {
        days[days.count - 1].events += 1
      } else {
        days.append(Day(text: day, events: 1))
      }
    }
    types = HBAnchorEvent.EventType.allCases.map { ($0, byType[$0] ?? 0) }
    actors = byActor.map { ($0.key, $0.value) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  private static func anchor(_ slot: Int, events: Int, _ index: EventIndex) throws -> Anchor {
    let newest = index.newestOrdinal(ofSlot: slot)
    let id = index.anchorId(ofSlot: slot)
    return Anchor(
      id: id, description: AnchorDescription(try index.metadata(newest), id: id),
      events: events, isDeleted: !index.isVisible(newest))
  }
}

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
      ("name", .optional(snapshot.name)), ("events", .integer(statistics.events)),
      ("synthetic", .integer(statistics.synthetic)),
      ("anchors", .integer(statistics.anchors.count { !$0.isDeleted })),
      ("deletedAnchors", .integer(statistics.anchors.count(where: \.isDeleted))),
      ("startDate", .optional(statistics.start)),
      ("endDate", .optional(statistics.end)),
      ("futureEvents", .integer(index.ordinals(aheadOf: session.now).count)),
      ("actors", list(statistics.actors.map { ("actor", $0.actor, $0.events) })),
      ("types", list(statistics.types.map { ("type", $0.type.rawValue, $0.events) })),
      ("days", list(statistics.days.map { ("day", $0.text, $0.events) })),
      ("byAnchor", .array(statistics.anchors.map(anchor))),
      ("zone", .string(zoneText)),
      ("busiestDays", list(statistics.busiestDays.map { ("day", $0.text, $0.events) })),
      ("logBytes", .integer(snapshot.head.bytes)),
      ("bytes", .optional(summary?.bytes)),
      ("worldMapBytes", .optional(summary?.worldMapBytes)),
    ])
  }

  /// The zone whose days are counted, as it is at the end.
  private var zoneText: String { session.time.zoneText(at: index.end ?? session.now) }

  private func list(_ rows: [(key: String, name: String, events: Int)]) -> JSONNode {
    .array(rows.map { .object([($0.key, .string($0.name)), ("events", .integer($0.events))]) })
  }

  private func anchor(_ anchor: SpaceStatistics.Anchor) -> JSONNode {
    .object([
      ("id", JSONNode(anchor.id)), ("label", .string(anchor.description.label.plain)),
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
            " · \(CountText.text(statistics.events, "event")) · "
              + "\(CountText.text(alive, "anchor")), \(deleted) deleted")))
    if let start = statistics.start, let end = statistics.end {
      try line("from \(session.time.text(start)) to \(session.time.text(end))")
    }
    if let text = FutureText.text(index, now: session.now, session.time) {
      try line(session.paint(text, Style(.warning)))
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
      statistics.anchors.map { ("\(ids.text($0.id)) \($0.description.label.plain)", $0.events) })
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
}
