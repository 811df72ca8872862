package import HyperbasisCanvas
import HyperbasisHistory

/// What the time machine says about what just happened.
package struct Message: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case note, warning, error
  }

  package let kind: Kind
  package let text: TerminalText

  package static func note(_ text: TerminalText) -> Message { Message(kind: .note, text: text) }

  package static func warning(_ text: TerminalText) -> Message {
    Message(kind: .warning, text: text)
  }

  package static func error(_ text: TerminalText) -> Message { Message(kind: .error, text: text) }

  /// The message with something else that is said at the same time.
  func followed(by other: TerminalText) -> Message {
    Message(kind: kind, text: "\(text); \(other)")
  }

  /// Said where a key means nothing.
  static let nothing = note("this does nothing here")
}

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
