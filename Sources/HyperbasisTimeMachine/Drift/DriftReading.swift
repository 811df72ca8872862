import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisHistory

/// The parts of the drift of a space, each of which takes a pass over its log.
package enum DriftReading: Hashable, Sendable {
  /// The shifts that there were.
  case shifts
  /// How far the space was from its original position.
  case curve
  /// The frame in which each anchor is written.
  case frames
}

/// A curve, and the length of the log that it was computed from.
struct KnownCurve: Sendable {
  let eventCount: Int
  /// Nil if the space never left its place.
  let curve: DriftCurve?
  /// The number of frames in which the anchors that exist in the end are written.
  let frameCount: Int
}

extension SpaceData {
  /// What moved as one; nil while it is unknown.
  var drift: SpaceDrift? {
    takesTime(.shifts) ? nil : findDrift()
  }

  /// How far the space was from its position at the start. While it is being computed again, the curve of
  /// the slightly older log; nil while nothing is known.
  var driftCurve: KnownCurve? {
    takesTime(.curve) ? memo.driftCurves[0] : findCurve()
  }

  /// Computes one part of the drift.
  func prepare(_ reading: DriftReading) {
    switch reading {
    case .shifts: _ = findDrift()
    case .curve: _ = findCurve()
    case .frames: _ = findFrames()
    }
  }

  /// Returns whether computing it takes so long that it must happen off the drawing path.
  func takesTime(_ reading: DriftReading) -> Bool {
    guard isLongLog else { return false }
    return switch reading {
    case .shifts: !memo.drift.knows(0)
    case .curve: memo.driftCurves[0]?.eventCount != index.count
    case .frames: memo.driftFrames[0]?.eventCount != index.count
    }
  }

  /// Returns the shifts of the space, finding them now if they are unknown.
  ///
  /// - Throws: if the log cannot be read.
  func shiftHistory() throws -> DriftHistory {
    if let history = findDrift().history { return history }
    // Throws the reason.
    return try DriftHistory(index)
  }

  func findDrift() -> SpaceDrift {
    memo.drift.value(for: 0) { SpaceDrift(index) }
  }

  private func findCurve() -> KnownCurve {
    if let known = memo.driftCurves[0], known.eventCount == index.count { return known }
    let made = makeCurve()
    let curve = KnownCurve(
      eventCount: index.count, curve: made?.curve, frameCount: made?.frameCount ?? 1)
    memo.driftCurves.remember(curve, for: 0)
    return curve
  }

  /// Makes the curve if there is a shift or a creep step: even without a shift, small steps may have
  /// added up. They count from the start, since some may be too small to be found.
  private func makeCurve() -> (curve: DriftCurve, frameCount: Int)? {
    let drift = findDrift()
    guard let history = drift.history,
      drift.all.contains(where: { $0.shift.kind.isShift || $0.shift.kind == .creepStep })
    else { return nil }
    let frames = SpaceFrames(index, history, options: .init(corrections: index.corrections))
    let groups = frames.groups(index, in: index.state(through: index.count))
    return (DriftCurve(index, history), groups.count)
  }
}

extension SpaceView {
  /// Whether the shifts are listed.
  var listsShifts: Bool { lists.tab == .drift }

  /// What the marks of the time bar, the list of shifts or the colours are waiting for; nil for nothing.
  func awaitedDrift(_ coloring: Coloring) -> DriftReading? {
    if data.takesTime(.shifts) { return .shifts }
    if listsShifts, data.takesTime(.curve) { return .curve }
    return coloring == .frame && data.takesTime(.frames) ? .frames : nil
  }
}
