public import ArgumentParser
import Foundation
public import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisWording

/// Takes shifts out of the anchors of a space, as new events.
struct CorrectCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "correct",
    abstract: "Take shifts out of the anchors of a space, as new events.",
    usage: """
      hyperbasis correct [<space>] (--shift <id> ... | --since <date>) --to old|new
      """,
    discussion: """
      After a shift, some anchors are written in a different frame from the others. With --to old \
      those go back into the frame before it, with --to new the others are brought along. Only \
      the room can tell which is right: old if content hangs beside its place on the devices, new \
      if it looks right there. Moves that people made are kept, and hyperbasis undo takes all of \
      it back. For more than 20 anchors, you confirm by typing their number.
      """)

  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(
    help: ArgumentHelp(
      "The shift, or the beginning of its id, as drift lists it; may be repeated.",
      valueName: "id"))
  var shift: [String] = []

  @Option(help: ArgumentHelp("All shifts at or after this date.", valueName: "date"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "The frame that all anchors are to share: old (before the shifts) or new.",
      valueName: "frame"))
  var to: HBCorrection.Frame

  @Option(
    help: ArgumentHelp(
      "Anchors that were added since: keep where they are, or move.", valueName: "choice"))
  var added: HBCorrection.Added = .move

  @Option(
    help: ArgumentHelp(
      """
      What other devices wrote after a shift: stay in the old frame, or follow into the new one (else they \
      follow a shift of the whole space alone).
      """, valueName: "choice"))
  var others: HBCorrection.Others?

  @OptionGroup var options: WriteOptions

  func run(in context: CommandContext) throws {
    guard shift.isEmpty != (since == nil) else {
      throw CommandFailure.usage(
        "give the shifts with --shift ID, or a date with --since\(since == nil ? "" : ", not both")"
      )
    }
    try options.run(in: context) { session, runner in
      let spaceId = try session.spaceId(space)
      var details: [TerminalText] = []
      var title: TerminalText = .empty
      var reasonForNothing: TerminalText = .empty
      var runner = runner
      runner.asksForCount = true
      runner.reasonForNothing = { reasonForNothing.plain }
      try runner.run(in: spaceId, title: { _ in title.plain }, details: { _ in details }) {
        snapshot in
        let index = snapshot.timeline.index
        let history = try DriftHistory(index)
        let shifts = try chosen(history, index, session)
        let correction = HBCorrection(
          shifts: shifts.map(\.id), frame: to, added: added, others: others)
        let plan = try CorrectionPlan(
          correction, index, history, corrections: index.corrections)
        title = self.title(shifts, history, session)
        let text = CorrectionText(plan)
        reasonForNothing = text.reasonForNothing(shifts, keepsAdded: added == .keep)
        details = [text.counts] + text.warnings
        return .correct(correction)
      }
    }
  }

  private func title(
    _ shifts: [FoundShift], _ history: DriftHistory, _ session: StoreSession
  ) -> TerminalText {
    let what = name(shifts, history, session)
    switch to {
    case .old: return "Take out \(what), back to the earlier frame"
    case .new: return "Move the rest into the frame after \(what)"
    }
  }

  private func name(
    _ shifts: [FoundShift], _ history: DriftHistory, _ session: StoreSession
  ) -> TerminalText {
    guard shifts.count == 1, let shift = shifts.first else { return "\(shifts.count) shifts" }
    let date = TerminalText(session.time.text(shift.from))
    return "the \(CorrectionText.name(shift, among: history.shifts, date: date))"
  }
}

// MARK: - Which shifts

extension CorrectCommand {
  /// - Throws: ``CommandFailure`` if a text names none of the shifts, or several.
  private func chosen(
    _ history: DriftHistory, _ index: EventIndex, _ session: StoreSession
  ) throws -> [FoundShift] {
    let shifts = history.shifts.filter { $0.kind.isShift && $0.correction(in: index) == nil }
    let list = session.command("drift \(index.spaceId.uuidString)")
    guard let since else {
      for text in shift {
        try refuseCorrection(text, history, index, session)
        try refuseMotion(text, history, among: shifts, index, list)
      }
      let named = Set(try shift.map { try Self.shift($0, among: shifts, list).id })
      return shifts.filter { named.contains($0.id) }
    }
    let date = try session.instant(since, in: index)
    let later = shifts.filter { $0.from >= date }
    guard !later.isEmpty else {
      throw CommandFailure.data(
        "the space did not shift since \(session.time.text(date)); see \(list)")
    }
    return later
  }

  /// Refuses a correction or its undo: both are listed beside the shifts, but are undone as operations.
  private func refuseCorrection(
    _ text: String, _ history: DriftHistory, _ index: EventIndex, _ session: StoreSession
  ) throws {
    guard let prefix = UUIDPrefix(text), prefix.count >= TextualSelector.minimumPrefix else {
      return
    }
    let corrections = history.shifts.filter { shift in
      shift.correction(in: index) != nil
        && [shift.id, shift.firstEvent, shift.commandId(in: index)].contains(where: prefix.matches)
    }
    // One of them may have made several motions.
    let operations = Set(corrections.map { $0.commandId(in: index) })
    guard operations.count == 1, let found = corrections.first else { return }
    let reversal = try found.reversal(in: index, history).map { reversal in
      TerminalText(WayBack(session: session).command(reversing: reversal, index.spaceId))
    }
    let words = ShiftText(found, role: found.role(in: index))
    throw CommandFailure.data(
      words.refusal(of: "\"\(TerminalText(text))\"", reversal: reversal).plain)
  }

  /// Refuses a motion that is not a shift: it is listed on request, but there is nothing to take out.
  private func refuseMotion(
    _ text: String, _ history: DriftHistory, among shifts: [FoundShift], _ index: EventIndex,
    _ list: String
  ) throws {
    guard let prefix = UUIDPrefix(text), prefix.count >= TextualSelector.minimumPrefix else {
      return
    }
    func isNamed(_ shift: FoundShift) -> Bool {
      prefix.matches(shift.id) || prefix.matches(shift.firstEvent)
    }
    guard !shifts.contains(where: isNamed),
      let found = history.shifts.first(where: { isNamed($0) && $0.correction(in: index) == nil })
    else { return }
    throw CommandFailure.data(
      "\"\(text)\" is not a shift: \(ShiftText(found).otherCause.plain), so there is nothing to take out; "
        + "see \(list)")
  }

  /// - Parameter list: the command that lists the shifts.
  private static func shift(
    _ text: String, among shifts: [FoundShift], _ list: String
  ) throws -> FoundShift {
    guard let prefix = UUIDPrefix(text), prefix.count >= TextualSelector.minimumPrefix else {
      throw CommandFailure.data(
        "\"\(text)\" is not the id of a shift, nor \(TextualSelector.minimumPrefix) or more "
          + "characters of its beginning; see \(list)")
    }
    let matches = shifts.filter { prefix.matches($0.id) || prefix.matches($0.firstEvent) }
    guard let match = matches.first else {
      throw CommandFailure.data("the space has no shift \"\(text)\"; see \(list)")
    }
    guard matches.count == 1 else {
      let candidates = matches.map(\.id.uuidString).joined(separator: ", ")
      throw CommandFailure.data("\"\(text)\" matches \(matches.count) shifts: \(candidates)")
    }
    return match
  }
}

extension HBCorrection.Frame: ExpressibleByArgument {}
extension HBCorrection.Added: ExpressibleByArgument {}
extension HBCorrection.Others: ExpressibleByArgument {}
