// Two states compared by their columns: nothing is decoded.
//
// What differs is first told by the rows of the two states, which lie side by side, with no branch to
// guess. Where only digests can tell, the log is looked at afterwards for all of these, so that the
// memory is asked for many of them at the same time.

extension EventIndex {
  /// How many anchors are otherwise in one state than in another: visible in one alone, or with
  /// another transform or other metadata.
  ///
  /// - Complexity: O(anchors)
  public func differenceCount(from: StateRows, to: StateRows) -> Int {
    let comparison = RowComparison(self, from, to)
    return concurrentCount(max(from.count, to.count)) { comparison.differenceCount($0) }
  }

  /// All anchors that are visible in one of two states at least, in the store's order, with what
  /// differs.
  ///
  /// - Complexity: O(anchors)
  public func pairs(from: StateRows, to: StateRows) -> [StatePair] {
    let comparison = RowComparison(self, from, to)
    let order = anchors.storeOrder
    return [StatePair](concurrently: order.count) { numbers, pairs in
      comparison.pairs(of: order, numbers, &pairs)
    }
  }

  /// One anchor in the states after so many events and after so many others, with what differs.
  ///
  /// - Complexity: O(log n) for n events of the anchor.
  public func pair(ofSlot slot: Int, from: Int, to: Int) -> StatePair {
    precondition(max(from, to) <= count, "A state belongs to a later snapshot.")
    func latest(_ position: Int) -> Int32 {
      Int32(truncatingIfNeeded: latestOrdinal(ofSlot: slot, through: position) ?? -1)
    }
    return pair(ofSlot: slot, latest(from), latest(to))
  }

  /// Whether an anchor is otherwise after one of its events than after another of them; −1 stands
  /// for before its first event.
  public func differs(after ordinal: Int, fromAfter other: Int) -> Bool {
    guard ordinal != other else { return false }
    precondition(max(ordinal, other) < count, "An event belongs to a later snapshot.")
    return pair(
      ofSlot: 0, Int32(truncatingIfNeeded: other), Int32(truncatingIfNeeded: ordinal)
    ).isChanged
  }

  /// An anchor after two of its events; −1 stands for before its first event.
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

  /// Whether more than the position of an anchor that is visible differs between two of its events,
  /// so that it may have turned.
  public func mayHaveTurned(after ordinal: Int, since other: Int) -> Bool {
    precondition(max(ordinal, other) < count, "An event belongs to a later snapshot.")
    return withExtendedLifetime(columns) {
      let digests = DigestReader(columns)
      let (before, after) = (columns.folded[other], columns.folded[ordinal])
      return before.transformSource != after.transformSource
        && digests.rotation(after: before) != digests.rotation(after: after)
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
  /// An anchor with what its rows tell: see ``isUndecided(_:_:)``.
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

  /// Whether only digests can tell all that differs.
  @inline(__always)
  fileprivate func isUndecided(_ before: StateRow, _ after: StateRow) -> Bool {
    let (old, new) = (before.folded, after.folded)
    let hasOtherSource =
      old.metadataSource != new.metadataSource
      || !hasMoved && old.transformSource != new.transformSource
    return isCommon && before.ordinal != after.ordinal && hasOtherSource
  }

  /// Tells what digests say.
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
  // Those of the metadata in force, by slot, where they are known.
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

  /// Looks at digests while the columns are there.
  @inline(__always)
  private func withDigests(_ body: (_ old: DigestReader, _ new: DigestReader) -> Void) {
    withExtendedLifetime(columns) {
      body(
        DigestReader(columns, knownMetadata: oldDigests),
        DigestReader(columns, knownMetadata: newDigests))
    }
  }

  /// How many of some anchors differ, by slot.
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

  /// Adds the anchors at some places of an order that are visible in one of the states.
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

/// A pair of which only digests can tell all that differs, with the rows that carry what is in force:
/// all that a look at them needs lies together, so that many are on their way at the same time.
private struct UndecidedPair: BitwiseCopyable {
  private let placeNumber: Int32
  let oldMetadata: Int32
  let newMetadata: Int32
  let oldTransform: Int32
  let newTransform: Int32

  /// - Parameter place: where the pair lies among others; 0 where it is looked at alone.
  @inline(__always)
  init(_ before: FoldedRow, _ after: FoldedRow, place: Int = 0) {
    placeNumber = Int32(truncatingIfNeeded: place)
    (oldMetadata, newMetadata) = (before.metadataSource, after.metadataSource)
    (oldTransform, newTransform) = (before.transformSource, after.transformSource)
  }

  @inline(__always)
  var place: Int { Int(placeNumber) }
}
