import HyperbasisCanvas

/// Draws a line that is being typed, with its complaint.
struct PromptView {
  let prompt: Prompt
  let charset: Charset

  func draw(into frame: inout Frame, layout: Layout) {
    let line = layout.footer
    guard !line.isEmpty else { return }
    frame.fill(line)
    let start = frame.put(prompt.title, in: line, from: line.column + 1, style: .bold)
    let room = max(1, line.endColumn - start - 1)
    let before = TerminalText(String(prompt.editor.characters[..<prompt.editor.cursor]))
    let after = TerminalText(String(prompt.editor.characters[prompt.editor.cursor...]))
    let cursor = frame.put(shown(before, columns: room - 1), in: line, from: start)
    frame.put(after, in: line, from: cursor)
    frame.cursor = Position(column: min(cursor, line.endColumn - 1), row: line.row)
    drawComplaint(into: &frame, above: line)
  }

  /// Returns the end of the text before the cursor, with an ellipsis for what is cut.
  private func shown(_ text: TerminalText, columns: Int) -> TerminalText {
    guard text.width > columns else { return text }
    let ellipsis = charset.ellipsis
    let end = text.suffix(columns: max(0, columns - ellipsis.width))
    return columns > ellipsis.width ? ellipsis + end : end
  }

  private func drawComplaint(into frame: inout Frame, above line: Region) {
    guard let complaint = prompt.complaint else { return }
    let lines = Self.lines(of: complaint, columns: line.columns - 2, charset.ellipsis)
    for (number, text) in lines.enumerated() {
      let row = Region(
        column: line.column, row: line.row - lines.count + number, columns: line.columns, rows: 1)
      frame.fill(row)
      frame.put(text, in: row, from: row.column + 1, style: .warning)
    }
  }

  /// Breaks a text into a few lines, with an ellipsis if it is cut.
  private static func lines(
    of text: TerminalText, columns: Int, _ ellipsis: TerminalText
  ) -> [TerminalText] {
    let lines = text.wrapped(to: max(1, columns))
    guard lines.count > mostLines else { return lines }
    let rest = lines.dropFirst(mostLines - 1).joined(separator: " ")
    return lines.prefix(mostLines - 1) + [rest.truncated(to: columns, ellipsis: ellipsis)]
  }

  private static let mostLines = 3
}
