package import Hyperbasis

/// What differs between two states of a space.
package struct Comparison: Sendable {
  /// One anchor that differs.
  package struct Row: Hashable, Sendable {
    package let slot: Int
    package let difference: Difference
    /// Whether the metadata differ too, for an anchor that moved.
    package let isUpdated: Bool
    /// In metres, from position to position; 0 unless it moved.
    package let distance: Double
    /// The latest event in the earlier state; nil where there is none.
    package let before: Int?
    /// The latest event in the later state.
    package let after: Int?
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
  private let numbers: RowNumbers

  init(rows: [Row], belowThreshold: Int, shift: HBRigidShift?, isShiftTakenOut: Bool) {
    self.rows = rows
    self.shift = shift
    self.isShiftTakenOut = isShiftTakenOut
    self.belowThreshold = belowThreshold
    counts = rows.reduce(into: [:]) { counts, row in
      counts[row.difference, default: 0] += 1
      if row.difference == .moved, row.isUpdated { counts[.updated, default: 0] += 1 }
    }
    movedStart = rows.firstIndex { $0.difference >= .moved } ?? rows.count
    numbers = RowNumbers(slots: rows.lazy.map(\.slot))
  }

  /// The number of an anchor's row.
  package func number(ofSlot slot: Int) -> Int? { numbers[slot] }
}

extension SpaceData {
  /// What differs between two states; remembered.
  package func comparison(_ key: Comparison.Key) -> Comparison {
    memo.comparisons.value(for: key) { compare(key) }
  }

  /// - Complexity: O(anchors), with a decoded payload only where the columns leave a doubt.
  private func compare(_ key: Comparison.Key) -> Comparison {
    let from = state(at: key.from)
    let to = state(at: key.to)
    let shift = shift(from: from, to: to)
    let removed = key.takesShiftOut ? shift : nil
    let result = key.filter.map { filtered($0) }
    var budget = DecodingBudget()
    var rows: [Comparison.Row] = []
    var below = 0
    for slot in index.slotsInStoreOrder.lazy.map({ Int($0) }) {
      let before = from.ordinal(ofSlot: slot)
      let after = to.ordinal(ofSlot: slot)
      guard result?.includes(slot: slot, after: before, after) ?? true else { continue }
      // An anchor that stayed where it was did move against a space that shifted.
      guard before != after || removed != nil else { continue }
      switch difference(slot, before, after, key.threshold, without: removed, &budget) {
      case .none: break
      case .below: below += 1
      case .row(let row):
        if key.filter?.accepts(row.difference) ?? true { rows.append(row) }
      }
    }
    rows.sort { left, right in
      left.difference == right.difference
        ? left.distance > right.distance : left.difference < right.difference
    }
    return Comparison(
      rows: rows, belowThreshold: below, shift: shift, isShiftTakenOut: removed != nil)
  }

  private enum Outcome {
    case none, below
    case row(Comparison.Row)
  }

  private func difference(
    _ slot: Int, _ before: Int?, _ after: Int?, _ threshold: MoveThreshold,
    without shift: HBRigidShift?, _ budget: inout DecodingBudget
  ) -> Outcome {
    func row(_ difference: Difference, updated: Bool = false, distance: Double = 0) -> Outcome {
      .row(
        Comparison.Row(
          slot: slot, difference: difference, isUpdated: updated, distance: distance,
          before: before, after: after))
    }
    let wasVisible = before.map(index.isVisible) ?? false
    let isVisible = after.map(index.isVisible) ?? false
    guard wasVisible || isVisible else { return .none }
    guard let before, let after, wasVisible, isVisible else {
      return row(isVisible ? .added : .removed)
    }
    let updated = differInMetadata(before, after, &budget)
    let move =
      shift.map { moveBeyond($0, before, after, threshold) }
      ?? move(before, after, threshold, &budget)
    switch move {
    case .none: return updated ? row(.updated) : .none
    case .below: return updated ? row(.updated) : .below
    case .moved(let distance): return row(.moved, updated: updated, distance: distance)
    }
  }

  private enum Move {
    case none, below
    case moved(Double)
  }

  private func move(
    _ before: Int, _ after: Int, _ threshold: MoveThreshold, _ budget: inout DecodingBudget
  ) -> Move {
    guard index.transformSource(before) != index.transformSource(after) else { return .none }
    let delta =
      SIMD3<Double>(index.position(after)) - SIMD3<Double>(index.position(before))
    let distance = (delta * delta).sum().squareRoot()
    if distance > 0, distance >= threshold.distance { return .moved(distance) }
    guard budget.take() else { return distance > 0 ? .below : .moved(0) }
    let old = transform(after: before)
    let new = transform(after: after)
    guard old != new else { return .none }
    let turned = HBTransform.angle(old, new) >= threshold.angle
    let scaled = HBTransform.scale(old) != HBTransform.scale(new)
    let counts = threshold == .none || turned || (distance == 0 && scaled)
    return counts ? .moved(distance) : .below
  }

  /// The move that is left of one when the shift of the whole space is taken out.
  private func moveBeyond(
    _ shift: HBRigidShift, _ before: Int, _ after: Int, _ threshold: MoveThreshold
  ) -> Move {
    let old = transform(after: before)
    let new = shift.takenOut(of: transform(after: after))
    let distance = HBTransform.distance(old, new)
    let follows = max(threshold.distance, Self.shiftTolerance, 3 * shift.residual)
    let turns = HBTransform.angle(old, new) >= max(threshold.angle, 1)
    return distance >= follows || turns ? .moved(distance) : .none
  }

  /// In metres; what a device that finds itself anew leaves as noise.
  private static let shiftTolerance = 0.01
}
