/// A message as it goes on after a colon or a comma: `hyperbasis: the cloud is not configured`.
///
/// The library's errors are whole sentences, because an app shows them by themselves. Behind the name of the
/// program every message starts in lower case, whoever worded it.
enum Clause {
  /// Returns a message with a lower-case start, unless it starts with a name.
  static func text(_ message: String) -> String {
    let word = message.prefix { $0.isLetter }
    guard ordinaryWords.contains(String(word)) else { return message }
    return word.lowercased() + message.dropFirst(word.count)
  }

  /// The words that messages start with. Any other one may be the name of a space or of an anchor, which
  /// stays as it is.
  private static let ordinaryWords: Set = [
    "A", "An", "Anchor", "Another", "Event", "Everything", "It", "No", "Not", "Nothing", "Only",
    "Row",
    "Some", "Something", "Space", "The", "There", "This", "World",
  ]
}
