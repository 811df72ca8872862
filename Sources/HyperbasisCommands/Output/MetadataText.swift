import Hyperbasis
import HyperbasisCanvas

/// Metadata on a line.
enum MetadataText {
  /// `color=yellow priority=1`, keys in order, those left out that are shown elsewhere.
  static func line(
    _ metadata: [String: AnyCodableValue], without hidden: Set<String> = []
  ) -> String {
    metadata.filter { !hidden.contains($0.key) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\($0.key)=\(value($0.value))" }
      .joined(separator: " ")
  }

  /// Text as it is where it cannot be taken for another value, all else as JSON.
  static func value(_ value: AnyCodableValue) -> String {
    guard case .string(let text) = value, isPlain(text) else { return JSONNode(value).text }
    return text
  }

  private static func isPlain(_ text: String) -> Bool {
    guard !text.isEmpty, !text.contains(where: { $0.isWhitespace || $0 == "\"" }) else {
      return false
    }
    if case .string = MetadataArgument.value(text) { return true }
    return false
  }
}
