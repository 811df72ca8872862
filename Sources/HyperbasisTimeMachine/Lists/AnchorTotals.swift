import HyperbasisAnchorLog
import HyperbasisHistory

/// Running totals over the history of each anchor, after each event, so that they are known at once at
/// any date.
struct AnchorTotals: Sendable {
  /// For each event, how long its anchor had been there by then, in microseconds.
  private var aliveTimes: [Int64] = []
  /// For each event, how far its anchor had gone while it was there, in metres. These are not floats,
  /// which would lose the millimetres of a long path.
  private var pathLengths: [Double] = []

  /// - Complexity: O(events)
  init(_ index: EventIndex) {
    extend(to: index)
  }

  /// Returns the totals for the same log, grown at its end.
  func extended(to index: EventIndex) -> AnchorTotals {
    var totals = self
    totals.extend(to: index)
    return totals
  }

  private mutating func extend(to index: EventIndex) {
    let known = aliveTimes.count
    aliveTimes.reserveCapacity(index.count)
    pathLengths.reserveCapacity(index.count)
    var latest = (0..<index.slotCount).map { slot in
      known == 0 ? -1 : index.latestOrdinal(ofSlot: slot, through: known) ?? -1
    }
    for ordinal in known..<index.count {
      let slot = index.slot(ordinal)
      append(ordinal, after: latest[slot], index)
      latest[slot] = ordinal
    }
  }

  /// - Parameter previous: The previous event of the same anchor; -1 for none.
  private mutating func append(_ ordinal: Int, after previous: Int, _ index: EventIndex) {
    guard previous >= 0 else {
      aliveTimes.append(0)
      pathLengths.append(0)
      return
    }
    aliveTimes.append(aliveTime(after: previous, at: index.instant(ordinal), index))
    pathLengths.append(
      pathLengths[previous] + Double(Self.step(from: previous, to: ordinal, index)))
  }

  /// Returns how far an event moved its anchor from where the previous event had left it, in metres; 0
  /// if it was not there before or after.
  static func step(from previous: Int, to ordinal: Int, _ index: EventIndex) -> Float {
    guard index.isVisible(previous), index.isVisible(ordinal) else { return 0 }
    // In doubles: the square of a very long distance overflows a float.
    let delta = SIMD3<Double>(index.position(ordinal)) - SIMD3<Double>(index.position(previous))
    let distance = Float((delta * delta).sum().squareRoot())
    return min(distance, .greatestFiniteMagnitude)
  }
}

extension AnchorTotals {
  /// Returns how long an anchor has been there by a date, in microseconds: the sum of all such periods.
  ///
  /// - Parameter ordinal: Its latest event by then.
  func aliveTime(after ordinal: Int, at date: HBInstant, _ index: EventIndex) -> Int64 {
    let known = aliveTimes[ordinal]
    guard index.isVisible(ordinal) else { return known }
    let (since, overflow) = date.microseconds.subtractingReportingOverflow(
      index.instant(ordinal).microseconds)
    return overflow ? .max : known.addingReportingOverflow(max(0, since)).partialValue
  }

  /// Returns how far an anchor has gone up to and including one of its events, in metres.
  func pathLength(after ordinal: Int) -> Double { pathLengths[ordinal] }
}
