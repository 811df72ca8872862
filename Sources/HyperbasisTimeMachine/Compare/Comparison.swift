package import Hyperbasis

/// What differs between two states of a space.
package struct Comparison: Sendable {
  /// One anchor that differs.
  package struct Row: Hashable, Sendable {
    /// In metres, from position to position; 0 unless it moved.
    package let distance: Double
    // Half as large, for there may be very many; −1 stands for no event.
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
    /// The latest event in the earlier state; nil where there is none.
    package var before: Int? { beforeNumber < 0 ? nil : Int(beforeNumber) }
    /// The latest event in the later state.
    package var after: Int? { afterNumber < 0 ? nil : Int(afterNumber) }
  }

  package struct Key: Hashable, Sendable {
    package var from: Int
    package var to: Int
    package var threshold: MoveThreshold
    package var filter: EventFilter?
    /// Whether a shift of the whole space is taken out before anchors are compared.
    package var takesShiftOut = false

    package init(
      from: Int, to: Int, threshold: MoveThreshold = .none, filter: EventFilter? = nil,
      takesShiftOut: Bool = false
    ) {
      self.from = from
      self.to = to
      self.threshold = threshold
      self.filter = filter
      self.takesShiftOut = takesShiftOut
    }
  }

  /// What it is about.
  package let key: Key
  /// The more important first, then the farther moved, then in the store's order.
  package let rows: [Row]
  /// How many anchors moved less than the threshold and did not change otherwise.
  package let belowThreshold: Int
  package let counts: [Difference: Int]
  /// The shift of the whole space between the two states, if there was one.
  package let shift: HBRigidShift?
  /// Whether that shift was taken out.
  package let isShiftTakenOut: Bool
  /// The shift that was taken out; nil for none.
  package var shiftTakenOut: HBRigidShift? { isShiftTakenOut ? shift : nil }
  /// The number of the first row of an anchor that moved.
  package let movedStart: Int
  /// For each kind of difference, in order, the number of the row behind its last.
  private let ends: [Int]
  private let numbers: RowNumbers

  init(
    key: Key, rows: [Row], belowThreshold: Int, shift: HBRigidShift?, isShiftTakenOut: Bool
  ) {
    self.key = key
    self.rows = rows
    self.shift = shift
    self.isShiftTakenOut = isShiftTakenOut
    self.belowThreshold = belowThreshold
    counts = Self.counts(rows)
    movedStart = rows.partitioningIndex { $0.difference >= .moved }
    ends = Difference.allCases.map { kind in
      rows.partitioningIndex { $0.difference > kind }
    }
    numbers = RowNumbers(slots: rows.lazy.map(\.slot))
  }

  /// An anchor that moved and was updated counts as both.
  private static func counts(_ rows: [Row]) -> [Difference: Int] {
    var counts = [Int](repeating: 0, count: Difference.allCases.count)
    for row in rows {
      counts[row.difference.rawValue] += 1
      if row.isUpdated { counts[Difference.updated.rawValue] += 1 }
    }
    let pairs = zip(Difference.allCases, counts).filter { $0.1 > 0 }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  /// How the anchor of a row differs: told by the number of the row, for rows of a kind follow each
  /// other.
  func difference(ofRow number: Int) -> Difference {
    for (kind, end) in ends.enumerated() where number < end {
      return Difference(rawValue: kind) ?? .updated
    }
    return .updated
  }

  /// The number of an anchor's row.
  package func number(ofSlot slot: Int) -> Int? { numbers[slot] }
}

extension SpaceData {
  /// What differs between two states; remembered.
  package func comparison(_ key: Comparison.Key) -> Comparison {
    memo.comparisons.value(for: key) { compare(key) }
  }

  /// - Complexity: O(anchors), by columns; transforms are decoded only of anchors that turned and
  ///   moved less than a threshold, and where a shift is taken out.
  private func compare(_ key: Comparison.Key) -> Comparison {
    let pairs = index.pairs(from: rows(at: key.from), to: rows(at: key.to))
    let shift = shift(pairs)
    var rows = ComparisonRows(filter: key.filter)
    if key.takesShiftOut, let shift {
      add(pairs, beyond: shift, key, to: &rows)
    } else {
      add(pairs, key, to: &rows)
    }
    let comparison = Comparison(
      key: key, rows: rows.sorted, belowThreshold: rows.belowThreshold, shift: shift,
      isShiftTakenOut: key.takesShiftOut && shift != nil)
    if key.filter == nil, !comparison.isShiftTakenOut {
      // All that differ at all: what the title counts need not be counted again.
      memo.differenceCounts.remember(
        comparison.rows.count + comparison.belowThreshold,
        for: OffsetPair(from: key.from, to: key.to))
    }
    return comparison
  }

  private func add(_ pairs: [StatePair], _ key: Comparison.Key, to rows: inout ComparisonRows) {
    let result = key.filter.map { filtered($0) }
    // Those that turned and hardly moved: how far they turned is not in the columns.
    var turned: [StatePair] = []
    for pair in pairs where pair.before != pair.after {
      guard result?.includes(pair) ?? true else { continue }
      guard pair.wasVisible, pair.isVisible else {
        rows.addLone(pair)
        continue
      }
      switch Self.move(pair, key.threshold) {
      case .turned: turned.append(pair)
      case .certain(let move): rows.add(pair, move)
      }
    }
    guard !turned.isEmpty else { return }
    judge(turned, key.threshold.rule, to: &rows)
  }

  /// An anchor that stayed where it was did move against a space that shifted.
  private func add(
    _ pairs: [StatePair], beyond shift: HBRigidShift, _ key: Comparison.Key,
    to rows: inout ComparisonRows
  ) {
    let result = key.filter.map { filtered($0) }
    var common: [StatePair] = []
    for pair in pairs where result?.includes(pair) ?? true {
      if pair.wasVisible, pair.isVisible { common.append(pair) } else { rows.addLone(pair) }
    }
    var rule = key.threshold.rule
    rule.shift = shift
    judge(common, rule, to: &rows)
  }

  /// Adds anchors of which the whole transforms tell whether they moved.
  private func judge(_ pairs: [StatePair], _ rule: MoveRule, to rows: inout ComparisonRows) {
    let transforms = transforms(after: pairs.flatMap { [Int($0.before), Int($0.after)] })
    for (number, pair) in pairs.enumerated() {
      let outcome = rule.outcome(from: transforms[2 * number], to: transforms[2 * number + 1])
      rows.add(pair, .init(outcome))
    }
    rows.restoreOrder(of: index)
  }

  private enum Judgement {
    case certain(ComparisonRows.Move)
    /// The turn decides.
    case turned
  }

  private static func move(_ pair: StatePair, _ threshold: MoveThreshold) -> Judgement {
    guard pair.hasMoved else { return .certain(.none) }
    if threshold == .none || (pair.distance > 0 && pair.distance >= threshold.distance) {
      return .certain(.moved(pair.distance))
    }
    return pair.mayHaveTurned ? .turned : .certain(.below)
  }
}

extension Array {
  /// The index of the first element for which a claim holds, which then holds for all that follow.
  fileprivate func partitioningIndex(_ holds: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
