package import HyperbasisAnchorLog
package import HyperbasisModels

/// The part of a history that a page shows: how its anchors are after each of the events, folded
/// already, so that the page only looks up.
package struct PageHistory {
  package let index: EventIndex
  /// The events that the page has, in canonical order: those before ``base`` are of the state that it
  /// begins with.
  package private(set) var ordinals: [Int]
  /// How many of them are the state at the beginning.
  package let base: Int
  /// The instants at which it begins and ends; nil for a history without events.
  package let span: ClosedRange<HBInstant>?
  /// How many small moves were left out.
  package private(set) var leftOut = 0

  /// - Parameters:
  ///   - period: the events that happen on the page.
  ///   - isIncluded: which anchors there are.
  package init(
    _ index: EventIndex, period: Range<Int>, from: HBInstant?, to: HBInstant?,
    where isIncluded: (Int) -> Bool
  ) {
    self.index = index
    let state = index.state(through: period.lowerBound)
    let first = index.slotsInStoreOrder.compactMap { slot -> Int? in
      guard isIncluded(Int(slot)), let ordinal = state.ordinal(ofSlot: Int(slot)),
        index.isVisible(ordinal)
      else { return nil }
      return ordinal
    }.sorted()
    base = first.count
    ordinals = first + period.filter { isIncluded(index.slot($0)) && index.hasStarted($0) }
    let events = ordinals.dropFirst(base)
    let start = from ?? events.first.map(index.instant) ?? first.last.map(index.instant)
    let end = to ?? events.last.map(index.instant) ?? start
    span = start.flatMap { start in end.map { min(start, $0)...max(start, $0) } }
  }

  /// Leaves out moves that bring an anchor less than so many metres away from where it was shown
  /// last, so that slow ways stay.
  package mutating func leaveOutMoves(shorterThan least: Double) {
    var shown: [Int: Int] = [:]
    var kept: [Int] = []
    for (place, ordinal) in ordinals.enumerated() {
      let slot = index.slot(ordinal)
      if place >= base, let former = shown[slot],
        isSmallMove(ordinal, from: former, least: least)
      {
        leftOut += 1
        continue
      }
      shown[slot] = ordinal
      kept.append(ordinal)
    }
    ordinals = kept
  }

  private func isSmallMove(_ ordinal: Int, from former: Int, least: Double) -> Bool {
    let way = SIMD3<Double>(index.position(ordinal)) - SIMD3<Double>(index.position(former))
    return index.type(ordinal) == .moved && index.isVisible(former) == index.isVisible(ordinal)
      && index.metadataSource(former) == index.metadataSource(ordinal)
      && (way * way).sum() < least * least
  }
}
