import Canvas
import Foundation
import Hyperbasis

/// The anchors of the date on screen: the plan as text.
struct AnchorRows: TabRows {
  let state: State
  let view: SpaceView
  private let list: AnchorList
  private let snapshot: SpaceState

  init(state: State, view: SpaceView) {
    self.state = state
    self.view = view
    list = view.anchorList
    snapshot = view.data.state(at: view.position)
  }

  var count: Int { list.count }

  var heading: TerminalText {
    let columns: TerminalText = "x, y, z in m"
    if list.hiddenByFilter > 0 { return "\(list.hiddenByFilter) hidden by the filter" }
    return count == 0 ? "no anchors at this date" : columns
  }

  func draw(row: Int, into frame: inout Frame, line: Region) {
    let slot = Int(list.slots[row])
    guard let ordinal = snapshot.ordinal(ofSlot: slot) else { return }
    let face = view.data.face(after: ordinal)
    let isHidden = view.index.isHidden(ordinal)
    let appearance = PlanAppearance(
      kind: PlanKind(type: face.type), heading: view.data.heading(after: ordinal))
    let change: PlanChange = isHidden ? .removed : .unchanged
    let glyph = PlanGlyphs(state.settings.charset).glyph(appearance, change)
    draw(
      glyph, isHidden ? "\(face.label) (deleted)" : face.label,
      PointText.text(view.index.position(ordinal)),
      style: isHidden ? Style(.removed) : .plain, ellipsis: state.settings.charset.ellipsis,
      into: &frame, line: line)
  }
}

/// Positions in metres.
enum PointText {
  /// `1.20, 0.00, -3.40`; fewer decimals far from the origin.
  static func text(_ point: SIMD3<Float>) -> TerminalText {
    let size = max(abs(point.x), abs(point.y), abs(point.z))
    let digits = size < 1000 ? 2 : 0
    let numbers = [point.x, point.y, point.z].map { String(format: "%.\(digits)f", $0) }
    return TerminalText(numbers.joined(separator: ", "))
  }
}
