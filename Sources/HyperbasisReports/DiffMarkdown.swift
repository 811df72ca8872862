package import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisModels
import HyperbasisTimeMachine
package import HyperbasisWording

/// The changes between two dates as Markdown, for pasting into an issue.
package struct DiffMarkdown {
  private let report: DiffReport
  private let title: TerminalText
  private let note: TerminalText?
  private let isFiltered: Bool
  private let dates: (from: TerminalText, to: TerminalText)
  private let shifts: [TerminalText]
  private let ids: ShortIds

  /// - Parameters:
  ///   - note: what the report leaves out; nil if it covers the whole space.
  ///   - isFiltered: whether a filter may have left changes out.
  ///   - from: the first date, with its zone.
  ///   - to: the second date, with its zone.
  ///   - shifts: sentences about what happened to the space as a whole between the two dates.
  package init(
    _ report: DiffReport, title: TerminalText, note: TerminalText? = nil, isFiltered: Bool = false,
    from: TerminalText, to: TerminalText, shifts: [TerminalText], ids: ShortIds
  ) {
    self.report = report
    self.title = title
    self.note = note
    self.isFiltered = isFiltered
    self.dates = (from, to)
    self.shifts = shifts
    self.ids = ids
  }

  /// How many changes the table lists at most; nobody reads more in an issue.
  package static let mostRows = 100

  package var text: String {
    let changes = report.changes
    var blocks = [
      "## \(escaped(title))",
      "\(escaped(dates.from)) → \(escaped(dates.to))" + (note.map { " · \(escaped($0))" } ?? ""),
      "**\(escaped(TerminalText(report.summary(isFiltered: isFiltered))))**",
    ]
    if !shifts.isEmpty { blocks.append(shifts.map { "- \(escaped($0))" }.joined(separator: "\n")) }
    if !changes.isEmpty { blocks.append(table(of: changes)) }
    let rest = changes.count - Self.mostRows
    if rest > 0 { blocks.append("… and \(CountText.text(rest, "more change"))") }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func table(of changes: [ReportedChange]) -> String {
    let unit = LengthUnit(ofColumn: report.moved.map(\.distance))
    let shown = changes.prefix(Self.mostRows)
    let actors = shown.map { ActorText.names(report.contribution(to: $0)) }
    // If nobody is named, a column for the names would only take up room.
    let namesAnyone = actors.contains { !$0.isEmpty }
    var lines = ["| | anchor | id | change | x, y, z in metres |", "|---|---|---|---|---|"]
    if namesAnyone { lines = ["\(lines[0]) by |", "\(lines[1])---|"] }
    for (change, actors) in zip(shown, actors) {
      let text = change.text(in: unit)
      var cells = [
        escaped(TerminalText(change.kind.glyph(.braille))), escaped(change.label.truncated(to: 60)),
        "`\(ids.text(change.anchor.id))`",
        escaped(text.isEmpty ? change.kind.word : text),
        change.kind == .updated ? "" : escaped(change.place),
      ]
      if namesAnyone {
        cells.append(escaped(actors.joined(separator: ", ")))
      }
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  private func escaped(_ text: TerminalText) -> String { MarkdownText.escaped(text.plain) }
}
