package import HyperbasisAnchorLog
package import HyperbasisDrift
package import HyperbasisHistory

/// What differs between two states of a space.
///
/// A class, since it is large and never changes: a struct would be copied for each anchor whose row is
/// looked up.
package final class Comparison: Sendable {
  /// One anchor that differs.
  package struct Row: Hashable, Sendable {
    /// The distance between the two positions, in metres; 0 unless the anchor moved.
    package let distance: Double
    // `Int32` halves their size, since there may be very many; −1 stands for no event.
    private let slotNumber: Int32
    private let beforeNumber: Int32
    private let afterNumber: Int32
    package let difference: Difference
    /// Whether the metadata differ too, for an anchor that moved.
    package let isUpdated: Bool

    package init(
      _ pair: StatePair, _ difference: Difference, isUpdated: Bool = false, distance: Double = 0
    ) {
      (slotNumber, beforeNumber, afterNumber) = (pair.slot, pair.before, pair.after)
      (self.difference, self.isUpdated, self.distance) = (difference, isUpdated, distance)
    }

    package var slot: Int { Int(slotNumber) }
    /// The latest event in the earlier state; nil if there is none.
    package var before: Int? { beforeNumber < 0 ? nil : Int(beforeNumber) }
    /// The latest event in the later state.
    package var after: Int? { afterNumber < 0 ? nil : Int(afterNumber) }
  }

  package struct Key: Hashable, Sendable {
    package var from: Int
    package var to: Int
    /// What counts as a move.
    package var rule: MoveRule
    package var filter: EventFilter?
    /// Whether shifts are taken out before anchors are compared.
    package var takesShiftOut = false
    /// Whether the shifts are still being looked for, so that the comparison knows of none.
    fileprivate(set) var awaitsShifts = false

    package init(
      from: Int, to: Int, rule: MoveRule = MoveRule(), filter: EventFilter? = nil,
      takesShiftOut: Bool = false
    ) {
      self.from = from
      self.to = to
      self.rule = rule
      self.filter = filter
      self.takesShiftOut = takesShiftOut
    }
  }

  /// The two states, and how they are compared.
  package let key: Key
  /// The most important first, then the farthest moved, then in the store's order.
  package let rows: [Row]
  /// How many anchors moved less than the threshold.
  package let belowThreshold: Int
  /// How many anchors differ at all.
  package let differingAnchors: Int
  /// How many of the anchors that pass the filter do not differ.
  package let unchanged: Int
  /// The anchors that pass the filter, whether they differ or not; nil without a filter.
  private let passing: RowNumbers?
  package let counts: [Difference: Int]
  /// The shifts between the two states, if there were any.
  package let shift: ShiftBetween?
  /// If there were none: what most anchors did alike although it is not a shift.
  package let notAShift: UnshiftedMotion?
  /// Whether the shifts were taken out.
  package let isShiftTakenOut: Bool
  /// The shifts that were taken out; nil for none.
  package var shiftTakenOut: ShiftBetween? { isShiftTakenOut ? shift : nil }
  /// The number of the first row of an anchor that moved.
  package let movedStart: Int
  /// For each kind of difference, in order, the number of the row after its last.
  private let ends: [Int]
  private let numbers: RowNumbers

  init(key: Key, _ states: StateComparison, _ index: EventIndex) {
    self.key = key
    let collected = ComparisonRows(
      states.pairs, filter: key.filter, without: states.shiftTakenOut, index)
    let rows = collected.rows
    self.rows = rows
    counts = collected.counts
    belowThreshold = collected.belowThreshold
    differingAnchors = rows.count + collected.unlistedBelowThreshold
    unchanged = collected.unchanged
    passing = collected.passing.map { RowNumbers(slots: $0.lazy.map { Int($0) }) }
    shift = states.shift
    notAShift = states.notAShift
    isShiftTakenOut = states.shiftTakenOut != nil
    movedStart = rows.partitioningIndex { $0.difference >= .moved }
    ends = Difference.allCases.map { kind in
      rows.partitioningIndex { $0.difference > kind }
    }
    numbers = RowNumbers(slots: rows.lazy.map(\.slot))
  }

  /// Returns how the anchor of a row differs, from the row's number alone: rows of one kind are
  /// contiguous.
  func difference(ofRow number: Int) -> Difference {
    let kind = ends.reduce(0) { number < $1 ? $0 : $0 + 1 }
    return Difference(rawValue: kind) ?? .updated
  }

  /// Returns the number of an anchor's row.
  package func number(ofSlot slot: Int) -> Int? { numbers[slot] }

  /// Returns whether an anchor passes the filter: as it differs, if the filter asks for that.
  func isPassing(slot: Int) -> Bool { passing.map { $0[slot] != nil } ?? true }
}

extension SpaceData {
  /// Returns what differs between two states; memoized.
  ///
  /// While the shifts are still being looked for, the differences are those without them.
  package func comparison(_ key: Comparison.Key) -> Comparison {
    var key = key
    key.awaitsShifts = takesTime(.shifts)
    if let known = memo.comparisons[key] { return known }
    let isIncluded = key.filter.map { inclusion(in: key, by: $0) }
    let (from, to) = (rows(at: key.from), rows(at: key.to))
    let states = read {
      let history = key.awaitsShifts ? nil : try shiftHistory()
      let shift: StateComparison.ShiftHandling =
        history.map { key.takesShiftOut ? .takenOut($0) : .found($0) } ?? .ignored
      return try StateComparison(
        index, from: from, to: to, rule: key.rule, shift: shift, where: isIncluded)
    }
    // Even if the log cannot be read, it is known which anchors differ.
    guard let states else {
      return Comparison(key: key, StateComparison(index, from: from, to: to), index)
    }
    return remember(Comparison(key: key, states, index), states)
  }

  /// Returns the anchors of one of two compared states that pass the filter of the comparison.
  ///
  /// - Complexity: O(anchors)
  func anchors(at offset: Int, in comparison: Comparison) -> AnchorList {
    let list = anchors(AnchorList.Key(offset: offset, includesDeleted: false))
    guard comparison.key.filter != nil else { return list }
    let passing = list.slots.filter { comparison.isPassing(slot: Int($0)) }
    return AnchorList(slots: passing, hiddenByFilter: list.count - passing.count)
  }

  /// Returns a test of whether an anchor passes a filter in either of the compared states.
  package func inclusion(
    in key: Comparison.Key, by filter: EventFilter
  ) -> (StatePair) -> Bool {
    guard let filter = filter.forComparison else { return { _ in true } }
    let result = filtered(filter)
    let (wasIncluded, isIncluded) = (
      result.inclusion(
        in: rows(at: key.from), at: date(ofStateAfter: key.from, for: filter)),
      result.inclusion(in: rows(at: key.to), at: date(ofStateAfter: key.to, for: filter))
    )
    return { wasIncluded(Int($0.slot)) || isIncluded(Int($0.slot)) }
  }

  private func remember(_ comparison: Comparison, _ states: StateComparison) -> Comparison {
    let key = comparison.key
    memo.comparisons.remember(comparison, for: key)
    if key.filter == nil, states.shiftTakenOut == nil {
      // These are all the anchors that differ, so the title need not count them again.
      memo.differenceCounts.remember(
        comparison.differingAnchors,
        for: OffsetPair(from: key.from, to: key.to))
    }
    return comparison
  }
}
