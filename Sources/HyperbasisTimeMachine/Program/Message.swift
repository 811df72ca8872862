package import HyperbasisCanvas

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

  /// Said where a key means nothing.
  static let nothing = note("this does nothing here")
}
