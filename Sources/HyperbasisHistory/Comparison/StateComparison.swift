package import HyperbasisAnchorLog
package import HyperbasisDrift
import HyperbasisModels

/// What differs between two states of a space; every caller that asks for a difference uses it.
///
/// States are compared by their columns; payloads are read only to measure turns against a threshold and to
/// take shifts out.
package struct StateComparison: Sendable {
  /// How shifts between the two states are handled.
  package enum ShiftHandling: Sendable {
    /// They are not looked for.
    case ignored
    /// They are reported, and every anchor counts as moved with them.
    case found(DriftHistory)
    /// They are taken out of the moves of the anchors that crossed them; what is left counts.
    case takenOut(DriftHistory)
  }

  /// All anchors that are visible in at least one of the states, in the store's order, with what counts as
  /// different.
  package private(set) var pairs: [StatePair]
  /// The shifts between the two states, if there were any and they were looked for.
  package private(set) var shift: ShiftBetween?
  /// Creeps that are worth reporting; if there was no shift, a motion that at least half of the anchors
  /// shared and that is not a shift takes precedence.
  package private(set) var notAShift: UnshiftedMotion?
  /// Whether the shifts were taken out.
  private var isShiftTakenOut = false
  /// What counts as a move.
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
  ///   - rule: what counts as a move.
  ///   - handling: how shifts are handled.
  ///   - isIncluded: which anchors are compared; shifts are found from all of them.
  /// - Throws: if the log can no longer be read.
  package init(
    _ index: EventIndex, from: StateRows, to: StateRows, rule: MoveRule,
    shift handling: ShiftHandling, where isIncluded: ((StatePair) -> Bool)? = nil
  ) throws {
    self.init(index, from: from, to: to)
    switch handling {
    case .ignored: break
    case .found(let history): find(index, history, from: from, to: to)
    case .takenOut(let history):
      find(index, history, from: from, to: to)
      isShiftTakenOut = shift != nil
    }
    self.rule = rule
    if let isIncluded { pairs.removeAll { !isIncluded($0) } }
    try applyRule(index)
  }
}

extension StateComparison {
  /// The shifts that were taken out; nil for none.
  package var shiftTakenOut: ShiftBetween? { isShiftTakenOut ? shift : nil }

  /// Returns how far an anchor moved and turned, in metres and degrees, without shifts that were taken out.
  ///
  /// - Parameters:
  ///   - before: its transform in the earlier state.
  ///   - after: its transform in the later state.
  package func displacement(
    ofSlot slot: Int, from before: [Float], to after: [Float]
  ) -> (distance: Double, angle: Double) {
    let after = withoutShift(after, since: before, ofSlot: slot)
    return (HBTransform.distance(before, after), HBTransform.angle(before, after))
  }

  /// Returns the transform of an anchor in the later state without shifts that were taken out.
  ///
  /// - Parameter before: its transform in the earlier state.
  package func withoutShift(
    _ transform: [Float], since before: [Float], ofSlot slot: Int
  ) -> [Float] {
    shiftTakenOut?.takenOut(of: transform, since: before, slot: slot) ?? transform
  }

  /// Keeps only the anchors whose differences a predicate accepts.
  package mutating func keep(where isKept: (StatePair) -> Bool) {
    pairs.removeAll { !isKept($0) }
  }

  /// Reorders the anchors.
  ///
  /// - Parameter numbers: the index of each pair in the new order, each once.
  package mutating func arrange(_ numbers: [Int32]) {
    precondition(numbers.count == pairs.count)
    pairs = numbers.map { pairs[Int($0)] }
  }

  private mutating func find(
    _ index: EventIndex, _ history: DriftHistory, from: StateRows, to: StateRows
  ) {
    shift = ShiftBetween(index, history, pairs, from: from, to: to)
    let (first, last) = (min(from.eventCount, to.eventCount), max(from.eventCount, to.eventCount))
    let creeps = history.creeps(index, in: first..<last)
    let told = creeps.filter(\.isTold)
    notAShift = told.isEmpty ? nil : .creeps(told)
    guard shift == nil else { return }
    let isInBoth = { from.isVisible(slot: $0) && to.isVisible(slot: $0) }
    if let other = history.greatestShift(in: first..<last, followedByNone: isInBoth) {
      notAShift = .ofOthers(other)
      return
    }
    let common = pairs.count(where: \.isCommon)
    if let other = history.greatestOther(in: first..<last), other.followers.count * 2 >= common {
      if other.kind != .creepStep {
        notAShift = .other(other)
      } else if told.isEmpty, let largest = creeps.first {
        notAShift = .creeps([largest])
      }
    }
  }

  private mutating func applyRule(_ index: EventIndex) throws {
    let shift = shiftTakenOut
    guard !rule.countsAll || shift != nil else { return }
    var measured: [Int] = []
    for place in pairs.indices where pairs[place].isCommon {
      let hasShifted = shift?.change(ofSlot: Int(pairs[place].slot)) != nil
      if hasShifted || !rule.countsAll && Self.needsTurn(&pairs[place], rule, index) {
        measured.append(place)
      }
    }
    let transforms = try index.transforms(
      after: measured.flatMap { [Int(pairs[$0].before), Int(pairs[$0].after)] })
    for (number, place) in measured.enumerated() {
      let outcome = rule.outcome(
        from: transforms[2 * number], to: transforms[2 * number + 1],
        without: shift?.change(ofSlot: Int(pairs[place].slot)))
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

  /// Whether only the turn can decide if an anchor's move counts; if its position decides, the outcome is
  /// noted.
  private static func needsTurn(
    _ pair: inout StatePair, _ rule: MoveRule, _ index: EventIndex
  ) -> Bool {
    guard pair.hasMoved, !rule.isFar(pair.distance) else { return false }
    if index.mayHaveTurned(after: Int(pair.after), since: Int(pair.before)) { return true }
    pair.hasMoved = false
    pair.isBelowThreshold = true
    pair.distance = 0
    return false
  }
}
