import ArgumentParser
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisReports
import HyperbasisTimeMachine
import HyperbasisWording

/// Prints what changed between two dates.
struct DiffCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show what changed between two dates.",
    discussion: """
      From the start to the latest state, unless dates are given. A shift that was found between \
      the two is named, and whether it came back; with --json, shift is what --align took out \
      (null without it): followers are still in it, broughtBack is how many are back where they \
      were.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("The first date (else the start).", valueName: "date"))
  var from: String?

  @Option(help: ArgumentHelp("The second date (else the latest state).", valueName: "date"))
  var to: String?

  @OptionGroup var moves: MoveOptions

  @Flag(help: "First take out the shifts that were found between the two (see drift).")
  var align = false

  @Flag(help: "Also say who made each change, and when it was last made.")
  var who = false

  @Flag(help: "Exit with 1 if there are changes; failures then exit with 70.")
  var exitCode = false

  @OptionGroup var filter: FilterOptions
  @OptionGroup var sort: SortOptions
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    var hasChanges = false
    do {
      hasChanges = try compare(context)
    } catch  where exitCode && !(error is OutputClosed) {
      let failure = CommandFailure(error)
      guard failure.status != ExitStatus.usage else { throw failure }
      throw CommandFailure(ExitStatus.diffFailed, failure.message)
    }
    if exitCode, hasChanges { throw CommandFailure.silent(ExitStatus.failed) }
  }

  /// Prints the difference, and returns whether there is one.
  private func compare(_ context: CommandContext) throws -> Bool {
    let rule = try moves.rule
    try remote.refuse([
      (filter.text != nil, "--where"), (sort.name != nil, "--sort"), (align, "--align"),
      (who, "--who"),
    ])
    var hasChanges = false
    if remote.isRemote {
      try options.ask(in: context) { session in
        let remote = try RemoteSpace(space, session)
        let dates = [try from.map(remote.instant) ?? remote.start, try to.map(remote.instant)]
        hasChanges = try compare(remote.snapshot(at: dates), rule, session)
      }
    } else {
      try options.read(in: context) { session in
        hasChanges = try compare(session.snapshot(space), rule, session)
      }
    }
    return hasChanges
  }

  private func compare(
    _ snapshot: LogSnapshot, _ rule: MoveRule, _ session: StoreSession
  ) throws -> Bool {
    let order = try sort.order()
    let index = snapshot.timeline.index
    let before = try start(in: index, session)
    let after = try session.moment(to, in: index)
    let filtered = try filter.filtered(snapshot, session)
    var comparison = try StateComparison(
      index, from: index.rows(of: before.state), to: index.rows(of: after.state), rule: rule,
      shift: align ? .takenOut(DriftHistory(index)) : .ignored,
      where: filtered?.inclusion(from: before, to: after))
    filtered?.narrow(&comparison)
    if order != .usual {
      let data = filtered?.data ?? SpaceData(snapshot)
      comparison.arrange(
        data.numbers(
          of: comparison.pairs, order, at: after.isLatest ? index.end : after.at))
    }
    let report = try DiffReport(index, comparison, fromDate: before.at, toDate: after.at)
    let printer = DiffPrinter(
      session: session, snapshot: snapshot, from: before, to: after, saysWho: who)
    if format.json {
      try session.json.print(printer.json(report))
    } else {
      let shift =
        align
        ? ShiftText.takenOutOfMoves(
          report.shift, notAShift: report.notAShift,
          stillShifted: report.shift?.namesOfStillShifted(index) ?? [])
        : shiftNote(index, from: before, to: after, report)
      try printer.print(
        report, shift: shift, isSorted: order != .usual, filter: filter.note)
    }
    return report.diff.changeCount > 0
  }

  /// Returns a note that a shift lies between the two states, which looks like any other moves. Nil if
  /// there is none, or if none is looked for because too few anchors moved or the log is very long.
  private func shiftNote(
    _ index: EventIndex, from before: Moment, to after: Moment, _ report: DiffReport
  ) -> TerminalText? {
    guard !remote.isRemote, report.moved.count >= Self.leastMoved, index.count <= Self.mostEvents
    else { return nil }
    // Unreadable events in between are no reason not to compare the two states.
    guard let history = try? DriftHistory(index),
      let comparison = try? StateComparison(
        index, from: index.rows(of: before.state), to: index.rows(of: after.state),
        rule: MoveRule(), shift: .found(history)),
      let shift = comparison.shift
    else { return nil }
    return ShiftText.included(shift, stillShifted: shift.namesOfStillShifted(index))
      + "; --align takes it out"
  }

  /// Fewer anchors that move alike are no sign of a shift.
  private static let leastMoved = 3
  /// In a longer log, an unrequested search for shifts would take longer than everything else.
  private static let mostEvents = 200_000

  private func start(in index: EventIndex, _ session: StoreSession) throws -> Moment {
    if let from { return try session.moment(from, in: index) }
    let at = index.start ?? session.now
    return Moment(at: at, state: index.state(at: at), isLatest: false)
  }
}
