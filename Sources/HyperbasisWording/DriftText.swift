package import HyperbasisCanvas
package import HyperbasisDrift

/// Says how far a space is from where it was.
package enum DriftText {
  /// `now 0.42 m, yaw +3.1°, y +0.02 m`; empty where nobody can tell.
  package static func now(_ curve: DriftCurve) -> TerminalText {
    guard let last = curve.points.last, !last.isLost else { return .empty }
    guard last.isSignificant || abs(last.yaw) >= 0.05 else { return "now where it was" }
    let offset = last.offset
    let length = (offset * offset).sum().squareRoot()
    return "now "
      + ShiftText.joined(TerminalText(LengthText.measured(length)), last.yaw, offset.y)
  }
}
