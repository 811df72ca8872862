package import HyperbasisCanvas
import HyperbasisModels

/// How an anchor is turned, in angles that are shown after the word yaw.
package enum RotationText {
  /// `34°, pitch 0°, roll 0°`; `none, pitch 90°, roll 4°` for an anchor that points straight up or
  /// down, and so has no heading; `none: an axis has no length` for a transform without axes.
  ///
  /// - Parameter transform: 16 floats, column-major.
  package static func text(_ transform: [Float]) -> TerminalText {
    guard HBTransform.hasAxes(transform) else { return "none: an axis has no length" }
    let angles = HBTransform.eulerAngles(transform)
    let pitch = "pitch \(AngleText.exact(angles.pitch))"
    var parts = [AngleText.exact(angles.yaw), pitch, "roll \(AngleText.exact(angles.roll))"]
    if HBTransform.yaw(transform) == nil {
      // All rotation about the vertical is then in the yaw; if it points up, a roll goes the other way.
      let roll = angles.pitch > 0 ? -angles.yaw : angles.yaw
      parts = ["none", pitch, "roll \(AngleText.exact(roll))"]
    }
    if HBTransform.isMirrored(transform) { parts.append("mirrored") }
    return TerminalText(parts.joined(separator: ", "))
  }
}
