import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisWording

/// A running export: which part of a space, which content, and how.
struct Export {
  let scope: ExportScope
  let content: ExportContent
  let options: ExportOptions

  var index: EventIndex { scope.index }
  var session: StoreSession { scope.session }
}

extension Export {
  /// Writes a format and returns what was written: `5 events`.
  func write(_ format: ExportFormat, to sink: ByteSink) throws -> TerminalText {
    switch (format, content) {
    case (.jsonl, .events): try writeLog(to: sink)
    case (.jsonl, .state): try writeAnchors(to: sink)
    case (.csv, .events), (.csv, .state): try writeTable(to: sink)
    case (.md, _): try writeMarkdown(to: sink)
    case (.svg, _): try writePicture(to: sink)
    case (.html, _): try writePage(to: sink)
    case (.geojson, _): try writeGeoJSON(to: sink)
    case (.tum, _): try writeTrajectory(to: sink)
    case (.glb, _): try writeScene(to: sink)
    // Whole spaces are exported by `exportContainer`.
    case (.sdk, _): throw CommandFailure.usage("sdk holds whole spaces, not a part of one")
    case (.jsonl, .diff), (.csv, .diff): try writeChanges(format, to: sink)
    }
  }

  /// Prints a warning besides what is written.
  func warn(_ message: String) throws {
    try session.context.writeWarning(message)
  }
}

// MARK: - Tables

extension Export {
  private func writeTable(to sink: ByteSink) throws -> TerminalText {
    let ordinals =
      content == .state
      ? scope.ordinals(of: try scope.moment()) : startedOrdinals()
    let survey = try CSVSurvey(index, ordinals)
    try CSVWriter(index, survey, isForExcel: options.excel).write(to: sink)
    if content == .events { try warnOfLeftOutEvents(ordinals) }
    try warn(of: survey)
    return content == .state
      ? CountText.text(ordinals.count, "anchor")
      : CountText.text(ordinals.count, "event")
  }

  /// Warns of what a list of events lacks.
  ///
  /// - Parameter written: the events that are written, in canonical order.
  func warnOfLeftOutEvents(_ written: [Int]) throws {
    try warn(ofPlaceless: scope.ordinals().count - written.count)
    try warn(ofOutdated: scope.countOfOutdated(after: written))
  }

  /// - Parameter count: how many anchors changed later without matching the filter.
  func warn(ofOutdated count: Int) throws {
    guard count > 0 else { return }
    try warn(
      count == 1
        ? "1 anchor changed or was deleted later in events that the filter leaves out; whoever reads the "
          + "file finds it as it was when it last matched"
        : "\(count) anchors changed or were deleted later in events that the filter leaves out; whoever "
          + "reads the file finds them as they were when they last matched")
  }

  func warn(ofPlaceless missing: Int) throws {
    guard missing > 0 else { return }
    try warn(
      missing == 1
        ? "1 event before its anchor's first place is left out; jsonl keeps it"
        : "\(missing) events before their anchors' first places are left out; jsonl keeps them")
  }

  private func warn(of survey: CSVSurvey) throws {
    if survey.hasMatrices {
      let count = CountText.text(survey.unusualTransforms, "transform")
      try warn(
        "\(count) cannot be expressed as position and quaternion (scale, or the last bit of the "
          + "rotation); all are written as matrices, m0 to m15 by columns")
    }
    if !survey.ambiguousKeys.isEmpty {
      let columns = survey.ambiguousKeys.map(CSVWriter.column(ofKey:))
      try warn(
        "text that looks like a number or like true or false; to read it back as text, import "
          + "with \(columns.map { "--text \(ShellText.line([$0]))" }.joined(separator: " "))")
    }
    if !survey.mixedKeys.isEmpty {
      try warn(
        "csv cannot tell numbers, true and false from text that looks like them; both are in "
          + "\(columns(of: survey.mixedKeys)), where --text would make all of it text; jsonl keeps them"
      )
    }
    if !survey.flattenedKeys.isEmpty {
      try warn(
        "csv cannot tell lists, objects, null and empty text from other text; they are in "
          + "\(columns(of: survey.flattenedKeys)); jsonl keeps them")
    }
  }

  /// Returns keys by their column names in the table.
  private func columns(of keys: [String]) -> String {
    keys.map(CSVWriter.column(ofKey:)).joined(separator: ", ")
  }
}
