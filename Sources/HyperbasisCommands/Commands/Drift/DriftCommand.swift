import ArgumentParser
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisWording

/// Lists the shifts of a space through its history.
struct DriftCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Show when a space or a part of it shifted, by how much, and who wrote it.",
    discussion: """
      A shift is a burst of writes that moves anchors at rest by one motion: a device that found \
      its place again. What was moved by hand, one by one or together, is not a shift. MOVED is \
      how far the anchors that followed went (the median), YAW how far they turned about the \
      vertical. The heading says how far the middle of the space is now from where it was before \
      the first burst of moves, or at the date of --since. The middle is the median of the anchors \
      along each axis, so a shift of fewer than half of them does not move it. A turn moves the \
      anchors around the middle further than the middle itself. If the anchors went different \
      ways, the heading does not say how far (in JSON: lost). Anchors that moved in steps of less \
      than 1 cm crept, which is not a shift: a line below the list says how many crept, and how \
      far in all.

      With --json: {spaceId, since, reference, actors, shifts: [{id, from, to, actor, class, \
      displacement, centroid, about, yaw, yawError, translation, residual, followers, written, \
      live, leftBehind, evidence, sure, headings, scale, inverseOf, corrects, takenOut}], curve: \
      [{at, offset, yaw, error, rekeyed, lost}], creeps: [{anchors, live, steps, displacement, \
      yaw}], frames: [{anchors, yaw, translation}], undecided}; metres and degrees. If the anchors \
      do not determine the yaw, yaw is 0, and yawError and headings are null. takenOut says \
      whether a correction has taken the shift out.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("Only what came at or after this date.", valueName: "date"))
  var since: String?

  @Flag(help: "Also show what moved together and is not a shift.")
  var all = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func run(in context: CommandContext) throws {
    try options.read(in: context) { session in
      let snapshot = try session.snapshot(space)
      let index = snapshot.timeline.index
      let report = DriftReport(
        index, try DriftHistory(index),
        since: try since.map { try session.moment($0, in: index).at },
        showsAll: all)
      if format.json { return try session.json.print(JSONNode(report)) }
      try print(report, of: snapshot, session)
    }
  }

  private func print(
    _ report: DriftReport, of snapshot: LogSnapshot, _ session: StoreSession
  ) throws {
    let since = report.since.map { "drift since \(session.time.text($0))" } ?? "no events yet"
    try session.printHeading(
      snapshot.title,
      [TerminalText(since), report.now].filter { !$0.isEmpty }.joined(separator: " · "))
    if report.shifts.isEmpty {
      try session.printWrapped(.init(report.emptyText))
    } else {
      try session.print(table(report, columns: session.context.lineWidth))
    }
    let reference = report.isSinceStart ? report.reference : nil
    for line in report.remarks(reference.map { TerminalText(session.time.text($0)) }) {
      try session.printWrapped(.init(line))
    }
    if report.frames.count > 1 {
      // The help needs no store, so this command names none.
      try session.printWrapped(
        .init("To bring them all into one frame, see hyperbasis help correct."))
    }
  }

  private static let leastWidthOfNotes = 60

  private func table(_ report: DriftReport, columns: Int) -> TextTable {
    let ids = ShortIds(report.shifts.map { $0.commandId(in: report.index) })
    let takenOut = ShiftsTakenOut(report.index)
    let unit = LengthUnit(ofColumn: report.shifts.map(\.displacement))
    var table = TextTable(columns: [
      "TIME", .flexible("WHO", worth: 4), "WHAT", .number("MOVED"), .number("YAW", worth: 6),
      .number("FOLLOWED", worth: 3), .number("RESIDUAL", worth: 2),
      // Who wrote is shown nowhere else, so the verdict is truncated first; where not even dates would have
      // room beside it, it is left out.
      .init(
        heading: "NOTE", isFlexible: true, comfortable: report.hasActors ? 12 : 25,
        worth: columns < Self.leastWidthOfNotes ? 5 : nil), "ID",
    ])
    table.rows = report.shifts.enumerated().map { number, shift in
      let text = ShiftText(
        shift, after: number > 0 ? report.shifts[number - 1] : nil,
        role: shift.role(in: report.index), isTakenOut: takenOut.contains(shift))
      let style: Style = shift.kind.isShift ? .plain : .init(.dim)
      let cells: [TextTable.Cell] = [
        .init(shift.from, style), .init(shift.actor ?? "", style), .init(text.what, style),
        .init(text.displacement(in: unit), style), .init(text.yaw, style),
        .init(text.followed, style), .init(text.residual, style),
        .init(text.verdict, style),
        .init(ids.text(shift.commandId(in: report.index)), .init(.accent)),
      ]
      return cells
    }
    return table
  }
}
