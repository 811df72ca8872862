package import HyperbasisCanvas

/// Says what became of anchors that count as neither moved nor unchanged.
package enum ThresholdText {
  /// In lists and behind a count.
  package static let below: TerminalText = "moved or turned less than the threshold"
}
