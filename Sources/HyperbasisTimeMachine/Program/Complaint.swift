package import HyperbasisCanvas
import HyperbasisHistory

/// Why something that was typed, or written into a file, is refused: what a person is told.
package struct Complaint: Error, Hashable, Sendable {
  package let text: TerminalText

  init(_ text: TerminalText) { self.text = text }
}

extension TerminalText {
  /// `; did you mean NAME?` where one of some names is near to a word, else empty.
  static func didYouMean(_ word: String, among names: [String]) -> TerminalText {
    let nearest = NearestNames.nearest(to: word, among: names).first
    return nearest.map { "; did you mean \(TerminalText($0, limit: 40))?" } ?? .empty
  }
}
