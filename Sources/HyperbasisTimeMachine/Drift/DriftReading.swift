import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisHistory

/// What is known of the drift of a space that takes a pass over its log.
package enum DriftReading: Hashable, Sendable {
  /// Which shifts there were.
  case shifts
  /// How far the space was from where it had been.
  case curve
  /// In which frame each anchor is written.
  case frames
}

/// A curve, and the log that it is of.
struct KnownCurve: Sendable {
  let eventCount: Int
  /// Nil where the space never left its place.
  let curve: DriftCurve?
  /// In how many frames the anchors are written that are there in the end.
  let frameCount: Int
}

extension SpaceData {
  /// What moved as one; nil while it is not known.
  var drift: SpaceDrift? {
    takesTime(.shifts) ? nil : findDrift()
  }

  /// How far the space was from where it had been at the start; that of the log as it was
  /// a moment ago while it is found out again, nil while nothing is known.
  var driftCurve: KnownCurve? {
    takesTime(.curve) ? memo.driftCurves[0] : findCurve()
  }

  /// Finds out what is asked of the drift.
  func prepare(_ reading: DriftReading) {
    switch reading {
    case .shifts: _ = findDrift()
    case .curve: _ = findCurve()
    case .frames: _ = findFrames()
    }
  }

  /// Whether it has to be found out beside the drawing.
  func takesTime(_ reading: DriftReading) -> Bool {
    guard isLongLog else { return false }
    return switch reading {
    case .shifts: !memo.drift.knows(0)
    case .curve: memo.driftCurves[0]?.eventCount != index.count
    case .frames: memo.driftFrames[0]?.eventCount != index.count
    }
  }

  /// The shifts of the space, found now if they are not known.
  ///
  /// - Throws: where the log cannot be read.
  func shiftHistory() throws -> DriftHistory {
    if let history = findDrift().history { return history }
    // Says why.
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

  /// Without a shift, steps that are too small to be one may still have led somewhere. They count from
  /// the start, for some may be too small to be found.
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

  /// What the marks of the time bar, the list of shifts and colours wait for; nil for nothing.
  func awaitedDrift(_ coloring: Coloring) -> DriftReading? {
    if data.takesTime(.shifts) { return .shifts }
    if listsShifts, data.takesTime(.curve) { return .curve }
    return coloring == .frame && data.takesTime(.frames) ? .frames : nil
  }
}
