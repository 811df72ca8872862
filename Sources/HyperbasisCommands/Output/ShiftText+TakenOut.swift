import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

extension ShiftText {
  /// What became of a shift of the whole space that was to be taken out; nil where there was none.
  static func takenOut(_ shift: HBRigidShift?) -> TerminalText {
    shift.map { "space shifted \(text($0)); taken out" } ?? "no shift of the whole space"
  }
}
