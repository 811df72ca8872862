import Canvas
import Foundation
import Hyperbasis

/// The anchors of the date on screen: the plan as text.
struct AnchorRows: TabRows {
  let state: State
  let view: SpaceView
  private let list: AnchorList
  private let snapshot: SpaceState
  private var coordinates = CoordinateColumns([], longestName: 0, room: 0)

  init(state: State, view: SpaceView) {
    self.state = state
    self.view = view
    list = view.anchorList
    snapshot = view.data.state(at: view.position)
  }

  var count: Int { list.count }

  func headings(columns: Int) -> [TerminalText] {
    let counts = countTexts
    let numbers = coordinates.heading
    let unit = coordinates.unit.map { ", in \($0)" as TerminalText } ?? .empty
    let texts = counts.map { $0 + unit } + counts
    return texts.filter { $0.width + numbers.width < columns }.map { text in
      text.padded(to: columns - numbers.width) + numbers
    } + counts
  }

  private var countTexts: [TerminalText] {
    let all = list.count + list.hiddenByFilter
    if list.hiddenByFilter > 0 { return ["\(list.count) of \(CountText.text(all, "anchor"))"] }
    if all == 0 { return ["no anchors at this date"] }
    let count = CountText.text(all, "anchor")
    return view.showsDeleted ? ["\(count), deleted too", count] : [count]
  }

  mutating func prepare(rows: Range<Int>, columns: Int) {
    let ordinals = rows.compactMap { snapshot.ordinal(ofSlot: Int(list.slots[$0])) }
    coordinates = CoordinateColumns(
      ordinals.map { view.index.position($0) },
      longestName: ordinals.map { view.data.face(after: $0).label.width }.max() ?? 0,
      room: columns - Self.glyphColumns)
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
      coordinates.text(view.index.position(ordinal)),
      style: isHidden ? Style(.removed) : .plain, ellipsis: state.settings.charset.ellipsis,
      into: &frame, line: line)
  }
}
