import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints events.
struct LogCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Print the events of a space, or of all spaces merged.")

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("Only events of this anchor.", valueName: "id"))
  var anchor: String?

  @Option(
    name: .customLong("type"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Only events of this type: created, moved, updated, deleted or restored; may be repeated.",
      valueName: "type"))
  var types: [String] = []

  @Option(help: ArgumentHelp("Only events at or after this date.", valueName: "date"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Only events at or before this date; a day alone means its midnight.", valueName: "date"))
  var to: String?

  @Option(help: ArgumentHelp("Print at most this many.", valueName: "n"))
  var limit: String?

  @Flag(help: "The newest first.")
  var reverse = false

  @Flag(help: "The lines of the log as they are on disk, in their order there.")
  var raw = false

  @OptionGroup var filter: FilterOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  /// Returns the anchor that a text names; this command takes the space of an ambiguous one without an
  /// option.
  private func anchorId(
    _ text: String, in snapshots: [LogSnapshot], _ session: StoreSession
  ) throws -> UUID {
    do {
      return try StoreSession.anchorId(text, in: snapshots)
    } catch let error as SelectorError {
      guard CommandAdvice.isOneForEachSpace(error) else { throw error }
      let command = session.command("log SPACE --anchor \(ShellText.line([text]))")
      throw CommandFailure.data(
        "\(HBStorageError.describe(error)) Or name its space: \(command)")
    }
  }

  func run(in context: CommandContext) throws {
    let limit = try limit.map { try PlaceArguments.count($0, option: "limit", minimum: 0) }
    let types = try Set(types.map(Self.type))
    if remote.isRemote { return try printRemote(limit, types, context) }
    try options.read(in: context) { session in
      if raw, filter.text != nil {
        throw CommandFailure.usage(
          "--where and --raw cannot be used together: a filter looks at events, and --raw prints lines that "
            + "may be none")
      }
      let snapshots = try session.snapshots(space)
      let anchorId = try anchor.map { try self.anchorId($0, in: snapshots, session) }
      var query = EventQuery(types: types, isReversed: reverse, limit: limit)
      let starts = snapshots.compactMap { $0.timeline.index.start }
      let ends = snapshots.compactMap { $0.timeline.index.end }
      query.from = try from.map { try session.instant($0, start: starts.min(), end: ends.max()) }
      query.to = try to.map { try session.instant($0, start: starts.min(), end: ends.max()) }
      if raw {
        let lines = RawLog(query: query, anchorId: anchorId)
        return try lines.print(snapshots, session, json: format.json)
      }
      let indexes = snapshots.map(\.timeline.index)
      query.passing = try snapshots.map {
        try filter.filtered($0, among: snapshots, session)?.events
      }
      let events = query.events(in: indexes, anchorId: anchorId)
      if events.isEmpty, !format.json, let warning = warning(query, session) {
        try session.context.writeWarning(warning)
      }
      try print(events, of: snapshots, session)
    }
  }

  /// Returns what may be wrong with dates between which there is nothing.
  private func warning(_ query: EventQuery, _ session: StoreSession) -> String? {
    guard let first = query.from, let last = query.to, last <= first else { return nil }
    if last < first {
      return "\(session.time.text(first)) is after \(session.time.text(last)); swap --from and --to"
    }
    // A valid text, since there is an instant.
    guard let day = to.flatMap({ try? DateExpression($0) }), day.isMidnight else { return nil }
    return "--from and --to are both \(session.time.text(last)); a day alone means its midnight"
  }

  private func print(
    _ events: [EventReference], of snapshots: [LogSnapshot], _ session: StoreSession
  ) throws {
    let indexes = snapshots.map(\.timeline.index)
    guard format.json else {
      if events.isEmpty, limit.flatMap({ Int($0) }) != 0 {
        let hasEvents = indexes.contains { $0.count > 0 }
        return try session.output.writeLine(hasEvents ? "No such events." : "No events yet.")
      }
      return try EventPrinter(session, snapshots, events).print(events)
    }
    try session.json.printList(events.count) { range in
      try events[range].map { try JSONNode($0.ordinal, in: indexes[$0.space]) }
    }
  }

  /// Prints the same for one space as the cloud has it.
  private func printRemote(
    _ limit: Int?, _ types: Set<HBAnchorEvent.EventType>, _ context: CommandContext
  ) throws {
    try remote.refuse([(filter.text != nil, "--where"), (raw, "--raw")])
    guard let limit, limit <= LogQuestion.mostEvents else {
      throw CommandFailure.usage(
        "--remote needs --limit N, at most \(LogQuestion.mostEvents); sync the space for more")
    }
    var question = LogQuestion(limit: limit)
    question.isReversed = reverse
    question.types = types
    question.anchor = try anchor.map { text in
      guard let id = UUID(uuidString: text) else {
        throw CommandFailure.usage("with --remote give the whole id of the anchor")
      }
      return id
    }
    try options.ask(in: context) { session in
      let remote = try RemoteSpace(space, session)
      question.from = try from.map(remote.instant)
      question.to = try to.map(remote.instant)
      let (snapshot, asked) = try remote.log(question)
      let index = snapshot.timeline.index
      let ordinals = (0..<index.count).filter { asked.contains(index.id($0)) }
      let events = (reverse ? ordinals.reversed() : ordinals).map {
        EventReference(space: 0, ordinal: $0)
      }
      try print(events, of: [snapshot], session)
    }
  }

  private static func type(_ text: String) throws -> HBAnchorEvent.EventType {
    guard let type = HBAnchorEvent.EventType(rawValue: text.lowercased()) else {
      throw CommandFailure.usage(
        "\"\(text)\" is not a type of event; give created, moved, updated, deleted or restored")
    }
    return type
  }
}

/// Which events of which spaces to print, in canonical order.
struct EventQuery {
  var types: Set<HBAnchorEvent.EventType> = []
  var from: HBInstant?
  var to: HBInstant?
  var isReversed = false
  var limit: Int?
  /// The events that pass a filter, by space; nil for all.
  var passing: [EventSelection?] = []
}

/// An event of one of several spaces.
struct EventReference: Sendable {
  /// The position of the space among the spaces.
  let space: Int
  let ordinal: Int
}

extension EventQuery {
  /// Returns the events in the order in which they are printed.
  ///
  /// - Parameter anchorId: the only anchor to include; nil for all.
  func events(in indexes: [EventIndex], anchorId: UUID? = nil) -> [EventReference] {
    var all = indexes.enumerated().flatMap { space, index in
      ordinals(in: index, anchorId, passing.isEmpty ? nil : passing[space]).map {
        EventReference(space: space, ordinal: $0)
      }
    }
    // One log is in canonical order already.
    if indexes.count > 1 { all.sort { Self.precedes($0, $1, indexes) } }
    if isReversed { all.reverse() }
    return limit.map { Array(all.prefix($0)) } ?? all
  }

  private func ordinals(
    in index: EventIndex, _ anchorId: UUID?, _ passing: EventSelection?
  ) -> [Int] {
    let first = from.map(index.eventCount(before:)) ?? 0
    let end = to.map(index.eventCount(through:)) ?? index.count
    guard first < end else { return [] }
    let isWanted: (Int) -> Bool = { types.isEmpty || types.contains(index.type($0)) }
    guard let anchorId else {
      guard let passing else { return (first..<end).filter(isWanted) }
      let numbers = passing.count(below: first)..<passing.count(below: end)
      return numbers.map { passing.ordinal(at: $0) }.filter(isWanted)
    }
    guard let slot = index.slot(of: anchorId) else { return [] }
    return index.ordinals(ofSlot: slot).filter {
      first <= $0 && $0 < end && isWanted($0) && passing?.contains($0) ?? true
    }
  }

  private static func precedes(
    _ left: EventReference, _ right: EventReference, _ indexes: [EventIndex]
  ) -> Bool {
    let (a, b) = (indexes[left.space], indexes[right.space])
    let (x, y) = (left.ordinal, right.ordinal)
    if a.instant(x) != b.instant(y) { return a.instant(x) < b.instant(y) }
    if a.version(x) != b.version(y) { return a.version(x) < b.version(y) }
    return a.id(x) < b.id(y)
  }
}
