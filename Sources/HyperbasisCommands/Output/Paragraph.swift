import HyperbasisCanvas

/// A text in sentences, broken between words where a terminal is too narrow for it.
struct Paragraph {
  /// What it begins with, in a style of its own.
  var lead = TextTable.Cell(.empty)
  var text: TextTable.Cell
  /// The blanks before its lines; where there is a lead, before all but the first.
  var indentation = 0

  /// - Parameter width: The columns of the terminal; nil: the text stays one line, as programs
  ///   want it.
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

  /// Fewer columns make no line.
  private static let narrowest = 20
}
