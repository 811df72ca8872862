import HyperbasisCanvas

/// A text in sentences, wrapped between words if a terminal is too narrow for it.
struct Paragraph {
  /// The beginning of the paragraph, in a style of its own.
  var lead = TextTable.Cell(.empty)
  var text: TextTable.Cell
  /// The blanks before its lines; if there is a lead, before all but the first.
  var indentation = 0

  /// - Parameter width: the columns of the terminal; nil to keep the text on one line, for programs.
  func lines(_ paint: Paint, width: Int?) -> [String] {
    let whole = lead.text + text.text
    let lines = width.map { whole.wrapped(to: max(Self.narrowest, $0 - indentation)) } ?? [whole]
    return lines.enumerated().map { number, line in
      guard number == 0, !lead.text.isEmpty else {
        return String(repeating: " ", count: indentation) + paint(line, text.style)
      }
      let rest = line.suffix(columns: line.width - lead.text.width)
      return paint(lead.text, lead.style) + paint(rest, text.style)
    }
  }

  /// With fewer columns, lines would be unreadable.
  private static let narrowest = 20
}
