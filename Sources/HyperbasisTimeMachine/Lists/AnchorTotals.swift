import HyperbasisAnchorLog
import HyperbasisHistory

/// What adds up over the history of each anchor, after each event, so that it is known at once at
/// any date.
struct AnchorTotals: Sendable {
  /// By event, how long its anchor had been there then, in microseconds.
  private var aliveTimes: [Int64] = []
  /// By event, how far its anchor had gone while it was there, in metres. In floats millimetres would
  /// be lost behind a long way.
  private var pathLengths: [Double] = []

  /// - Complexity: O(events)
  init(_ index: EventIndex) {
    extend(to: index)
  }

  /// The totals for the same log, grown at its end.
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

  /// - Parameter previous: The event of the same anchor before; -1 for none.
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

  /// How far an event moved its anchor from where it was after the event before, in metres; not at
  /// all where it was not there.
  static func step(from previous: Int, to ordinal: Int, _ index: EventIndex) -> Float {
    guard index.isVisible(previous), index.isVisible(ordinal) else { return 0 }
    // In doubles: the square of a very long way is beyond a float.
    let delta = SIMD3<Double>(index.position(ordinal)) - SIMD3<Double>(index.position(previous))
    let distance = Float((delta * delta).sum().squareRoot())
    return min(distance, .greatestFiniteMagnitude)
  }
}

extension AnchorTotals {
  /// How long an anchor has been there at a date, in microseconds: in all the times in which it was.
  ///
  /// - Parameter ordinal: Its latest event until then.
  func aliveTime(after ordinal: Int, at date: HBInstant, _ index: EventIndex) -> Int64 {
    let known = aliveTimes[ordinal]
    guard index.isVisible(ordinal) else { return known }
    let (since, overflow) = date.microseconds.subtractingReportingOverflow(
      index.instant(ordinal).microseconds)
    return overflow ? .max : known.addingReportingOverflow(max(0, since)).partialValue
  }

  /// How far an anchor has gone until after one of its events, in metres.
  func pathLength(after ordinal: Int) -> Double { pathLengths[ordinal] }
}
