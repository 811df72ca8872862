import Synchronization

/// The columns of an index: raw memory with spare room, shared by all snapshots of a log.
///
/// A snapshot is this storage and a number of rows. An append writes behind the last row that
/// anybody has claimed and never touches an earlier one, so that older snapshots stay as they are
/// while the newest grows without a copy.
///
/// Why `@unchecked Sendable` holds:
/// 1. The pointers are constant and the memory lives as long as the object.
/// 2. Rows below `claimed` are never written again while anybody else holds the object. Rows from
///    `claimed` on are written by one thread at a time: inside `append`, which holds the lock, or
///    while the object is known to its builder, or to the caller of `replaceTail`, alone. Builders
///    that share it each write rows of their own, and are done before anybody reads.
/// 3. A snapshot reads only rows below its own count. It got that count from the append that wrote
///    them, or from a copy of that value, so the writes happened before the reads.
/// 4. `filter` is used only under the lock.
/// 5. Two snapshots of one length that both grow: the first claims the rows; the second sees that
///    `claimed` is no longer its count and has to copy.
/// 6. Memory of a mapped file is private to this process: what is written behind the last row of
///    the file never reaches the file.
public final class ColumnStorage: @unchecked Sendable {
  let capacity: Int
  /// What the digests in the rows were made with.
  let digests: PayloadDigests
  /// What the columns lie in; nil where each has memory of its own.
  private let memory: IndexMemory?
  let instants: UnsafeMutablePointer<Int64>
  public let ids: UnsafeMutablePointer<UUIDBits>
  let slots: UnsafeMutablePointer<Int32>
  let versions: UnsafeMutablePointer<Int32>
  let folded: UnsafeMutablePointer<FoldedRow>
  public let places: UnsafeMutablePointer<EventPlace>
  let actors: UnsafeMutablePointer<Int32>
  public let operations: UnsafeMutablePointer<Int32>
  /// Of the transform's rest, in rows that carry one; mostly 0.
  let rotationDigests: UnsafeMutablePointer<UInt64>
  /// In rows that carry metadata; of those in force, where these were put together.
  let metadataDigests: UnsafeMutablePointer<UInt64>
  /// Of the names of the metadata's members, in rows that carry metadata.
  let metadataShapes: UnsafeMutablePointer<UInt32>

  fileprivate struct Growth {
    var claimed = 0
    var filter = IdentifierFilter()
    /// How often an id was looked for without a filter.
    var walks = 0
  }
  private let growth = Mutex(Growth())
  /// Building a filter takes about as long as this many walks through the column of ids.
  private static let walkLimit = 8

  init(capacity: Int, digests: PayloadDigests) {
    self.capacity = capacity
    self.digests = digests
    memory = nil
    instants = .zeroed(capacity, isDense: true)
    ids = .zeroed(capacity, isDense: true)
    slots = .zeroed(capacity, isDense: true)
    versions = .zeroed(capacity, isDense: true)
    folded = .zeroed(capacity, isDense: true)
    places = .zeroed(capacity, isDense: true)
    actors = .zeroed(capacity)
    operations = .zeroed(capacity)
    rotationDigests = .zeroed(capacity)
    metadataDigests = .zeroed(capacity)
    metadataShapes = .zeroed(capacity)
  }

  /// Columns that lie in one piece of memory, and hold `count` rows.
  ///
  /// - Parameter offsets: where each column starts; every one has room for the capacity. Nil for a
  ///   column of zeros, which gets memory of its own.
  init(
    in memory: IndexMemory, count: Int, capacity: Int, digests: PayloadDigests,
    at offsets: (Column) -> Int?
  ) {
    func column<Element: BitwiseCopyable>(_ column: Column) -> UnsafeMutablePointer<Element> {
      offsets(column).map { memory.elements(at: $0, count: capacity) } ?? .zeroed(capacity)
    }
    self.capacity = capacity
    self.digests = digests
    self.memory = memory
    instants = column(.instants)
    ids = column(.ids)
    slots = column(.slots)
    versions = column(.versions)
    folded = column(.folded)
    places = column(.places)
    actors = column(.actors)
    operations = column(.operations)
    rotationDigests = column(.rotationDigests)
    metadataDigests = column(.metadataDigests)
    metadataShapes = column(.metadataShapes)
    growth.withLock { $0.claimed = count }
  }

  deinit {
    release(instants)
    release(ids)
    release(slots)
    release(versions)
    release(folded)
    release(places)
    release(actors)
    release(operations)
    release(rotationDigests)
    release(metadataDigests)
    release(metadataShapes)
  }

  private func release<Element: BitwiseCopyable>(_ column: UnsafeMutablePointer<Element>) {
    if let memory, memory.holds(column) { return }
    column.release(capacity: capacity)
  }
}

// MARK: - Growing

extension ColumnStorage {
  /// Writes rows of another storage behind the first `count`, in an order; false where the rows
  /// there belong to another line of descent, or there is no room.
  func append(_ order: [Int32], of other: ColumnStorage, to count: Int) -> Bool {
    growth.withLock { growth in
      guard growth.claimed == count, order.count <= capacity - count else { return false }
      growth.claimed = count + order.count
      gather(order, from: other, to: count)
      growth.learn(order, of: other)
      return true
    }
  }

  /// Writes rows of another storage from `row` on, in an order, over what is there.
  ///
  /// - Precondition: nobody else holds this storage.
  func replaceTail(from row: Int, by order: [Int32], of other: ColumnStorage) {
    growth.withLock { growth in
      gather(order, from: other, to: row)
      growth.claimed = row + order.count
      growth.learn(order, of: other)
    }
  }

  /// A storage with more room and the first rows of another; it knows all ids of that one.
  ///
  /// - Parameter isLast: whether nobody reads the other one any more. Then it gives up its memory
  ///   column by column, so that the two never take twice the memory of an index.
  convenience init(
    _ other: ColumnStorage, prefix count: Int, capacity: Int, endingIt isLast: Bool = false
  ) {
    self.init(capacity: capacity, digests: other.digests)
    copyRows(of: other, 0..<count, to: 0, endingIt: isLast)
    var filter = other.growth.withLock { $0.filter }
    if !filter.isEmpty, filter.comfortableCount < capacity { filter = self.filter(of: count) }
    finishBuild(count: count, filter: filter)
  }

  /// Declares the first rows built; to be called once, before the storage is shared.
  func finishBuild(count: Int, filter: IdentifierFilter) {
    growth.withLock { $0 = Growth(claimed: count, filter: filter) }
  }

  /// Whether an id may be among the claimed rows.
  public func mayContain(_ id: UUIDBits) -> Bool {
    growth.withLock { growth in
      if growth.filter.isEmpty, growth.claimed > 0 {
        // Columns that come from a file have no filter: most who open them look for no id.
        growth.walks += 1
        if growth.walks > Self.walkLimit { growth.filter = filter(of: growth.claimed) }
      }
      return growth.filter.mayContain(id)
    }
  }

  private func filter(of count: Int) -> IdentifierFilter {
    var filter = IdentifierFilter(expected: capacity)
    for row in 0..<count { _ = filter.insert(ids[row]) }
    return filter
  }
}

extension ColumnStorage.Growth {
  /// Adds the ids of rows to the filter, where there is one.
  fileprivate mutating func learn(_ rows: [Int32], of other: ColumnStorage) {
    guard !filter.isEmpty else { return }
    for row in rows { _ = filter.insert(other.ids[Int(row)]) }
  }
}

// MARK: - Rows

extension ColumnStorage {
  /// Writes what a line says into a row; the fold follows.
  ///
  /// - Precondition: `index` is below the capacity.
  @inline(__always)
  func write(_ row: borrowing EventRow, at index: Int) {
    precondition(index < capacity, "A row has to lie within the capacity of its columns.")
    instants[index] = row.instant
    ids[index] = row.id
    slots[index] = row.slot
    versions[index] = row.version
    folded[index] = FoldedRow(
      position: PackedPosition(row.position), flags: row.flags, marks: row.marks)
    places[index] = row.place
    // Fresh memory is zero already: most logs name neither, and pages not written cost nothing.
    if row.actor != 0 { actors[index] = row.actor }
    if row.operation != 0 { operations[index] = row.operation }
    if row.rotationDigest != 0 { rotationDigests[index] = row.rotationDigest }
    if row.metadataDigest != 0 { metadataDigests[index] = row.metadataDigest }
    if row.metadataShape != 0 { metadataShapes[index] = row.metadataShape }
  }

  /// Copies rows of another storage to the rows from `row` on, which are fresh.
  ///
  /// - Parameter isLast: whether nobody reads the other one any more.
  func copyRows(
    of other: ColumnStorage, _ range: Range<Int>, to row: Int, endingIt isLast: Bool = false
  ) {
    precondition(row >= 0 && range.count <= capacity - row)
    precondition(range.lowerBound >= 0 && range.upperBound <= other.capacity)
    func copy<Element: BitwiseCopyable>(
      _ column: UnsafeMutablePointer<Element>, _ source: UnsafeMutablePointer<Element>
    ) {
      column.copy(source, range, to: row)
      if isLast { other.discard(source) }
    }
    // Rows that name neither stay unwritten, as in `write`.
    func copyChanged<Element: BitwiseCopyable & Equatable>(
      _ column: UnsafeMutablePointer<Element>, _ source: UnsafeMutablePointer<Element>
    ) {
      column.copyChanged(source, range, to: row)
      if isLast { other.discard(source) }
    }
    copy(instants, other.instants)
    copy(ids, other.ids)
    copy(slots, other.slots)
    copy(versions, other.versions)
    copy(folded, other.folded)
    copy(places, other.places)
    copyChanged(actors, other.actors)
    copyChanged(operations, other.operations)
    copyChanged(rotationDigests, other.rotationDigests)
    copyChanged(metadataDigests, other.metadataDigests)
    copyChanged(metadataShapes, other.metadataShapes)
  }

  /// Gives up what a column holds.
  private func discard<Element: BitwiseCopyable>(_ column: UnsafeMutablePointer<Element>) {
    if let memory, memory.holds(column) { return }
    column.discard(capacity: capacity)
  }

  /// Fills the rows from `row` on from another storage, in an order; the fold follows.
  func gather(_ order: [Int32], from other: ColumnStorage, to row: Int) {
    precondition(row >= 0 && order.count <= capacity - row)
    precondition(order.allSatisfy { $0 >= 0 && $0 < other.capacity })
    instants.gather(order, from: other.instants, to: row)
    ids.gather(order, from: other.ids, to: row)
    slots.gather(order, from: other.slots, to: row)
    versions.gather(order, from: other.versions, to: row)
    folded.gather(order, from: other.folded, to: row)
    places.gather(order, from: other.places, to: row)
    actors.gatherChanged(order, from: other.actors, to: row)
    operations.gatherChanged(order, from: other.operations, to: row)
    rotationDigests.gatherChanged(order, from: other.rotationDigests, to: row)
    metadataDigests.gatherChanged(order, from: other.metadataDigests, to: row)
    metadataShapes.gatherChanged(order, from: other.metadataShapes, to: row)
  }

  /// Whether row `left` comes before row `right` in canonical order: instant, version, id.
  @inline(__always)
  func precedes(_ left: Int, _ right: Int) -> Bool {
    precedes(left, right, of: self)
  }

  /// Whether a row comes before a row of another storage.
  @inline(__always)
  func precedes(_ left: Int, _ right: Int, of other: ColumnStorage) -> Bool {
    if instants[left] != other.instants[right] { return instants[left] < other.instants[right] }
    if versions[left] != other.versions[right] { return versions[left] < other.versions[right] }
    return ids[left] < other.ids[right]
  }
}

/// What is in force after a row: two states that are compared, or drawn, look at all of it, at rows
/// far apart, so that it lies together.
struct FoldedRow: BitwiseCopyable {
  var position: PackedPosition
  /// The rows that carry the transform and the metadata in force; −1 for none.
  var transformSource: Int32 = -1
  var metadataSource: Int32 = -1
  /// What the line carries, and what the fold made of it.
  var flags: EventFlags
  // In what would be padding.
  var marks = EventMarks()
}

/// Three floats without the padding of `SIMD3`.
struct PackedPosition: BitwiseCopyable {
  var x: Float
  var y: Float
  var z: Float

  @inline(__always)
  init(_ vector: SIMD3<Float>) {
    x = vector.x
    y = vector.y
    z = vector.z
  }

  @inline(__always)
  var vector: SIMD3<Float> { SIMD3(x, y, z) }
}
