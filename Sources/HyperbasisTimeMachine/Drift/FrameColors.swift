import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisWording

/// The frames of anchors, and the length of the log that they were computed from.
struct KnownFrames: Sendable {
  let eventCount: Int
  /// Nil if the space never shifted.
  let frames: SpaceFrames?
  let shifts: [FoundShift]
}

extension KnownFrames {
  /// Returns the number of the last shift before the frame in which an event wrote an anchor; nil before
  /// the first shift.
  func shiftNumber(ofSlot slot: Int, after ordinal: Int) -> Int? {
    frames?.shiftNumber(ofSlot: slot, after: ordinal)
  }

  /// Returns the colour of a frame.
  static func color(_ shift: Int?) -> Color {
    .category(shift.map { 1 + $0 % (Color.categoryCount - 1) } ?? 0)
  }
}

extension SpaceData {
  /// The frames of the anchors. While they are being computed again, those of the slightly older log; nil
  /// while nothing is known.
  var driftFrames: KnownFrames? {
    takesTime(.frames) ? memo.driftFrames[0] : findFrames()
  }

  func findFrames() -> KnownFrames {
    if let known = memo.driftFrames[0], known.eventCount == index.count { return known }
    let drift = findDrift()
    let history = drift.shifts.isEmpty ? nil : drift.history
    let known = KnownFrames(
      eventCount: index.count,
      frames: history.map {
        SpaceFrames(index, $0, options: .init(corrections: index.corrections))
      },
      shifts: history?.shifts ?? [])
    memo.driftFrames.remember(known, for: 0)
    return known
  }
}

extension AnchorColors {
  func frameColor(_ slot: Int, after ordinal: Int) -> Color? {
    guard let known = data.driftFrames, known.frames != nil else { return nil }
    return KnownFrames.color(known.shiftNumber(ofSlot: slot, after: ordinal))
  }

  /// `● at first ● since 2024-03-08`.
  func frameLegend(
    _ ordinals: some Sequence<Int>, _ dot: Glyph, _ time: TimeText
  ) -> [LegendEntry] {
    guard let known = data.driftFrames else { return [LegendEntry("looking", style: .dim)] }
    var colors: [String: Color] = [:]
    let names =
      known.frames == nil
      ? []
      : names(ordinals) { ordinal in
        let number = known.shiftNumber(ofSlot: data.index.slot(ordinal), after: ordinal)
        let name = number.map { "since \(time.day(known.shifts[$0].to))" } ?? "at first"
        colors[name] = KnownFrames.color(number)
        return name
      }
    return entries(names, orElse: "this space did not shift") { (dot, colors[$0] ?? .standard) }
  }
}
