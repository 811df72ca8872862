package import HyperbasisCanvas

/// A key of the metadata, in words.
package enum KeyText {
  /// The key; `""` for the empty one, which would be invisible.
  package static func text(_ key: String, limit: Int = 40) -> TerminalText {
    key.isEmpty ? "\"\"" : TerminalText(key, limit: limit)
  }
}
