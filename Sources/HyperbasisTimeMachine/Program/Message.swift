package import HyperbasisCanvas
import HyperbasisHistory

/// What the time machine says about what just happened.
package struct Message: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case note, warning, error
  }

  /// What a message is about that has to stay true while others write.
  enum Topic: Hashable, Sendable {
    case filter
  }

  package let kind: Kind
  /// What happened.
  private var statement: TerminalText
  /// Which key takes it back: true until somebody else writes.
  private var wayBack: TerminalText?
  /// What is so after it, as a sentence of its own.
  private var result: TerminalText?
  /// What else is said at the same time.
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

  /// What was written.
  ///
  /// - Parameters:
  ///   - wayBack: which key takes it back; nil for none.
  ///   - result: what is so after it.
  static func written(
    _ statement: TerminalText, wayBack: TerminalText?, result: TerminalText? = nil
  ) -> Message {
    var message = note(statement)
    (message.wayBack, message.result) = (wayBack, result)
    return message
  }

  /// What is said of something that others may change, to be said anew then.
  static func note(_ text: TerminalText, on topic: Topic) -> Message {
    var message = note(text)
    message.topic = topic
    return message
  }

  /// The message with something else that is said at the same time.
  func followed(by other: TerminalText) -> Message {
    var message = self
    message.additions.append(other)
    return message
  }

  /// The message once others have written: its key would take back what they did.
  var withoutWayBack: Message {
    var message = self
    message.wayBack = nil
    return message
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
