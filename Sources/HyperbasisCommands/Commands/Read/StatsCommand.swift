import ArgumentParser
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine

/// Prints counts.
struct StatsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count the events of a space by type, day and anchor.",
    discussion: """
      With --json: {spaceId, name, events, synthetic, anchors, deletedAnchors, startDate, endDate, \
      actors: [{actor, events}], types: [{type, events}], days: [{day, events}], \
      byAnchor: [{id, label, events, deleted}], zone, busiestDays: [{day, events}], logBytes, bytes, \
      worldMapBytes}. Days are those of the zone in which times are shown.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try options.read(in: context) { session in
      let snapshot = try session.snapshot(space)
      let summary = try session.store.catalog.summaries().first { $0.id == snapshot.spaceId }
      let statistics = try SpaceStatistics(snapshot, zone: options.zone(in: context))
      let printer = StatisticsPrinter(
        session: session, snapshot: snapshot, summary: summary, statistics: statistics)
      if format.json { return try session.json.print(printer.json) }
      try printer.print()
    }
  }
}
