/// Collects rows in any order and makes an index of them.
struct IndexBuilder {
  private(set) var columns: ColumnStorage
  private(set) var count = 0
  /// Whether the rows came in canonical order.
  private(set) var isSorted = true
  /// Rows whose id seems to have occurred before, rightly or not.
  private var suspects: [Int] = []
  /// Empty if ids are compared only once all rows are there.
  private var filter: IdentifierFilter
  /// The rows whose metadata must be merged, if the rows have been folded already.
  private var folded: [Int32]?

  /// Creates a builder for about `expected` rows; it has room for more too.
  ///
  /// - Parameters:
  ///   - spare: rows that the index can take later before its columns must be copied.
  ///   - digests: what the digests of the rows are made with.
  init(expected: Int, spare: Int, digests: PayloadDigests) {
    columns = ColumnStorage(capacity: expected + spare, digests: digests)
    filter = IdentifierFilter(expected: expected + spare)
  }

  /// Creates a builder that compares ids only once all rows are there.
  ///
  /// - Parameters:
  ///   - columns: must have no other owner.
  ///   - count: how many rows there are already, in canonical order.
  init(_ columns: ColumnStorage, count: Int = 0) {
    self.columns = columns
    self.count = count
    filter = IdentifierFilter()
  }
}

extension IndexBuilder {
  /// Whether duplicate ids are found only once all rows are there.
  var comparesLast: Bool { filter.isEmpty }

  /// Adds a row after the others.
  @inline(__always)
  mutating func add(_ row: borrowing EventRow) {
    if count == columns.capacity { findRoom() }
    columns.write(row, at: count)
    if !filter.isEmpty, filter.insert(row.id) { suspects.append(count) }
    if isSorted, count > 0, columns.comesBefore(count, count - 1) { isSorted = false }
    count += 1
  }

  /// Creates a builder with the rows of an index, followed by others.
  init(_ index: EventIndex, adding rows: IndexBuilder) {
    let total = index.count + rows.count
    self.init(expected: total + total / 4, spare: 4096, digests: index.columns.digests)
    columns.copyRows(of: index.columns, 0..<index.count, to: 0)
    columns.copyRows(of: rows.columns, 0..<rows.count, to: index.count)
    count = total
    isSorted = false
    for row in 0..<count where filter.insert(columns.ids[row]) { suspects.append(row) }
  }

  /// Creates a builder with some rows of a storage, followed by others; their ids are known to
  /// differ.
  init(_ old: ColumnStorage, _ range: Range<Int>, adding rows: IndexBuilder) {
    self.init(expected: 0, spare: 0, digests: old.digests)
    columns = ColumnStorage(capacity: range.count + rows.count, digests: old.digests)
    columns.copyRows(of: old, range, to: 0)
    columns.copyRows(of: rows.columns, 0..<rows.count, to: range.count)
    count = range.count + rows.count
    isSorted = false
  }

  @inline(never)
  private mutating func findRoom() {
    let larger = ColumnStorage(capacity: max(64, count * 2), digests: columns.digests)
    larger.copyRows(of: columns, 0..<count, to: 0)
    columns = larger
  }

  /// Returns the groups of rows that share an id, each in the order in which the rows came: lines
  /// in that of the log.
  func duplicates() -> [[Int]] {
    if suspects.isEmpty { return [] }
    var sieve = IdentifierFilter(expected: suspects.count * 4)
    let suspected = Set(suspects.map { columns.ids[$0] })
    for id in suspected { _ = sieve.insert(id) }
    var groups: [UUIDBits: [Int]] = [:]
    for row in 0..<count where sieve.mayContain(columns.ids[row]) {
      if suspected.contains(columns.ids[row]) { groups[columns.ids[row], default: []].append(row) }
    }
    return groups.values.filter { $0.count > 1 }.map { $0.sorted(by: comesFirst) }
      .sorted { comesFirst($0[0], $1[0]) }
  }

  /// Returns whether a row came before another one, by its place: rows of chunks are in canonical
  /// order by now.
  private func comesFirst(_ left: Int, _ right: Int) -> Bool {
    let (first, second) = (columns.places[left], columns.places[right])
    if first.memoryIndex != nil || second.memoryIndex != nil { return left < right }
    return first.offset != second.offset ? first.offset < second.offset : left < right
  }

  /// Folds rows that are in canonical order and, at the same time, finds those that may repeat an
  /// id: mostly there are none, and the fold stands.
  mutating func foldAndCompare(into index: inout EventIndex) {
    precondition(isSorted, "Rows are folded in canonical order.")
    let search = DuplicateSearch(columns.ids.base, count: count)
    (folded, suspects) = index.anchors.foldAll(columns, count: count) { search.rows() }
  }

  /// Puts the rows, except those dropped, into canonical order, and folds them into `index`.
  ///
  /// - Returns: the rows whose metadata must be merged.
  @discardableResult
  mutating func finish(
    into index: inout EventIndex, dropping dropped: Set<Int> = []
  ) -> [Int32] {
    if dropped.isEmpty {
      if !isSorted { columns.reorder(canonicalOrder()) }
    } else {
      let order = canonicalOrder(dropping: dropped)
      let ordered = ColumnStorage(capacity: columns.capacity, digests: columns.digests)
      ordered.gather(order, from: columns, to: 0)
      columns = ordered
      count = order.count
      folded = nil
    }
    index.columns = columns
    index.count = count
    let edits = folded ?? index.anchors.foldAll(columns, count: count) {}.edits
    if !filter.isEmpty, filter.comfortableCount < count { refillFilter() }
    columns.finishBuild(count: count, filter: filter)
    return edits
  }

  /// Does the same for rows of a log: without duplicates that do not count and derived events whose
  /// original is there, and with the metadata of concurrent edits merged.
  mutating func finish(
    into index: inout EventIndex, resolving duplicates: ResolvedDuplicates
  ) throws {
    let dropped = duplicates.dropped.union(
      rowsGivingWay(index.derived, besides: duplicates.dropped))
    let edits = finish(into: &index, dropping: dropped)
    try index.mergeEdits(edits, from: 0)
  }

  /// Returns the rows in canonical order. Logs are nearly sorted: late rows are set aside, sorted
  /// and inserted where they belong.
  func canonicalOrder(dropping dropped: Set<Int> = []) -> [Int32] {
    [Int32](unsafeUninitializedCapacity: count) { order, filled in
      var late: [Int32] = []
      var kept = 0
      var last = 0
      for row in 0..<count where dropped.isEmpty || !dropped.contains(row) {
        if kept > 0, columns.precedes(row, last) {
          late.append(Int32(truncatingIfNeeded: row))
        } else {
          order[kept] = Int32(truncatingIfNeeded: row)
          kept += 1
          last = row
        }
      }
      late.sort { columns.precedes(Int($0), Int($1)) }
      columns.insert(late, into: order, count: kept)
      filled = kept + late.count
    }
  }

  private mutating func refillFilter() {
    filter = IdentifierFilter(expected: columns.capacity)
    for row in 0..<count { _ = filter.insert(columns.ids[row]) }
  }
}
