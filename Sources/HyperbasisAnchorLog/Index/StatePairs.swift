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
    let columns = columns
    return withExtendedLifetime(columns) {
      concurrentCount(max(from.rows.count, to.rows.count)) { slot in
        let (before, after) = (from.row(slot), to.row(slot))
        return before.ordinal != after.ordinal && columns.differs(before, after)
      }
    }
  }

  /// All anchors that are visible in one of two states at least, in the store's order, with what
  /// differs.
  ///
  /// - Complexity: O(anchors)
  public func pairs(from: StateRows, to: StateRows) -> [StatePair] {
    precondition(
      max(from.eventCount, to.eventCount) <= count, "A state belongs to a later snapshot.")
    let (columns, order) = (columns, anchors.storeOrder)
    let (oldDigests, newDigests) = (from.digests(columns), to.digests(columns))
    let none = columns.digests(of: StateRow.none.folded)
    return [StatePair](concurrently: order.count) { number in
      let slot = Int(order[number])
      let (before, after) = (from.row(slot), to.row(slot))
      guard before.isVisible || after.isVisible else { return nil }
      let old = slot < oldDigests.count ? oldDigests[slot] : none
      let new = slot < newDigests.count ? newDigests[slot] : none
      return StatePair(order[number], before, after) {
        PayloadDifference(from: before.folded, old, to: after.folded, new)
      }
    }
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
      let (before, after) = (row(from), row(to))
      return StatePair(Int32(truncatingIfNeeded: slot), before, after) {
        columns.difference(before.folded, after.folded)
      }
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
public struct StatePair: BitwiseCopyable, Sendable {
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

extension StatePair {
  /// - Parameter difference: asked for where the anchor is visible in both states, after other events.
  @inline(__always)
  fileprivate init(
    _ slot: Int32, _ before: StateRow, _ after: StateRow, difference: () -> PayloadDifference
  ) {
    self.init(
      slot: slot, before: before.ordinal, after: after.ordinal,
      wasVisible: before.isVisible, isVisible: after.isVisible)
    guard wasVisible, isVisible, before.ordinal != after.ordinal else { return }
    let difference = difference()
    hasMoved = !difference.isDisjoint(with: .transform)
    mayHaveTurned = difference.contains(.rotation)
    isUpdated = difference.contains(.metadata)
    let old = SIMD3<Double>(before.folded.position.vector)
    let delta = SIMD3<Double>(after.folded.position.vector) - old
    distance = (delta * delta).sum().squareRoot()
  }
}

extension PayloadDifference {
  /// What differs between what is in force after two rows.
  @inline(__always)
  init(
    from old: FoldedRow, _ oldDigests: @autoclosure () -> RowDigests, to new: FoldedRow,
    _ newDigests: @autoclosure () -> RowDigests
  ) {
    self = []
    if old.transformSource != new.transformSource {
      if old.position.vector != new.position.vector { insert(.position) }
      if oldDigests().rotation != newDigests().rotation { insert(.rotation) }
    }
    if old.metadataSource != new.metadataSource,
      oldDigests().metadata != newDigests().metadata
    {
      insert(.metadata)
    }
  }
}

extension ColumnStorage {
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
    PayloadDifference(from: old, digests(of: old), to: new, digests(of: new))
  }

  @inline(__always)
  func rotationDigest(_ source: Int32) -> UInt64 {
    source < 0 ? 0 : rotationDigests[Int(source)]
  }

  @inline(__always)
  func metadataDigest(_ source: Int32) -> UInt64 {
    source < 0 ? digests.metadata.empty : metadataDigests[Int(source)]
  }
}
