package import HyperbasisAnchorLog
package import HyperbasisModels

/// What differs between two states of a space: the one answer to that question, whoever asks.
///
/// States are compared by their columns; payloads are read only to measure turns against a
/// threshold, and where a shift of the whole space is looked for or taken out.
package struct StateComparison: Sendable {
  /// What becomes of a shift of the whole space.
  package enum ShiftHandling: Sendable {
    /// It is not looked for.
    case ignored
    /// It is looked for, and every anchor has moved with it.
    case found
    /// It is looked for, and what it explains is no move; an anchor that stayed where it was did
    /// move against a space that shifted.
    case takenOut
  }

  /// All anchors that are visible in one of the states at least, in the store's order, with what
  /// counts as different.
  package private(set) var pairs: [StatePair]
  /// The shift of the whole space between the two states, if there was one and it was looked for.
  package private(set) var shift: HBRigidShift?
  /// What counts as a move; with the shift where that was taken out.
  package private(set) var rule = MoveRule()

  /// Compares two states; any difference counts. Nothing is read.
  ///
  /// - Complexity: O(anchors)
  package init(_ index: EventIndex, from: StateRows, to: StateRows) {
    pairs = index.pairs(from: from, to: to)
  }

  /// Compares two states.
  ///
  /// - Parameters:
  ///   - rule: what counts as a move; its shift is not looked at.
  ///   - isIncluded: which anchors are compared; the shift is that of all.
  /// - Throws: where the log cannot be read any more.
  package init(
    _ index: EventIndex, from: StateRows, to: StateRows, rule: MoveRule,
    shift handling: ShiftHandling, where isIncluded: ((StatePair) -> Bool)? = nil
  ) throws {
    self.init(index, from: from, to: to)
    if handling != .ignored { shift = try index.shift(pairs, from: from, to: to) }
    self.rule = rule
    self.rule.shift = handling == .takenOut ? shift : nil
    if let isIncluded { pairs.removeAll { !isIncluded($0) } }
    try applyRule(index)
  }
}

extension StateComparison {
  /// The shift that was taken out; nil for none.
  package var shiftTakenOut: HBRigidShift? { rule.shift }

  /// How far an anchor moved and turned, in metres and degrees, without a shift that was taken out.
  ///
  /// - Parameters:
  ///   - before: its transform in the earlier state.
  ///   - after: its transform in the later state.
  package func displacement(
    from before: [Float], to after: [Float]
  ) -> (distance: Double, angle: Double) {
    let after = rule.shift?.takenOut(of: after) ?? after
    return (HBTransform.distance(before, after), HBTransform.angle(before, after))
  }

  /// Leaves out anchors by how they differ.
  package mutating func keep(where isKept: (StatePair) -> Bool) {
    pairs.removeAll { !isKept($0) }
  }

  /// Puts the anchors in an order.
  ///
  /// - Parameter numbers: the number of each pair, each once.
  package mutating func arrange(_ numbers: [Int32]) {
    precondition(numbers.count == pairs.count)
    pairs = numbers.map { pairs[Int($0)] }
  }

  private mutating func applyRule(_ index: EventIndex) throws {
    guard !rule.countsAll else { return }
    var measured: [Int] = []
    for place in pairs.indices where pairs[place].isCommon {
      if rule.shift != nil || Self.needsTurn(&pairs[place], rule) { measured.append(place) }
    }
    let transforms = try index.transforms(
      after: measured.flatMap { [Int(pairs[$0].before), Int(pairs[$0].after)] })
    for (number, place) in measured.enumerated() {
      let outcome = rule.outcome(from: transforms[2 * number], to: transforms[2 * number + 1])
      pairs[place].hasMoved = false
      pairs[place].distance = 0
      switch outcome {
      case .still: break
      case .below: pairs[place].isBelowThreshold = true
      case .moved(let distance, _):
        pairs[place].hasMoved = true
        pairs[place].distance = distance
      }
    }
  }

  /// Whether only a turn can tell if an anchor moved as far as counts; where its position tells, it
  /// is noted.
  private static func needsTurn(_ pair: inout StatePair, _ rule: MoveRule) -> Bool {
    guard pair.hasMoved, !rule.isFar(pair.distance) else { return false }
    guard !pair.mayHaveTurned else { return true }
    pair.hasMoved = false
    pair.isBelowThreshold = true
    pair.distance = 0
    return false
  }
}

extension EventIndex {
  /// The shift of the whole space between two states; nil where most anchors did not move.
  fileprivate func shift(
    _ pairs: [StatePair], from: StateRows, to: StateRows
  ) throws -> HBRigidShift? {
    var moved = 0
    var common: [Int32] = []
    common.reserveCapacity(pairs.count)
    for (place, pair) in pairs.enumerated() where pair.isCommon {
      common.append(Int32(truncatingIfNeeded: place))
      if pair.hasMoved { moved += 1 }
    }
    guard moved >= 3, moved * 2 > common.count else { return nil }
    func pair(_ number: Int) -> StatePair { pairs[Int(common[number])] }
    func position(_ state: StateRows, _ pair: StatePair) -> SIMD3<Double> {
      SIMD3<Double>(state.position(ofSlot: Int(pair.slot)) ?? .zero)
    }
    return try RigidShiftEstimator.estimate(
      count: common.count,
      pair: { number in
        RigidShiftEstimator.Pair(
          before: position(from, pair(number)), after: position(to, pair(number)))
      },
      yawChanges: { numbers in
        let transforms = try transforms(
          after: numbers.flatMap { [Int(pair($0).before), Int(pair($0).after)] })
        return numbers.indices.map { place in
          HBTransform.yawChange(transforms[2 * place], transforms[2 * place + 1])
        }
      })
  }
}
