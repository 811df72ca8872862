package import HyperbasisCanvas

/// Describes anchors that count as neither moved nor unchanged.
package enum ThresholdText {
  /// For lists, and for use after a count.
  package static let below: TerminalText = "moved or turned less than the threshold"
}
