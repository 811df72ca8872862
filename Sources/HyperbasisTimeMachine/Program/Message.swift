package import HyperbasisCanvas
import HyperbasisHistory

/// A message about what just happened.
package struct Message: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case note, warning, error
  }

  /// The subject of a message that has to stay true while something else changes.
  enum Topic: Hashable, Sendable {
    /// What passes the filter, which others may change.
    case filter
    /// Where things are on the screen, which its size decides.
    case layout
  }

  package let kind: Kind
  /// What happened.
  private var statement: TerminalText
  /// Which key takes it back: valid until someone else writes.
  private var wayBack: TerminalText?
  /// The resulting state, as a sentence of its own.
  private var result: TerminalText?
  /// Other news that is shown at the same time.
  private var additions: [TerminalText] = []
  private(set) var topic: Topic?

  private init(_ kind: Kind, _ statement: TerminalText) {
    self.kind = kind
    self.statement = statement
  }

  package var text: TerminalText {
    let first = [statement, wayBack].compactMap { $0 }.joined(separator: "; ")
    let sentences = [first, result].compactMap { $0 }.joined(separator: ". ")
    return ([sentences] + additions).joined(separator: "; ")
  }
}

extension Message {
  package static func note(_ text: TerminalText) -> Message { Message(.note, text) }

  package static func warning(_ text: TerminalText) -> Message { Message(.warning, text) }

  package static func error(_ text: TerminalText) -> Message { Message(.error, text) }

  /// Returns a message about something that was written.
  ///
  /// - Parameters:
  ///   - wayBack: which key takes it back; nil for none.
  ///   - result: the resulting state.
  static func written(
    _ statement: TerminalText, wayBack: TerminalText?, result: TerminalText? = nil
  ) -> Message {
    var message = note(statement)
    (message.wayBack, message.result) = (wayBack, result)
    return message
  }

  /// Returns a message about something that others may change, to be updated when they do.
  static func note(_ text: TerminalText, on topic: Topic) -> Message {
    var message = note(text)
    message.topic = topic
    return message
  }

  /// Returns the message with other news appended.
  func followed(by other: TerminalText) -> Message {
    var message = self
    message.additions.append(other)
    return message
  }

  /// The message once others have written: its key would now take back their changes.
  var withoutWayBack: Message {
    var message = self
    message.wayBack = nil
    return message
  }

  /// The message for a key that means nothing.
  static let nothing = note("this does nothing here")
}

/// Why something typed, or written in a file, is refused; shown to the user.
package struct Complaint: Error, Hashable, Sendable {
  package let text: TerminalText

  init(_ text: TerminalText) { self.text = text }
}

extension TerminalText {
  /// `; did you mean NAME?` if one of the names is close to a word, else empty.
  static func didYouMean(_ word: String, among names: [String]) -> TerminalText {
    let nearest = NearestNames.nearest(to: word, among: names).first
    return nearest.map { "; did you mean \(TerminalText($0, limit: 40))?" } ?? .empty
  }
}
