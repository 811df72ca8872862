import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisModels
import HyperbasisWording

/// The texts about an import that its survey does not have: its progress and its outcome.
enum ImportText {
  /// Returns the outcome: `13 events, 0 rows unchanged or already there, 1 left out`.
  static func result(_ survey: ImportSurvey) -> TerminalText {
    "\(CountText.text(survey.events.total, "event")), "
      + "\(CountText.text(survey.rowsAlreadyThere, "row")) unchanged or already there, "
      + "\(survey.rowsLeftOut) left out"
  }

  /// Returns what an import into the past means; nil if it is none.
  static func pastNote(_ survey: ImportSurvey) -> TerminalText? {
    guard survey.eventsInThePast > 0 else { return nil }
    let events = CountText.text(survey.eventsInThePast, "event")
    let beginning: TerminalText =
      survey.eventsInThePast == 1
      ? "is earlier than others of the same anchor: it"
      : "are earlier than others of the same anchors: each"
    return
      "\(events) \(beginning) changes what is shown from then on, until the next event of its "
      + "anchor that overrides it"
  }

  /// Returns what to do if the log has the content of the input but no longer shows it; nil if it does.
  ///
  /// - Parameters:
  ///   - space: the space as a word of a command.
  ///   - last: the last instant of the input, if it has one.
  static func takenBackNote(
    _ takenBack: TakenBack, space: String, last: HBInstant?, storeOption: String
  ) -> TerminalText? {
    let (space, option) = (TerminalText(space), TerminalText(storeOption))
    let date = TerminalText(last?.rfc3339Text ?? "DATE")
    let single: TerminalText = "hyperbasis rollback ANCHOR --at \(date)\(option) brings one back"
    var parts: [TerminalText] = []
    if takenBack.undone > 0 {
      let (verb, pronoun, owner): (TerminalText, TerminalText, TerminalText) =
        takenBack.undone == 1 ? ("is", "it", "its") : ("are", "them", "their")
      let redo: TerminalText = "hyperbasis redo \(space)\(option) brings \(pronoun) back"
      parts.append(
        "\(CountText.text(takenBack.undone, "anchor")) in it \(verb) already in the log, but "
          + "\(owner) import has since been undone; \(takenBack.isRedoNext ? redo : single)")
    }
    if takenBack.deleted > 0 {
      let verb: TerminalText = takenBack.deleted == 1 ? "was" : "were"
      parts.append(
        "\(CountText.text(takenBack.deleted, "anchor")) in it \(verb) deleted since; hyperbasis "
          + "restore ANCHOR\(option) brings one back")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Returns the progress: `reading 41 %, 12.3 of 30 MB, 1.8 million rows/s, 9 s left`.
  ///
  /// - Parameter seconds: the time since this pass began.
  static func progress(_ progress: ImportProgress, seconds: Double) -> TerminalText {
    let verb: TerminalText = progress.phase == .survey ? "reading" : "writing"
    let rate = seconds > 0 ? Double(progress.rows) / seconds : 0
    let rows: TerminalText = progress.rows > 0 ? ", \(TerminalText(rateText(rate)))" : .empty
    let megabytes = DecimalText.text(Double(progress.bytes) / 1_000_000, digits: 1)
    // Input through a pipe has no known length.
    guard progress.totalBytes > progress.bytes else {
      return "\(verb) \(TerminalText(megabytes)) MB\(rows)"
    }
    let share = Double(progress.bytes) / Double(progress.totalBytes)
    let total = DecimalText.text(Double(progress.totalBytes) / 1_000_000, digits: 1)
    let left = share > 0 ? seconds * (1 - share) / share : 0
    let rest = DurationText.short(microseconds: Int64(max(1, left.rounded()) * 1_000_000))
    return
      "\(verb) \(Int(share * 100)) %, \(TerminalText(megabytes)) of \(TerminalText(total)) MB\(rows), "
      + "\(TerminalText(rest)) left"
  }

  private static func rateText(_ rate: Double) -> String {
    rate >= 1_000_000
      ? "\(DecimalText.text(rate / 1_000_000, digits: 1)) million rows/s"
      : "\(DecimalText.text(rate / 1000, digits: 0)) thousand rows/s"
  }
}
