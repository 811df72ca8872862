import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints the statistics of a space.
struct StatsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Count the events of a space by type, day and anchor.",
    discussion: """
      With --json: {spaceId, name, events, synthetic, anchors, deletedAnchors, startDate, \
      endDate, futureEvents, actors: [{actor, events}], types: [{type, events}], days: [{day, \
      events}], byAnchor: [{id, label, events, way, deleted, placed}], mostAtOnce: {anchors, \
      at}, longestWay: {id, label, way}, zone, busiestDays: [{day, events}], logBytes, bytes, \
      worldMapBytes}. Days are those of the zone in which times are shown. A way is how far an \
      anchor went while it was there, in metres. With --where only the events that pass are \
      counted, and their anchors, and mostAtOnce counts the anchors that pass, unless the filter \
      asks for events, as moved>1m does; sizes are those of the files.
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
      let filtered = try filter.filtered(snapshot, session)
      let statistics = try SpaceStatistics(
        filtered?.data ?? SpaceData(snapshot), filtered?.filter, now: session.now,
        zone: options.zone(in: context))
      let printer = StatisticsPrinter(
        session: session, snapshot: snapshot, summary: summary, statistics: statistics,
        filter: filter.note)
      if format.json { return try session.json.print(printer.json) }
      try printer.print()
    }
  }
}
