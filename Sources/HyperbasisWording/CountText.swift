package import HyperbasisCanvas

/// Numbers with what they count: `1 event`, `2 events`.
package enum CountText {
  package static func text(_ count: Int, _ noun: TerminalText) -> TerminalText {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }
}
