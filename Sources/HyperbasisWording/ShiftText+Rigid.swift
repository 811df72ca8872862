package import HyperbasisCanvas
package import HyperbasisHistory

/// Says how a whole space lies between two states, whatever happened in between.
extension ShiftText {
  /// `41 cm, yaw +8°`.
  package static func short(_ shift: HBRigidShift) -> TerminalText {
    TerminalText("\(LengthText.measured(shift.distance)), yaw \(AngleText.change(shift.yaw))")
  }

  /// `41 cm, yaw +8°, residual 1.2 cm, 23 of 25 anchors`.
  package static func text(_ shift: HBRigidShift) -> TerminalText {
    let residual = TerminalText(LengthText.measured(shift.residual))
    return "\(short(shift)), residual \(residual), \(shift.inliers) of \(shift.common) anchors"
  }
}
