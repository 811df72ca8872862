package import HyperbasisCanvas

/// A piece of the legend: what a glyph or a colour of the plan stands for.
package struct LegendEntry: Hashable, Sendable {
  /// Pieces of text that stand without a blank between them.
  package var runs: [Run]

  package struct Run: Hashable, Sendable {
    package var text: TerminalText
    package var style: Style
  }

  package init(_ text: TerminalText, style: Style) {
    runs = [Run(text: text, style: style)]
  }

  /// A glyph in its colour and what it stands for.
  package init(_ glyph: Glyph, _ text: TerminalText, style: Style) {
    runs = [
      Run(text: TerminalText(glyph), style: style), Run(text: " \(text)", style: .dim),
    ]
  }

  package init(runs: [Run]) {
    self.runs = runs
  }

  package var width: Int { runs.reduce(0) { $0 + $1.text.width } }
}
