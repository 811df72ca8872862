package import HyperbasisCanvas
import HyperbasisModels
package import HyperbasisWording

/// The changes between two dates as Markdown, to be pasted into an issue.
package struct DiffMarkdown {
  private let report: DiffReport
  private let title: TerminalText
  private let dates: (from: TerminalText, to: TerminalText)
  private let shifts: [TerminalText]
  private let ids: ShortIds

  /// - Parameters:
  ///   - dates: with their zone.
  ///   - shifts: sentences on what became of the space as a whole between the two dates.
  package init(
    _ report: DiffReport, title: TerminalText, from: TerminalText, to: TerminalText,
    shifts: [TerminalText], ids: ShortIds
  ) {
    self.report = report
    self.title = title
    self.dates = (from, to)
    self.shifts = shifts
    self.ids = ids
  }

  /// Nobody reads more in an issue.
  package static let mostRows = 100

  package var text: String {
    let changes = report.changes
    var blocks = [
      "## \(escaped(title))", "\(escaped(dates.from)) → \(escaped(dates.to))",
      "**\(escaped(TerminalText(report.summary)))**",
    ]
    if !shifts.isEmpty { blocks.append(shifts.map { "- \(escaped($0))" }.joined(separator: "\n")) }
    if !changes.isEmpty { blocks.append(table(of: changes)) }
    let rest = changes.count - Self.mostRows
    if rest > 0 { blocks.append("… and \(CountText.text(rest, "more change"))") }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func table(of changes: [ReportedChange]) -> String {
    let unit = LengthUnit(ofColumn: report.moved.map(\.distance))
    var lines = ["| | anchor | id | change | x, y, z in metres |", "|---|---|---|---|---|"]
    for change in changes.prefix(Self.mostRows) {
      let text = change.text(in: unit)
      let cells = [
        change.kind.sign, escaped(change.label.truncated(to: 60)),
        "`\(ids.text(change.anchor.id))`",
        escaped(text.isEmpty ? TerminalText(change.kind.rawValue) : text),
        change.kind == .updated ? "" : escaped(change.place),
      ]
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  private func escaped(_ text: TerminalText) -> String { MarkdownText.escaped(text.plain) }
}

extension ReportedChange.Kind {
  /// As on the screen.
  var sign: String {
    switch self {
    case .removed: "×"
    case .added: "+"
    case .moved: "\\~"
    case .updated: "≈"
    }
  }
}
