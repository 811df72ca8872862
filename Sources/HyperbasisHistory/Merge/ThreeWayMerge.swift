package import HyperbasisModels

/// What becomes of a value that two sides may have changed since they agreed on it, both for edits that are
/// not written yet and for what comes from the cloud.
package enum ThreeWayMerge {
  package enum Outcome: Sendable {
    /// Both sides have the same value.
    case same
    /// Only this side changed it.
    case mine
    /// Only the other side changed it.
    case theirs
    /// Both changed it, in different ways, or it is not known which did.
    case conflict
  }

  /// - Parameter base: the value both agreed on; nil if it is not known.
  package static func outcome<Value>(
    base: Value?, mine: Value, theirs: Value, isSame: (Value, Value) -> Bool
  ) -> Outcome {
    if isSame(mine, theirs) { return .same }
    if let base {
      if isSame(base, mine) { return .theirs }
      if isSame(base, theirs) { return .mine }
    }
    return .conflict
  }

  package static func outcome<Value: Equatable>(
    base: Value?, mine: Value, theirs: Value
  ) -> Outcome {
    outcome(base: base, mine: mine, theirs: theirs, isSame: ==)
  }

  /// Returns the outcome for each key that at least one of them has.
  package static func outcomes(
    base: [String: AnyCodableValue], mine: [String: AnyCodableValue],
    theirs: [String: AnyCodableValue]
  ) -> [String: Outcome] {
    let keys = Set(base.keys).union(mine.keys).union(theirs.keys)
    return Dictionary(
      uniqueKeysWithValues: keys.map { key in
        (key, outcome(base: .some(base[key]), mine: mine[key], theirs: theirs[key]))
      })
  }
}

// MARK: - Preferring the later change

extension ThreeWayMerge {
  /// Returns the value that both sides get; of two changes the later one wins, on a tie theirs.
  package static func merged<Value: Equatable>(
    base: Value?, mine: Value, theirs: Value, isMineLater: Bool
  ) -> Value {
    outcome(base: base, mine: mine, theirs: theirs).takesMine(isMineLater) ? mine : theirs
  }

  /// Returns the metadata that both sides get, merged key by key.
  ///
  /// If it is not known what both agreed on, a key that one side lacks stays: that side may never have seen
  /// it, and a key that comes back is quickly removed again, while one that is gone is lost.
  ///
  /// - Parameter isMineLater: whether my change is the later one, for a key that both changed.
  package static func merged(
    metadata base: [String: AnyCodableValue]?, mine: [String: AnyCodableValue],
    theirs: [String: AnyCodableValue], isMineLater: (_ key: String) -> Bool
  ) -> [String: AnyCodableValue] {
    let outcomes = outcomes(base: base ?? [:], mine: mine, theirs: theirs)
    return outcomes.reduce(into: [:]) { result, entry in
      let isMineLater = entry.value == .conflict && isMineLater(entry.key)
      let side = entry.value.takesMine(isMineLater) ? mine : theirs
      result[entry.key] = side[entry.key]
    }
  }
}

extension ThreeWayMerge.Outcome {
  fileprivate func takesMine(_ isMineLater: Bool) -> Bool {
    switch self {
    case .same, .mine: true
    case .theirs: false
    case .conflict: isMineLater
    }
  }
}
