/// Collects rows in any order and makes an index of them.
struct IndexBuilder {
  private(set) var columns: ColumnStorage
  private(set) var count = 0
  var slots = SlotTable()
  private var filter: IdentifierFilter
  /// Ids that the filter has met before, rightly or not.
  private var suspects: [UUIDBits] = []
  private var isSorted = true

  /// A builder for about so many rows; more find room too.
  init(expected: Int) {
    columns = ColumnStorage(capacity: expected + expected / 4 + Self.spare)
    filter = IdentifierFilter(expected: expected + expected / 4 + Self.spare)
  }

  /// Rows that an index can take before its columns have to be copied. Rows never written take no
  /// memory.
  private static let spare = 4096
}

extension IndexBuilder {
  /// Adds a row behind the others.
  @inline(__always)
  mutating func add(_ row: borrowing EventRow) {
    if count == columns.capacity { grow() }
    columns.write(row, at: count)
    if filter.insert(row.id) { suspects.append(row.id) }
    if isSorted, count > 0, columns.precedes(count, count - 1) { isSorted = false }
    count += 1
  }

  /// Takes over the rows of an index, to which others come.
  init(_ index: EventIndex, additional: Int) {
    self.init(expected: index.count + additional)
    slots = index.slots
    columns.copyRows(of: index.columns, count: index.count)
    count = index.count
    for row in 0..<count where filter.insert(columns.ids[row]) { suspects.append(columns.ids[row]) }
  }

  @inline(never)
  private mutating func grow() {
    let larger = ColumnStorage(capacity: columns.capacity * 2)
    larger.copyRows(of: columns, count: count)
    columns = larger
  }

  /// Groups of rows that bear one id, each group in the order in which the rows came.
  func duplicates() -> [[Int]] {
    if suspects.isEmpty { return [] }
    var sieve = IdentifierFilter(expected: suspects.count * 4)
    for id in suspects { _ = sieve.insert(id) }
    let suspected = Set(suspects)
    var groups: [UUIDBits: [Int]] = [:]
    for row in 0..<count where sieve.mayContain(columns.ids[row]) {
      if suspected.contains(columns.ids[row]) { groups[columns.ids[row], default: []].append(row) }
    }
    return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }

  /// Puts the rows, but for those dropped, into canonical order, and folds them into `index`.
  mutating func finish(into index: inout EventIndex, dropping dropped: Set<Int> = []) {
    if !isSorted || !dropped.isEmpty {
      let order = canonicalOrder(dropping: dropped)
      let ordered = ColumnStorage(capacity: columns.capacity)
      ordered.gather(order, from: columns)
      columns = ordered
      count = order.count
    }
    slots.resetFold()
    index.columns = columns
    index.count = count
    index.slots = slots
    index.keyframes = Keyframes(slotCount: slots.count)
    slots = SlotTable()
    index.fold(0..<count)
    index.postings = PostingStore(
      slots: UnsafeBufferPointer(start: columns.slots, count: count), slotCount: index.slotCount)
    index.sortStoreOrder()
    if filter.comfortableCount < count { refillFilter() }
    columns.finishBuild(count: count, filter: filter)
  }

  /// The rows in canonical order. Logs are nearly sorted: what comes late is taken out, sorted and
  /// merged.
  private func canonicalOrder(dropping dropped: Set<Int>) -> [Int32] {
    var order: [Int32] = []
    var late: [Int32] = []
    order.reserveCapacity(count)
    for row in 0..<count where dropped.isEmpty || !dropped.contains(row) {
      if let last = order.last, columns.precedes(row, Int(last)) {
        late.append(Int32(row))
      } else {
        order.append(Int32(row))
      }
    }
    late.sort { columns.precedes(Int($0), Int($1)) }
    return late.isEmpty ? order : merge(order, late)
  }

  private func merge(_ left: [Int32], _ right: [Int32]) -> [Int32] {
    var result: [Int32] = []
    result.reserveCapacity(left.count + right.count)
    var next = 0
    for row in left {
      while next < right.count, columns.precedes(Int(right[next]), Int(row)) {
        result.append(right[next])
        next += 1
      }
      result.append(row)
    }
    result.append(contentsOf: right[next...])
    return result
  }

  private mutating func refillFilter() {
    filter = IdentifierFilter(expected: columns.capacity)
    for row in 0..<count { _ = filter.insert(columns.ids[row]) }
  }
}

extension EventIndex {
  fileprivate mutating func sortStoreOrder() {
    storeOrder = slots.foldStart.indices.filter { slots.foldStart[$0] >= 0 }.map(Int32.init)
    storeOrder.sort(by: precedesInStore)
  }

  /// The store's order of anchors: by (instant of the fold's start, id).
  func precedesInStore(_ left: Int32, _ right: Int32) -> Bool {
    let leftStart = columns.instants[Int(slots.foldStart[Int(left)])]
    let rightStart = columns.instants[Int(slots.foldStart[Int(right)])]
    if leftStart != rightStart { return leftStart < rightStart }
    return slots.ids[Int(left)] < slots.ids[Int(right)]
  }
}
