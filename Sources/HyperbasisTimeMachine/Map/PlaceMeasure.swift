package import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisHistory
import HyperbasisWording

/// Where a measured distance starts.
///
/// For the distance to another anchor, it is where this one is at the date on screen; for that to the
/// same anchor, where it was at the marked date.
package struct MeasureStart: Hashable, Sendable {
  package let anchorId: UUID
  package let instant: HBInstant
}

/// How two places lie relative to each other, in metres and degrees.
struct PlaceDistance: Hashable, Sendable {
  let from: SIMD3<Double>
  let to: SIMD3<Double>
  /// How much an anchor has turned between the two, counter-clockwise seen from above; nil if that is
  /// not known.
  var turn: Double?

  private var delta: SIMD3<Double> { to - from }

  var length: Double { (delta * delta).sum().squareRoot() }

  /// The distance on the ground.
  var horizontal: Double { (delta.x * delta.x + delta.z * delta.z).squareRoot() }

  /// The difference in height, positive upwards.
  var vertical: Double { delta.y }

  /// The direction from one place to the other, clockwise seen from above, 0 along −z, which is up the
  /// plan; nil if one is above the other.
  var bearing: Double? {
    guard horizontal > 1e-4 else { return nil }
    let degrees = atan2(delta.x, -delta.z) * 180 / .pi
    return degrees < 0 ? degrees + 360 : degrees
  }
}

extension PlaceDistance {
  var text: TerminalText { TerminalText(LengthText.measured(length)) }

  /// `1.40 m across, 20 cm up, bearing 45°, turned +12°`.
  var parts: TerminalText { [lengths, angles].present.joined(separator: ", ") }

  /// `1.40 m across, 20 cm up`.
  var lengths: TerminalText {
    let across: TerminalText = "\(TerminalText(LengthText.measured(horizontal))) across"
    guard vertical != 0 else { return across }
    let height = TerminalText(LengthText.measured(abs(vertical)))
    return "\(across), \(height) \(vertical > 0 ? "up" : "down")"
  }

  /// `bearing 45°, turned +12°`; empty if there is neither.
  var angles: TerminalText {
    var parts: [TerminalText] = []
    if let bearing { parts.append("bearing \(TerminalText(AngleText.short(bearing)))") }
    if let turn, abs(turn) >= 0.05 {
      parts.append("turned \(TerminalText(AngleText.change(turn)))")
    }
    return parts.joined(separator: ", ")
  }
}

// MARK: - In a space

extension SpaceView {
  /// A measured distance and what it is measured from.
  struct Measured: Hashable, Sendable {
    /// The anchor where it starts.
    let name: TerminalText
    /// When the anchor was where it starts; nil if it starts at another anchor, at the date on screen.
    let instant: HBInstant?
    let distance: PlaceDistance

    /// `1.42 m from mug`, `1.42 m from where it was`.
    var text: TerminalText { "\(distance.text) from \(instant == nil ? name : "where it was")" }

    /// Returns the date of the place where it starts; empty if that is the date on screen.
    func date(_ settings: Settings) -> TerminalText { instant.map(settings.text) ?? .empty }
  }

  /// The distance from where measuring started to the selected anchor; nil if there is none.
  var measured: Measured? {
    guard let start = map.measure, let slot = index.slot(of: start.anchorId),
      let selection = lists.selection, let to = transform(of: selection)
    else { return nil }
    let isPast = selection == start.anchorId
    let marked = index.eventCount(through: start.instant)
    guard
      let ordinal = index.latestOrdinal(ofSlot: slot, through: isPast ? marked : mapOffset)
        ?? index.latestOrdinal(ofSlot: slot, through: marked),
      let from = (isPast ? nil : transform(of: start.anchorId)) ?? data.transform(after: ordinal)
    else { return nil }
    let name = data.description(after: ordinal).label.truncated(to: 40)
    return Measured(
      name: name, instant: isPast ? start.instant : nil,
      distance: PlaceDistance(
        from: SIMD3<Double>(HBTransform.position(from)),
        to: SIMD3<Double>(HBTransform.position(to)),
        turn: isPast ? HBTransform.yawChange(from, to) : nil))
  }

  /// When the selected anchor first existed.
  var firstInstantOfSelection: HBInstant? {
    selectedSlot.flatMap { index.foldStart(ofSlot: $0) }.map { index.instant($0) }
  }

  /// Returns the transform of an anchor in the state on screen, or in the draft if that is shown.
  private func transform(of id: UUID) -> [Float]? {
    if showsDraft, let anchor = editing.draft?.edit(id).flatMap({ _ in draftedAnchor(id) }) {
      return anchor.transform
    }
    guard let slot = index.slot(of: id) else { return nil }
    let ordinal = index.latestOrdinal(ofSlot: slot, through: mapOffset)
    return ordinal.flatMap { index.hasStarted($0) ? data.transform(after: $0) : nil }
  }
}

// MARK: - Marking

extension MapUpdate {
  /// Starts measuring at the selected anchor, or ends it if it started there.
  mutating func toggleMeasure() {
    guard let id = view.lists.selection, let instant = view.instant else { return }
    if view.map.measure?.anchorId == id { return endMeasure() }
    startMeasure(MeasureStart(anchorId: id, instant: instant))
    let key = label(of: .map(.measure))
    note(
      "measuring from \(view.selectionName) at \(settings.text(instant)): select another, or go to "
        + "another date; \(key) on the same one ends it")
  }

  mutating func endMeasure() {
    view.map.measure = nil
    note("measuring has ended")
  }

  /// Starts measuring from where the selected anchor was at an instant.
  mutating func startMeasure(at instant: HBInstant) {
    guard let id = view.lists.selection else { return }
    startMeasure(MeasureStart(anchorId: id, instant: instant))
    guard let measured = view.measured else {
      return note("\(view.selectionName) was not there then")
    }
    note(
      "\(view.selectionName) is \(measured.distance.text) from where it was at \(settings.text(instant))"
    )
  }

  private mutating func startMeasure(_ start: MeasureStart) { view.map.measure = start }

  /// Why nothing can be measured from the selected anchor; nil if it can.
  var measureRefusal: TerminalText? {
    guard view.lists.selection != nil else { return selectFirst }
    guard let slot = view.selectedSlot else {
      return "write the draft first: this anchor is not in the store"
    }
    return view.index.latestOrdinal(ofSlot: slot, through: view.mapOffset) == nil
      ? "the anchor is not there yet at this date" : nil
  }
}

extension InspectorLines {
  /// The lines on the distance measured to the anchor.
  var measureLines: [InspectorLine] {
    guard let measured = view.measured else { return [] }
    let head = InspectorLine(
      key: "measured", value: measured.text, rest: measured.date(settings), style: Style(.accent))
    let parts = [measured.distance.lengths, measured.distance.angles].present
    return [head] + parts.map { InspectorLine(key: .empty, value: $0, style: .dim) }
  }
}
