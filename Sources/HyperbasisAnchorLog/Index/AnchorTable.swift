/// The anchors of a log: which ones there are, which events each has, and which of them is the
/// latest after any number of events.
struct AnchorTable: Sendable {
  var slots = SlotTable()
  /// The anchors that are ever in a state, sorted by (instant of the fold's start, id).
  private(set) var storeOrder: [Int32] = []
  private(set) var postings = PostingStore()
  private(set) var keyframes = Keyframes(slotCount: 0)
}

extension AnchorTable {
  /// Returns the latest event of each anchor after some of the first `count` events.
  func state(through eventCount: Int, of count: Int, _ columns: ColumnStorage) -> FoldedState {
    if eventCount == count { return FoldedState(eventCount: count, latest: slots.newest) }
    let frame = keyframes.frame(before: eventCount)
    var latest = frame.latest.withElements { Array($0) }
    latest.append(contentsOf: repeatElement(-1, count: max(0, self.slots.count - latest.count)))
    let slots = columns.slots.rows(frame.position..<eventCount)
    latest.withUnsafeMutableBufferPointer { latest in
      for ordinal in frame.position..<eventCount {
        latest[Int(slots[ordinal])] = Int32(truncatingIfNeeded: ordinal)
      }
    }
    return FoldedState(eventCount: eventCount, latest: latest)
  }
}

// MARK: - Folding

extension AnchorTable {
  /// Folds the first `count` rows, forgetting what was folded before.
  ///
  /// - Parameter other: work done at the same time if there is more than one core; it only reads
  ///   the rows, and neither their folds nor their anchors.
  /// - Returns: the rows whose metadata must be merged, ascending, and the result of the other
  ///   work.
  mutating func foldAll<Other: Sendable>(
    _ columns: ColumnStorage, count: Int, beside other: @Sendable () -> Other
  ) -> (edits: [Int32], other: Other) {
    slots.resetFold()
    keyframes = Keyframes(slotCount: slots.count)
    let (edits, result): ([Int32], Other)
    if count < Self.leastRowsForTwo {
      edits = fold(0..<count, columns)
      rebuildPostings(columns, count: count)
      result = other()
    } else {
      // Each reads columns that the other leaves alone.
      let (folded, listed) = concurrently { [self] in
        var table = self
        let edits = table.fold(0..<count, columns)
        return (table: table, edits: edits)
      } _: { [self] in
        var table = self
        table.rebuildPostings(columns, count: count)
        return (postings: table.postings, other: other())
      }
      (self, edits) = folded
      (postings, result) = listed
    }
    sortStoreOrder(columns)
    return (edits, result)
  }

  /// With fewer rows, starting a thread costs more than it saves.
  private static let leastRowsForTwo = 50_000

  /// Folds rows that were appended after all others.
  ///
  /// - Returns: those whose metadata must be merged, ascending.
  mutating func foldAppended(_ ordinals: Range<Int>, _ columns: ColumnStorage) -> [Int32] {
    let edits = fold(ordinals, columns)
    extendPostings(ordinals, columns)
    extendStoreOrder(ordinals, columns)
    return edits
  }

  /// Folds the rows from a place on again, after their order has changed.
  ///
  /// - Parameter state: the state after the rows before that place.
  /// - Returns: the rows from there on whose metadata must be merged, ascending.
  mutating func refold(
    after state: FoldedState, through count: Int, _ columns: ColumnStorage
  ) -> [Int32] {
    let place = state.eventCount
    let unknown = slots.count - state.latest.count
    slots.rewind(
      to: place, latest: state.latest + repeatElement(-1, count: unknown), columns)
    keyframes.truncate(to: place)
    let edits = fold(place..<count, columns)
    rebuildPostings(columns, count: count)
    sortStoreOrder(columns)
    return edits
  }

  /// Folds rows that follow those folded before, and keeps keyframes.
  private mutating func fold(_ range: Range<Int>, _ columns: ColumnStorage) -> [Int32] {
    var edits: [Int32] = []
    var ordinal = range.lowerBound
    while ordinal < range.upperBound {
      let end = min(range.upperBound, max(keyframes.next, ordinal + 1))
      slots.fold(ordinal..<end, columns, &edits)
      keyframes.record(end, slots.newest)
      ordinal = end
    }
    return edits
  }
}

// MARK: - Lists

extension AnchorTable {
  private mutating func rebuildPostings(_ columns: ColumnStorage, count: Int) {
    postings = PostingStore(
      slots: columns.slots.first(count), slotCount: slots.count)
  }

  private mutating func extendPostings(_ ordinals: Range<Int>, _ columns: ColumnStorage) {
    for ordinal in ordinals where !postings.append(ordinal, slot: columns.slots[ordinal]) {
      return rebuildPostings(columns, count: ordinals.upperBound)
    }
  }

  private mutating func sortStoreOrder(_ columns: ColumnStorage) {
    storeOrder = slots.foldStart.indices.filter { slots.foldStart[$0] >= 0 }.map(Int32.init)
    storeOrder.sort { [slots] in slots.precedesInStore($0, $1, columns) }
  }

  /// Inserts anchors whose fold started in the new rows where they belong.
  private mutating func extendStoreOrder(_ ordinals: Range<Int>, _ columns: ColumnStorage) {
    for ordinal in ordinals {
      let slot = columns.slots[ordinal]
      guard slots.foldStart[Int(slot)] == ordinal else { continue }
      let last = storeOrder.lastIndex { !slots.precedesInStore(slot, $0, columns) }
      storeOrder.insert(slot, at: last.map { $0 + 1 } ?? 0)
    }
  }
}

extension SlotTable {
  /// Compares anchors in the store's order: by (instant of the fold's start, id).
  fileprivate func precedesInStore(_ left: Int32, _ right: Int32, _ columns: ColumnStorage) -> Bool
  {
    let leftStart = columns.instants[Int(foldStart[Int(left)])]
    let rightStart = columns.instants[Int(foldStart[Int(right)])]
    if leftStart != rightStart { return leftStart < rightStart }
    return ids[Int(left)] < ids[Int(right)]
  }
}
