// Two states compared by their columns: nothing is decoded.

/// What differs between two events of an anchor, as far as columns tell.
struct PayloadDifference: OptionSet {
  let rawValue: UInt8

  /// The position in force.
  static let position = PayloadDifference(rawValue: 1)
  /// The rest of the transform in force.
  static let rotation = PayloadDifference(rawValue: 2)
  /// The metadata in force.
  static let metadata = PayloadDifference(rawValue: 4)

  static let transform: PayloadDifference = [.position, .rotation]
}

extension EventIndex {
  /// How many anchors are otherwise in one state than in another: visible in one alone, or with
  /// another transform or other metadata.
  ///
  /// - Complexity: O(anchors)
  public func differenceCount(from: StateRows, to: StateRows) -> Int {
    precondition(
      max(from.eventCount, to.eventCount) <= count, "A state belongs to a later snapshot.")
    return withExtendedLifetime(columns) {
      var differing = 0
      for slot in 0..<max(from.rows.count, to.rows.count) {
        let (before, after) = (from.row(slot), to.row(slot))
        if before.ordinal != after.ordinal, columns.differs(before, after) { differing += 1 }
      }
      return differing
    }
  }

  /// All anchors that are visible in one of two states at least, in the store's order, with what
  /// differs.
  ///
  /// - Complexity: O(anchors)
  public func pairs(from: StateRows, to: StateRows) -> [StatePair] {
    precondition(
      max(from.eventCount, to.eventCount) <= count, "A state belongs to a later snapshot.")
    var pairs: [StatePair] = []
    pairs.reserveCapacity(anchors.storeOrder.count)
    withExtendedLifetime(columns) {
      for slot in anchors.storeOrder {
        let pair = columns.pair(slot, from.row(Int(slot)), to.row(Int(slot)))
        if pair.wasVisible || pair.isVisible { pairs.append(pair) }
      }
    }
    return pairs
  }

  /// One anchor in the states after so many events and after so many others, with what differs.
  ///
  /// - Complexity: O(log n) for n events of the anchor.
  public func pair(ofSlot slot: Int, from: Int, to: Int) -> StatePair {
    precondition(max(from, to) <= count, "A state belongs to a later snapshot.")
    func row(_ position: Int) -> StateRow {
      let latest = latestOrdinal(ofSlot: slot, through: position) ?? -1
      return columns.row(after: Int32(truncatingIfNeeded: latest))
    }
    return withExtendedLifetime(columns) {
      columns.pair(Int32(truncatingIfNeeded: slot), row(from), row(to))
    }
  }

  /// Whether an anchor is otherwise after one of its events than after another of them; −1 stands
  /// for before its first event.
  public func differs(after ordinal: Int, fromAfter other: Int) -> Bool {
    guard ordinal != other else { return false }
    precondition(max(ordinal, other) < count, "An event belongs to a later snapshot.")
    return withExtendedLifetime(columns) {
      columns.differs(
        columns.row(after: Int32(truncatingIfNeeded: ordinal)),
        columns.row(after: Int32(truncatingIfNeeded: other)))
    }
  }

  /// Whether more than the position of an anchor that is visible differs between two of its events,
  /// so that it may have turned.
  public func mayHaveTurned(after ordinal: Int, since other: Int) -> Bool {
    precondition(max(ordinal, other) < count, "An event belongs to a later snapshot.")
    return withExtendedLifetime(columns) {
      columns.difference(
        columns.row(after: Int32(truncatingIfNeeded: other)).folded,
        columns.row(after: Int32(truncatingIfNeeded: ordinal)).folded
      ).contains(.rotation)
    }
  }

  /// The anchor of an event, before it and after it.
  public func pair(ofEvent ordinal: Int) -> StatePair {
    pair(ofSlot: slot(ordinal), from: ordinal, to: ordinal + 1)
  }
}

/// An anchor in two states.
public struct StatePair: Sendable {
  public let slot: Int32
  /// Its latest event in each of them; −1 for none.
  public let before: Int32
  public let after: Int32
  public let wasVisible: Bool
  public let isVisible: Bool
  // What differs is false where it is not visible in both.
  public var hasMoved = false
  /// Whether more than the position differs, so that it may have turned.
  public var mayHaveTurned = false
  public var isUpdated = false
  /// Whether it moved, but less than counts; then `hasMoved` is false.
  public var isBelowThreshold = false
  /// How far it moved in metres; 0 where it is not visible in both.
  public var distance = 0.0
}

extension StatePair {
  /// Whether it is visible in both states.
  public var isCommon: Bool { wasVisible && isVisible }

  /// Whether it is there in one state alone, or differs in what counts.
  public var isChanged: Bool { wasVisible != isVisible || hasMoved || isUpdated }
}

extension ColumnStorage {
  @inline(__always)
  fileprivate func pair(_ slot: Int32, _ before: StateRow, _ after: StateRow) -> StatePair {
    var pair = StatePair(
      slot: slot, before: before.ordinal, after: after.ordinal,
      wasVisible: before.isVisible, isVisible: after.isVisible)
    guard pair.wasVisible, pair.isVisible, before.ordinal != after.ordinal else { return pair }
    let difference = difference(before.folded, after.folded)
    pair.hasMoved = !difference.isDisjoint(with: .transform)
    pair.mayHaveTurned = difference.contains(.rotation)
    pair.isUpdated = difference.contains(.metadata)
    let old = SIMD3<Double>(before.folded.position.vector)
    let delta = SIMD3<Double>(after.folded.position.vector) - old
    pair.distance = (delta * delta).sum().squareRoot()
    return pair
  }

  /// Whether an anchor with two latest events is otherwise in one state than in the other.
  @inline(__always)
  fileprivate func differs(_ before: StateRow, _ after: StateRow) -> Bool {
    guard before.isVisible, after.isVisible else { return before.isVisible != after.isVisible }
    // Whether a position differs is seen without a look at the log.
    return before.folded.position.vector != after.folded.position.vector
      || !difference(before.folded, after.folded).isEmpty
  }

  /// What differs between what is in force after two rows.
  @inline(__always)
  func difference(_ old: FoldedRow, _ new: FoldedRow) -> PayloadDifference {
    var result: PayloadDifference = []
    if old.transformSource != new.transformSource {
      if old.position.vector != new.position.vector { result.insert(.position) }
      if rotationDigest(old.transformSource) != rotationDigest(new.transformSource) {
        result.insert(.rotation)
      }
    }
    if old.metadataSource != new.metadataSource,
      metadataDigest(old.metadataSource) != metadataDigest(new.metadataSource)
    {
      result.insert(.metadata)
    }
    return result
  }

  @inline(__always)
  private func rotationDigest(_ source: Int32) -> UInt64 {
    source < 0 ? 0 : rotationDigests[Int(source)]
  }

  @inline(__always)
  private func metadataDigest(_ source: Int32) -> UInt64 {
    source < 0 ? digests.metadata.empty : metadataDigests[Int(source)]
  }
}
