package import HyperbasisCanvas
package import HyperbasisExchange

/// What is said of an import: on the command line and on the screen.
package struct ImportText {
  package let survey: ImportSurvey
  /// What the space is called.
  package let space: String
  /// Whether the space comes into being with it.
  package let isNew: Bool

  package init(_ survey: ImportSurvey, space: String, isNew: Bool) {
    self.survey = survey
    self.space = space
    self.isNew = isNew
  }
}

extension ImportText {
  /// A line for each input: `vans.csv: CSV, UTF-8, comma, heading in line 1, 9 rows`.
  package var inputs: [TerminalText] {
    survey.inputs.map { input in
      let rows = CountText.text(input.rowCount, "row")
      return "\(TerminalText(input.name)): \(TerminalText(input.form)), \(rows)"
    }
  }

  /// One thing that was understood.
  package struct Line {
    /// What it is about: `anchor`, `time`; empty where that stands above.
    package let topic: TerminalText
    /// The columns that say so.
    package let columns: TerminalText
    package let text: TerminalText
  }

  /// What was understood, in the order of the survey.
  package var understood: [Line] {
    var last: Finding.Topic?
    return survey.findings.map { finding in
      defer { last = finding.topic }
      return Line(
        topic: finding.topic == last ? .empty : TerminalText(finding.topic.rawValue),
        columns: TerminalText(finding.columns), text: TerminalText(finding.text))
    }
  }

  /// What would be written: `would make the space "Vans": 2 created, 5 moved = 7 events`.
  package var outcome: TerminalText {
    Self.outcome(survey.events, space: space, isNew: isNew)
  }

  package static func outcome(
    _ events: EventCounts, space: String?, isNew: Bool
  ) -> TerminalText {
    let name: TerminalText =
      space.map { "the space \"\(TerminalText($0))\"" } ?? "a space without a name"
    let verb: TerminalText = isNew ? "would make" : "would add to"
    guard events.total > 0 else { return "nothing to add to \(name)" }
    return "\(verb) \(name): \(counts(events))"
  }

  /// `2 created, 5 moved, 6 updated = 13 events`.
  package static func counts(_ events: EventCounts) -> TerminalText {
    let kinds: [(Int, TerminalText)] = [
      (events.created, "created"), (events.moved, "moved"), (events.updated, "updated"),
      (events.deleted, "deleted"), (events.restored, "restored"),
    ]
    let parts = kinds.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" as TerminalText }
    return "\(parts.joined(separator: ", ")) = \(CountText.text(events.total, "event"))"
  }

  /// What came of it: `13 events, 0 already there, 1 left out`.
  package var result: TerminalText {
    var parts: [TerminalText] = [
      CountText.text(survey.events.total, "event"), "\(survey.rowsAlreadyThere) already there",
    ]
    let left = survey.rowsLeftOut + (survey.options.skipsBadRows ? survey.faults.count : 0)
    parts.append("\(left) left out")
    return parts.joined(separator: ", ")
  }

  /// Whole sentences on what is odd.
  package var notes: [TerminalText] {
    var notes = survey.notes.map { TerminalText($0) }
    if survey.eventsInThePast > 0 {
      let events = CountText.text(survey.eventsInThePast, "event")
      let verb: TerminalText = survey.eventsInThePast == 1 ? "lies" : "lie"
      notes.append(
        "\(events) \(verb) before others of the same anchors and change what is shown after them; to "
          + "compare a corrected file with the old one, import it into a space of its own and use diff"
      )
    }
    return notes
  }
}

// MARK: - How far it is

extension ImportText {
  /// `reading 41 %, 12.3 of 30 MB, 1.8 million rows/s, 9 s left`.
  ///
  /// - Parameter seconds: since this pass began.
  package static func progress(_ progress: ImportProgress, seconds: Double) -> TerminalText {
    let verb: TerminalText = progress.phase == .survey ? "reading" : "writing"
    let rate = seconds > 0 ? Double(progress.rows) / seconds : 0
    let rows: TerminalText = progress.rows > 0 ? ", \(TerminalText(rateText(rate)))" : .empty
    let megabytes = DecimalText.text(Double(progress.bytes) / 1_000_000, digits: 1)
    // What comes through a pipe has no known end.
    guard progress.totalBytes > progress.bytes else {
      return "\(verb) \(TerminalText(megabytes)) MB\(rows)"
    }
    let share = Double(progress.bytes) / Double(progress.totalBytes)
    let total = DecimalText.text(Double(progress.totalBytes) / 1_000_000, digits: 1)
    let left = share > 0 ? seconds * (1 - share) / share : 0
    let rest = DurationText.short(microseconds: Int64(max(1, left.rounded()) * 1_000_000))
    return
      "\(verb) \(Int(share * 100)) %, \(TerminalText(megabytes)) of \(TerminalText(total)) MB\(rows), \(TerminalText(rest)) left"
  }

  private static func rateText(_ rate: Double) -> String {
    rate >= 1_000_000
      ? "\(DecimalText.text(rate / 1_000_000, digits: 1)) million rows/s"
      : "\(DecimalText.text(rate / 1000, digits: 0)) thousand rows/s"
  }
}

// MARK: - Rows that cannot be read

extension ImportText {
  /// `bad.csv: 9 of 15 rows cannot be read; nothing was written`.
  package var refusal: TerminalText {
    let name = survey.inputs.map(\.name).joined(separator: ", ")
    let rows: TerminalText = survey.rowCount == 1 ? "1 row" : "\(survey.rowCount) rows"
    return
      "\(TerminalText(name)): \(survey.faults.count) of \(rows) cannot be read; nothing was written"
  }

  /// The first rows that cannot be read: `line 5, column y: "two" is not a number`.
  package var faults: [TerminalText] {
    var lines = survey.faults.first.map(line)
    let rest = survey.faults.count - survey.faults.first.count
    if rest > 0 { lines.append("and \(rest) more") }
    return lines
  }

  private func line(_ fault: RowFault) -> TerminalText {
    let isOne = survey.inputs.count == 1
    let file: TerminalText =
      isOne || !survey.inputs.indices.contains(fault.place.input)
      ? .empty : "\(TerminalText(survey.inputs[fault.place.input].name)), "
    let column: TerminalText = fault.column.map { ", column \(TerminalText($0))" } ?? .empty
    return "\(file)line \(fault.place.line)\(column): \(TerminalText(fault.found))"
  }

  /// Which faults there are, by kind: `3 not numbers, 1 no such day`.
  package var faultCounts: TerminalText {
    RowFault.Kind.allCases.compactMap { kind -> TerminalText? in
      survey.faults.countByKind[kind].map { "\($0) \(kind.text)" }
    }.joined(separator: ", ")
  }
}

extension RowFault.Kind {
  fileprivate var text: TerminalText {
    switch self {
    case .tooFewCells: "with too few cells"
    case .tooManyCells: "with too many cells"
    case .unclosedQuote: "with a quotation mark that is never closed"
    case .notNumber: "with something that is not a number"
    case .notFinite: "with a number that is not finite"
    case .noAnchor: "without an anchor"
    case .noSuchDay: "with a day or time that does not exist"
    case .otherTimeFormat: "with a time written in another way"
    case .notRotation: "with a rotation that is not one"
    case .outOfRange: "with a number out of range"
    case .damaged: "damaged"
    }
  }
}
