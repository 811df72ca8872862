import ArgumentParser
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine

/// The time machine's filter, applied to what a command prints.
struct FilterOptions: ParsableArguments {
  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      """
      Only what matches: words, key=value, key!=value, priority>2, moved>50cm, alive<1h, y>0.5, \
      after:DATE, before:DATE, type:sticky_note, kind:moved, actor:name.
      """, valueName: "filter"))
  var text: String?
}

extension FilterOptions {
  /// What a heading says of the filter, since a person who gets the output does not know the command:
  /// `only type:light`. Nil without one.
  var note: TerminalText? {
    guard let text, !text.allSatisfy(\.isWhitespace) else { return nil }
    return "only \(TerminalText(text))"
  }

  /// Returns what the filter lets through of a space; nil if none is given.
  ///
  /// - Parameter all: the spaces that are viewed together; dates such as `end-2d` count from their
  ///   common start and end. Nil for the space alone.
  func filtered(
    _ snapshot: LogSnapshot, among all: [LogSnapshot]? = nil, _ session: StoreSession
  ) throws -> FilteredSpace? {
    guard let text else { return nil }
    return try EventFilter.read(text, among: all ?? [snapshot], session).map {
      try FilteredSpace(snapshot, $0)
    }
  }
}

extension EventFilter {
  /// Reads a filter as it is typed for a command; nil for an empty one.
  ///
  /// - Parameter snapshots: the spaces that are viewed; dates such as `end-2d` count from their common
  ///   start and end.
  static func read(
    _ text: String, among snapshots: [LogSnapshot], _ session: StoreSession
  ) throws -> EventFilter? {
    let indexes = snapshots.map(\.timeline.index)
    let dates = DateExpression.Context(
      now: session.now, start: indexes.compactMap(\.start).min(),
      end: indexes.compactMap(\.end).max(), zone: session.options.zone(in: session.context))
    do {
      return try EventFilter(text, dates: dates)
    } catch {
      throw CommandFailure.usage(error.text.plain)
    }
  }
}

/// What a filter lets through of a space.
struct FilteredSpace {
  let data: SpaceData
  let filter: EventFilter

  init(_ snapshot: LogSnapshot, _ filter: EventFilter) throws {
    data = SpaceData(snapshot)
    self.filter = filter
    data.filterExactly(filter)
    // Data that cannot be read may well be what was asked for.
    try data.requireReadable()
  }

  /// The events that pass.
  var events: EventSelection { data.events(passing: filter) }

  /// Returns the filter as of a date; for the latest state, as of its last event, as on screen.
  func filter(at moment: Moment) -> EventFilter {
    filter.asOf(moment.isLatest ? nil : moment.at)
  }

  /// Returns a test of whether an anchor passes in either of two states.
  func inclusion(from: Moment, to: Moment) -> (StatePair) -> Bool {
    let key = Comparison.Key(
      from: from.state.eventCount, to: to.state.eventCount, filter: filter(at: to))
    return data.inclusion(in: key, by: filter(at: to))
  }

  /// Removes from a comparison the anchors whose difference does not match the filter.
  func narrow(_ comparison: inout StateComparison) {
    var matcher = PairMatcher(filter, data.index, without: comparison.shiftTakenOut)
    comparison.keep { matcher.accepts($0) }
  }
}
