/// Collects rows in any order and makes an index of them.
struct IndexBuilder {
  private(set) var columns: ColumnStorage
  private(set) var count = 0
  /// Where its rows begin in the columns; not at 0 where several builders fill one storage.
  private let first: Int
  /// How many rows it may write; more only where it has the columns for itself.
  private var room: Int
  /// Whether there were more rows than room in columns that it shares.
  private(set) var isOverfull = false
  /// Whether the rows are in canonical order as they came.
  private(set) var isSorted = true
  /// Their canonical order, once it is worked out.
  private var order: [Int32]?
  /// Rows whose id the filter has met before, rightly or not, and their lines.
  private(set) var suspects: [(row: Int, line: Int)] = []
  /// Empty where ids are compared when all rows are there.
  private var filter: IdentifierFilter
  /// The line of each row, where all are kept: in what is appended, any id may be an old one.
  private var lines: [Int]?

  /// A builder for about so many rows; more find room too.
  ///
  /// - Parameters:
  ///   - spare: rows that the index can take later before its columns have to be copied.
  ///   - keepsLines: whether the line of each row is to be known, not only of suspects.
  ///   - digests: what the digests of the rows are made with.
  init(expected: Int, spare: Int, keepsLines: Bool = false, digests: PayloadDigests) {
    lines = keepsLines ? [] : nil
    columns = ColumnStorage(capacity: expected + spare, digests: digests)
    filter = IdentifierFilter(expected: expected + spare)
    (first, room) = (0, columns.capacity)
  }

  /// A builder that fills some rows of columns, others of which other builders may fill at the same
  /// time.
  init(sharing columns: ColumnStorage, _ rows: Range<Int>) {
    self.columns = columns
    filter = IdentifierFilter()
    (first, room) = (rows.lowerBound, rows.count)
  }

  /// The rows that several builders wrote into columns, which lie one after the other by now.
  init(_ columns: ColumnStorage, count: Int, isSorted: Bool) {
    self.columns = columns
    self.count = count
    self.isSorted = isSorted
    filter = IdentifierFilter()
    (first, room) = (0, columns.capacity)
  }
}

extension IndexBuilder {
  /// Adds a row behind the others.
  @inline(__always)
  mutating func add(_ row: borrowing EventRow, line: Int) {
    if count == room, !findRoom() { return }
    let place = first + count
    columns.write(row, at: place)
    if !filter.isEmpty, filter.insert(row.id) { suspects.append((count, line)) }
    if isSorted, count > 0, columns.precedes(place, place - 1) { isSorted = false }
    lines?.append(line)
    count += 1
  }

  /// Notes rows that were found to repeat an id, perhaps, in their order.
  mutating func suspect(_ rows: [(row: Int, line: Int)]) {
    suspects = rows
  }

  /// The rows of an index, and others behind them.
  init(_ index: EventIndex, adding rows: IndexBuilder) {
    let total = index.count + rows.count
    self.init(expected: total + total / 4, spare: 4096, digests: index.columns.digests)
    columns.copyRows(of: index.columns, 0..<index.count, to: 0)
    columns.copyRows(of: rows.columns, 0..<rows.count, to: index.count)
    count = total
    isSorted = false
    for row in 0..<count where filter.insert(columns.ids[row]) {
      suspects.append((row, row < index.count ? 0 : rows.line(ofRow: row - index.count)))
    }
  }

  /// Some rows of a storage, and others behind them; their ids are known to differ.
  init(_ old: ColumnStorage, _ range: Range<Int>, adding rows: IndexBuilder) {
    self.init(expected: 0, spare: 0, digests: old.digests)
    columns = ColumnStorage(capacity: range.count + rows.count, digests: old.digests)
    room = columns.capacity
    columns.copyRows(of: old, range, to: 0)
    columns.copyRows(of: rows.columns, 0..<rows.count, to: range.count)
    count = range.count + rows.count
    isSorted = false
  }

  /// The line of a row that is suspected to repeat an id; 0 where it is not known.
  func line(ofRow row: Int) -> Int {
    if let lines { return lines[row] }
    // Suspects are in the order of their rows.
    let place = suspects.indices.partition { suspects[$0].row < row }
    return place < suspects.count && suspects[place].row == row ? suspects[place].line : 0
  }

  /// Makes room for another row; false where the columns are shared.
  @inline(never)
  private mutating func findRoom() -> Bool {
    guard first == 0, room == columns.capacity else {
      isOverfull = true
      return false
    }
    let larger = ColumnStorage(capacity: max(64, room * 2), digests: columns.digests)
    larger.copyRows(of: columns, 0..<count, to: 0)
    columns = larger
    room = larger.capacity
    return true
  }

  /// Groups of rows that bear one id, each group in the order in which the rows came.
  func duplicates() -> [[Int]] {
    if suspects.isEmpty { return [] }
    var sieve = IdentifierFilter(expected: suspects.count * 4)
    let suspected = Set(suspects.map { columns.ids[$0.row] })
    for id in suspected { _ = sieve.insert(id) }
    var groups: [UUIDBits: [Int]] = [:]
    for row in 0..<count where sieve.mayContain(columns.ids[row]) {
      if suspected.contains(columns.ids[row]) { groups[columns.ids[row], default: []].append(row) }
    }
    return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }

  /// Puts the rows, except those dropped, into canonical order, and folds them into `index`.
  ///
  /// - Returns: the rows whose metadata are to be merged.
  @discardableResult
  mutating func finish(
    into index: inout EventIndex, dropping dropped: Set<Int> = []
  ) -> [Int32] {
    if dropped.isEmpty {
      if !isSorted { columns.reorder(order ?? canonicalOrder()) }
    } else {
      let order = canonicalOrder(dropping: dropped)
      let ordered = ColumnStorage(capacity: columns.capacity, digests: columns.digests)
      ordered.gather(order, from: columns, to: 0)
      columns = ordered
      count = order.count
    }
    index.columns = columns
    index.count = count
    let edits = index.anchors.foldAll(columns, count: count)
    if !filter.isEmpty, filter.comfortableCount < count { refillFilter() }
    columns.finishBuild(count: count, filter: filter)
    return edits
  }

  /// The same for rows of a log: except duplicates that do not count and derived events whose
  /// original is there, and with the metadata of edits that were made at the same time put together.
  mutating func finish(
    into index: inout EventIndex, resolving duplicates: ResolvedDuplicates
  ) throws {
    let dropped = duplicates.dropped.union(
      rowsGivingWay(index.derived, besides: duplicates.dropped))
    let edits = finish(into: &index, dropping: dropped)
    try index.mergeEdits(edits, from: 0)
  }

  /// Works out the order of all rows, where it is not that in which they came.
  mutating func sort() {
    if !isSorted { order = canonicalOrder() }
  }

  /// The rows in canonical order. Logs are nearly sorted: what comes late is taken out, sorted and
  /// put where it belongs.
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
