package import HyperbasisAnchorLog
package import HyperbasisHistory
package import HyperbasisModels

/// The part of a history that a page shows: the states of its anchors after each of the events, already
/// folded, so that the page only looks them up.
package struct PageHistory {
  package let index: EventIndex
  /// The events that the page has, in canonical order; those before ``base`` make up the state that it
  /// begins with.
  package private(set) var ordinals: [Int]
  /// How many of the events make up the state at the beginning.
  package let base: Int
  /// The instants at which it begins and ends; nil for a history without events.
  package let span: ClosedRange<HBInstant>?
  /// How many more events there are, from before their anchors first had a place.
  package let placelessCount: Int
  /// The small moves that were left out, in canonical order.
  package private(set) var leftOut: [Int] = []
  /// What counts as a move.
  package private(set) var rule = MoveRule()

  /// - Parameters:
  ///   - period: the events that happen on the page.
  ///   - isIncluded: whether the page includes the anchor of a slot.
  package init(
    _ index: EventIndex, period: Range<Int>, from: HBInstant?, to: HBInstant?,
    where isIncluded: (Int) -> Bool
  ) {
    self.index = index
    let state = index.state(through: period.lowerBound)
    let included = period.filter { isIncluded(index.slot($0)) }
    let happening = included.filter(index.hasStarted)
    placelessCount = included.count - happening.count
    let changing = Set(happening.map(index.slot))
    let first = index.slotsInStoreOrder.compactMap { slot -> Int? in
      guard isIncluded(Int(slot)), let ordinal = state.ordinal(ofSlot: Int(slot)),
        index.hasStarted(ordinal)
      else { return nil }
      // A deleted anchor is distinguished from one that is not there yet.
      return index.isVisible(ordinal) || changing.contains(Int(slot)) ? ordinal : nil
    }.sorted()
    base = first.count
    ordinals = first + happening
    let events = ordinals.dropFirst(base)
    let start = from ?? events.first.map(index.instant) ?? first.last.map(index.instant)
    let end = to ?? events.last.map(index.instant) ?? start
    span = start.flatMap { start in end.map { min(start, $0)...max(start, $0) } }
  }

  /// The events and those that were left out, all after the state at the beginning.
  var allOrdinals: [Int] {
    leftOut.isEmpty ? ordinals : ordinals[..<base] + (ordinals[base...] + leftOut).sorted()
  }

  /// Leaves out moves that do not count, measured from where the anchor was last shown, so that slow
  /// movements stay.
  ///
  /// - Throws: if the log can no longer be read.
  package mutating func leaveOutMoves(below rule: MoveRule) throws {
    guard !rule.countsAll else { return }
    self.rule = rule
    var shown: [Int: ShownPlace] = [:]
    var kept: [Int] = []
    for (place, ordinal) in ordinals.enumerated() {
      let slot = index.slot(ordinal)
      if place >= base, try isSmallMove(ordinal, from: &shown[slot], rule) {
        leftOut.append(ordinal)
        continue
      }
      shown[slot] = ShownPlace(ordinal: ordinal)
      kept.append(ordinal)
    }
    ordinals = kept
  }

  /// The event after which an anchor was last shown, and its transform then, once it has been read.
  private struct ShownPlace {
    let ordinal: Int
    var transform: [Float]?
  }

  private func isSmallMove(
    _ ordinal: Int, from shown: inout ShownPlace?, _ rule: MoveRule
  ) throws -> Bool {
    guard let former = shown?.ordinal, index.type(ordinal) == .moved,
      index.isVisible(former) == index.isVisible(ordinal),
      index.metadataSource(former) == index.metadataSource(ordinal)
    else { return false }
    // Decided by the columns if these suffice: reading a transform costs more.
    let way = SIMD3<Double>(index.position(ordinal)) - SIMD3<Double>(index.position(former))
    if rule.isFar((way * way).sum().squareRoot()) { return false }
    if !index.mayHaveTurned(after: ordinal, since: former) { return true }
    let before = try shown?.transform ?? index.transform(former)
    shown?.transform = before
    return rule.outcome(from: before, to: try index.transform(ordinal)) == .below
  }
}
