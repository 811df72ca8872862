// Comparing two states by their columns: nothing is decoded.
//
// What differs is first taken from the rows of the two states, which are contiguous, with no branch
// to predict. Where only digests can decide, the log is read afterwards for all such anchors
// together, so that many memory accesses are in flight at the same time.

extension EventIndex {
  /// Returns how many anchors differ between two states: visible in only one of them, or with
  /// another transform or other metadata.
  ///
  /// - Complexity: O(anchors)
  public func differenceCount(from: StateRows, to: StateRows) -> Int {
    let comparison = RowComparison(self, from, to)
    return concurrentCount(max(from.count, to.count)) { comparison.differenceCount($0) }
  }

  /// Returns all anchors that are visible in at least one of two states, in the store's order, with
  /// what differs.
  ///
  /// - Complexity: O(anchors)
  public func pairs(from: StateRows, to: StateRows) -> [StatePair] {
    let comparison = RowComparison(self, from, to)
    let order = anchors.storeOrder
    return [StatePair](concurrently: order.count) { numbers, pairs in
      comparison.pairs(of: order, numbers, &pairs)
    }
  }

  /// Returns one anchor in the states after `from` and after `to` events, with what differs.
  ///
  /// - Complexity: O(log n) for n events of the anchor.
  public func pair(ofSlot slot: Int, from: Int, to: Int) -> StatePair {
    precondition(max(from, to) <= count, "A state belongs to a later snapshot.")
    func latest(_ position: Int) -> Int32 {
      Int32(truncatingIfNeeded: latestOrdinal(ofSlot: slot, through: position) ?? -1)
    }
    return pair(ofSlot: slot, latest(from), latest(to))
  }

  /// Returns whether an anchor differs between two of its events; −1 stands for the time before its
  /// first event.
  public func differs(after ordinal: Int, fromAfter other: Int) -> Bool {
    guard ordinal != other else { return false }
    precondition(max(ordinal, other) < count, "An event belongs to a later snapshot.")
    return pair(
      ofSlot: 0, Int32(truncatingIfNeeded: other), Int32(truncatingIfNeeded: ordinal)
    ).isChanged
  }

  /// Returns an anchor after two of its events; −1 stands for the time before its first event.
  func pair(ofSlot slot: Int, _ before: Int32, _ after: Int32) -> StatePair {
    withExtendedLifetime(columns) {
      let (old, new) = (columns.row(after: before), columns.row(after: after))
      let digests = DigestReader(columns)
      var pair = StatePair(Int32(truncatingIfNeeded: slot), old, new)
      if pair.isUndecided(old, new) {
        pair.decide(UndecidedPair(old.folded, new.folded), digests, digests)
      }
      return pair
    }
  }

  /// Returns whether the transform of a visible anchor differs in more than its position between
  /// two of its events, so that it may have turned.
  public func mayHaveTurned(after ordinal: Int, since other: Int) -> Bool {
    precondition(max(ordinal, other) < count, "An event belongs to a later snapshot.")
    return withExtendedLifetime(columns) {
      let digests = DigestReader(columns)
      let (before, after) = (columns.folded[other], columns.folded[ordinal])
      return before.transformSource != after.transformSource
        && digests.rotation(after: before) != digests.rotation(after: after)
    }
  }

  /// Returns the anchor of an event, before it and after it.
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
  // These are false if it is not visible in both.
  public var hasMoved = false
  public var isUpdated = false
  /// Whether it moved, but by less than the threshold; then `hasMoved` is false.
  public var isBelowThreshold = false
  /// How far it moved in metres; 0 if it is not visible in both.
  public var distance = 0.0
}

extension StatePair {
  /// Whether it is visible in both states.
  public var isCommon: Bool { wasVisible && isVisible }

  /// Whether it is visible in only one state, or has changed in a way that counts.
  public var isChanged: Bool { wasVisible != isVisible || hasMoved || isUpdated }
}

extension StatePair {
  /// Compares an anchor as far as its rows allow: see ``isUndecided(_:_:)``.
  @inline(__always)
  fileprivate init(_ slot: Int32, _ before: StateRow, _ after: StateRow) {
    self.init(
      slot: slot, before: before.ordinal, after: after.ordinal,
      wasVisible: before.isVisible, isVisible: after.isVisible)
    let isCompared = isCommon && before.ordinal != after.ordinal
    let old = SIMD3<Double>(before.folded.position.vector)
    let delta = SIMD3<Double>(after.folded.position.vector) - old
    distance = isCompared ? (delta * delta).sum().squareRoot() : 0
    hasMoved = isCompared && before.folded.position.vector != after.folded.position.vector
  }

  /// Returns whether only digests can tell all that differs.
  @inline(__always)
  fileprivate func isUndecided(_ before: StateRow, _ after: StateRow) -> Bool {
    let (old, new) = (before.folded, after.folded)
    let hasOtherSource =
      old.metadataSource != new.metadataSource
      || !hasMoved && old.transformSource != new.transformSource
    return isCommon && before.ordinal != after.ordinal && hasOtherSource
  }

  /// Decides the rest by digests.
  @inline(__always)
  fileprivate mutating func decide(
    _ sources: UndecidedPair, _ old: DigestReader, _ new: DigestReader
  ) {
    let slot = Int(slot)
    isUpdated =
      sources.oldMetadata != sources.newMetadata
      && old.metadata(ofSlot: slot, from: sources.oldMetadata)
        != new.metadata(ofSlot: slot, from: sources.newMetadata)
    guard !hasMoved, sources.oldTransform != sources.newTransform else { return }
    hasMoved = old.rotation(from: sources.oldTransform) != new.rotation(from: sources.newTransform)
  }
}

/// Two states of an index, side by side.
private struct RowComparison: Sendable {
  private let from: StateRows
  private let to: StateRows
  private let columns: ColumnStorage
  // The digests of the metadata in force, by slot, if they are known.
  private let oldDigests: [UInt64]?
  private let newDigests: [UInt64]?

  init(_ index: EventIndex, _ from: StateRows, _ to: StateRows) {
    precondition(
      max(from.eventCount, to.eventCount) <= index.count, "A state belongs to a later snapshot.")
    (self.from, self.to) = (from, to)
    columns = index.columns
    oldDigests = index.metadataDigests(of: from)
    newDigests = index.metadataDigests(of: to)
  }

  /// Gives access to digests while the columns are kept alive.
  @inline(__always)
  private func withDigests(_ body: (_ old: DigestReader, _ new: DigestReader) -> Void) {
    withExtendedLifetime(columns) {
      body(
        DigestReader(columns, knownMetadata: oldDigests),
        DigestReader(columns, knownMetadata: newDigests))
    }
  }

  /// Returns how many of the anchors with some slots differ.
  func differenceCount(_ slots: Range<Int>) -> Int {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: slots.count) { undecided in
      var (count, undecidedCount) = (0, 0)
      for slot in slots {
        let number = Int32(truncatingIfNeeded: slot)
        let (before, after) = (from.row(slot), to.row(slot))
        let pair = StatePair(number, before, after)
        count += pair.isChanged ? 1 : 0
        undecided[undecidedCount] = number
        undecidedCount += !pair.isChanged && pair.isUndecided(before, after) ? 1 : 0
      }
      withDigests { old, new in
        for slot in undecided[..<undecidedCount] {
          let (before, after) = (from.row(Int(slot)), to.row(Int(slot)))
          var pair = StatePair(slot, before, after)
          pair.decide(UndecidedPair(before.folded, after.folded), old, new)
          count += pair.isChanged ? 1 : 0
        }
      }
      return count
    }
  }

  /// Adds those of the anchors at some places of an order that are visible in at least one state.
  @inline(__always)
  func pairs(
    of order: [Int32], _ numbers: Range<Int>, _ pairs: inout ChunkOutput<StatePair>
  ) {
    withUnsafeTemporaryAllocation(of: UndecidedPair.self, capacity: numbers.count) { undecided in
      var undecidedCount = 0
      for number in numbers {
        let slot = order[number]
        let (before, after) = (from.row(Int(slot)), to.row(Int(slot)))
        guard before.isVisible || after.isVisible else { continue }
        let pair = StatePair(slot, before, after)
        undecided[undecidedCount] = UndecidedPair(
          before.folded, after.folded, place: pairs.count)
        undecidedCount += pair.isUndecided(before, after) ? 1 : 0
        pairs.append(pair)
      }
      withDigests { old, new in
        for pair in undecided[..<undecidedCount] {
          pairs[pair.place].decide(pair, old, new)
        }
      }
    }
  }
}

/// A pair whose differences only digests can settle, with the rows that carry what is in force: all
/// that the accesses need lies together, so that many are in flight at the same time.
private struct UndecidedPair: BitwiseCopyable {
  private let placeNumber: Int32
  let oldMetadata: Int32
  let newMetadata: Int32
  let oldTransform: Int32
  let newTransform: Int32

  /// - Parameter place: where the pair lies among others; 0 if it is compared alone.
  @inline(__always)
  init(_ before: FoldedRow, _ after: FoldedRow, place: Int = 0) {
    placeNumber = Int32(truncatingIfNeeded: place)
    (oldMetadata, newMetadata) = (before.metadataSource, after.metadataSource)
    (oldTransform, newTransform) = (before.transformSource, after.transformSource)
  }

  @inline(__always)
  var place: Int { Int(placeNumber) }
}
