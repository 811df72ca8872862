import Foundation

extension ImportSurvey {
  /// Returns what was understood and what would be done, one line each, without the command.
  ///
  /// - Parameters:
  ///   - space: the space's name.
  ///   - isNew: whether the space does not exist yet.
  public func screen(space: String, isNew: Bool) -> [String] {
    let files = inputs.map { input in
      let rows = input.rowCount == 1 ? "1 row" : "\(input.rowCount) rows"
      return "\(input.name): \(input.form), \(rows)"
    }
    return files + findingLines + notes + [conclusion(space, isNew)]
  }

  /// The findings, with topics, columns and texts aligned below each other.
  private var findingLines: [String] {
    let width = min(findings.map(\.columns.count).max() ?? 0, Self.widestColumns)
    return findings.map { finding in
      var columns = finding.columns
      if columns.count > Self.widestColumns {
        columns = columns.prefix(Self.widestColumns - 1) + "…"
      }
      let gap = String(repeating: " ", count: max(0, width - columns.count))
      let topic = finding.topic.rawValue
      let indent = String(repeating: " ", count: max(1, 10 - topic.count))
      return "  \(topic)\(indent)\(columns)\(gap)\(width > 0 ? "  " : "")\(finding.text)"
    }
  }

  private static let widestColumns = 28

  private func conclusion(_ space: String, _ isNew: Bool) -> String {
    if isRefused { return refusal }
    return events.total > 0 ? events.outcome(space: space, isNew: isNew) : nothing
  }

  /// Why nothing would be written.
  private var nothing: String {
    if rowCount == 0 { return "0 events: there are no rows" }
    if rowsAlreadyThere == rowCount { return "0 events: every row is already there" }
    var reasons: [String] = []
    if rowsAlreadyThere > 0 { reasons.append("\(Self.rows(rowsAlreadyThere)) already there") }
    if rowsLeftOut > 0 { reasons.append("\(Self.rows(rowsLeftOut)) left out") }
    return "0 events" + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: ", "))
  }

  private static func rows(_ count: Int) -> String {
    count == 1 ? "1 row is" : "\(count) rows are"
  }

  /// `bad.csv: 9 of 15 rows cannot be read; nothing was written`.
  public var refusal: String {
    let name = inputs.count == 1 ? inputs[0].name : "The inputs"
    // Includes rows of other spaces: the whole file is refused.
    let count = inputs.reduce(0) { $0 + $1.rowCount }
    let rows = count == 1 ? "1 row" : "\(count) rows"
    return "\(name): \(faults.count) of \(rows) cannot be read; nothing was written"
  }

  /// What to do about the rows that cannot be read: `correct it, or leave it out with --skip-bad`.
  package var refusalAdvice: String {
    if isAllFaults, let mistakenFormat { return mistakenFormat.advice }
    let them = faults.count == 1 ? "it" : "them"
    guard needsAllRows else {
      return isAllFaults
        ? "without \(them) there is nothing to import: correct \(them), or check the format and the "
          + "columns"
        : "correct \(them), or leave \(them) out with --skip-bad"
    }
    return "a complete state without \(them) would delete what is in \(them): correct \(them)"
      + (isStateAsked ? ", or import without --snapshot" : "")
  }

  /// The refusal with the first bad row and with advice, for callers of the library.
  package var refusalError: UnreadableInput {
    let first = faultLines.first.map { " The first: \($0)." } ?? ""
    guard !needsAllRows, !isAllFaults else {
      return UnreadableInput("\(refusal); \(refusalAdvice).\(first)")
    }
    return UnreadableInput(
      "\(refusal).\(first) Correct the rows, or leave them out: skipsBadRows of the options, --skip-bad "
        + "on the command line.")
  }

  /// The first faults, one line each, and the count of each kind if not all are shown.
  public var faultLines: [String] {
    // In a file of a different format, one fault says as much as all of them.
    let isMistaken = isAllFaults && mistakenFormat != nil
    var lines = faults.first.prefix(isMistaken ? 1 : faults.first.count).map { fault in
      let input = inputs[fault.place.input]
      let file = inputs.count > 1 ? "\(input.name): " : ""
      let column = fault.column.map { ", column \($0)" } ?? ""
      return "\(file)\(input.placeWord) \(fault.place.line)\(column): \(fault.found)"
    }
    if faults.count > faults.first.count, !isMistaken {
      let kinds = faults.countByKind.sorted {
        ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue)
      }
      lines.append(
        "in all: " + kinds.map { "\($0.value) × \($0.key.words)" }.joined(separator: ", "))
    }
    return lines
  }
}

extension EventCounts {
  /// Returns a text such as `would create the space "Vans": 2 created, 5 moved = 7 events`.
  ///
  /// - Parameter space: nil for a space without a name.
  public func outcome(space: String?, isNew: Bool) -> String {
    let name = space.map { "the space \"\($0)\"" } ?? "a space without a name"
    return "would \(isNew ? "create" : "change") \(name): \(words)"
  }

  /// `2 created, 5 moved = 7 events`.
  public var words: String {
    let parts = [
      (created, "created"), (moved, "moved"), (updated, "updated"), (deleted, "deleted"),
      (restored, "restored"),
    ]
    let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return "\(said) = \(total == 1 ? "1 event" : "\(total) events")"
  }
}

extension RowFault.Kind {
  /// The kind in words, for a list of kinds with their counts.
  public var words: String {
    switch self {
    case .tooFewCells: "too few cells"
    case .tooManyCells: "too many cells"
    case .unclosedQuote: "open quotation mark"
    case .notNumber: "not a number"
    case .notFinite: "not finite"
    case .noAnchor: "no anchor"
    case .noSpace: "no space"
    case .noSuchDay: "no such day"
    case .otherTimeFormat: "time in a different format"
    case .twoPlaces: "two places"
    case .notRotation: "not a rotation"
    case .outOfRange: "out of range"
    case .damaged: "damaged"
    }
  }
}
