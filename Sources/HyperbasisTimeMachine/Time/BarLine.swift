import HyperbasisCanvas

/// What the second line of the time bar shows at the date of each column.
package enum BarLine: String, CaseIterable, Hashable, Sendable {
  case off
  /// How many anchors are there.
  case alive
  /// How many anchors differ from now.
  case differing

  /// Returns the message when it is chosen.
  func text(_ end: EndWord) -> TerminalText {
    switch self {
    case .off: "no second line on the time bar"
    case .alive: "second line: anchors alive at each date"
    case .differing: "second line: anchors that differ from \(end.name) at each date"
    }
  }

  /// Returns texts on how high the highest column is, from the longest to the shortest.
  func scale(_ peak: Int) -> [TerminalText] {
    switch self {
    case .off: []
    case .alive: ["peak \(peak) alive", "\(peak) alive", "\(peak)"]
    case .differing: ["peak \(peak) differ", "\(peak) differ", "\(peak)"]
    }
  }
}
