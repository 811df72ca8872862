package import HyperbasisCanvas
package import HyperbasisDrift

/// Says how far a space is from where it was.
package enum DriftText {
  /// `now 0.42 m, yaw +3.1°, y +0.02 m`; empty if that is not known.
  ///
  /// - Parameters:
  ///   - frames: in how many frames its anchors are written: if there are several, some of them are not
  ///     where they were, though the middle of all is.
  ///   - creeps: the groups that moved on in small steps: if one is only a part, the same is true.
  package static func now(_ curve: DriftCurve, frames: Int, creeps: [Creep]) -> TerminalText {
    guard let last = curve.points.last, !last.isLost else { return .empty }
    if isWhereItWas(curve) {
      return frames > 1 || creeps.contains { !$0.isOfMost }
        ? "middle where it was" : "now where it was"
    }
    let offset = last.offset
    let length = (offset * offset).sum().squareRoot()
    return "now "
      + ShiftText.joined(TerminalText(LengthText.measured(length)), last.yaw, offset.y)
  }

  /// Returns whether the space is where it was at the start.
  package static func isWhereItWas(_ curve: DriftCurve) -> Bool {
    guard let last = curve.points.last, !last.isLost else { return false }
    return !last.isSignificant && abs(last.yaw) < 0.05
  }
}
