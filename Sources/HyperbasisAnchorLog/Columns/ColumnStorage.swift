import Synchronization

/// The columns of an index: raw memory with spare room, shared by all snapshots of a log.
///
/// A snapshot is this storage and a number of rows. An append writes after the last claimed row and
/// never touches an earlier one, so that older snapshots stay as they are while the newest grows
/// without a copy.
///
/// Why `@unchecked Sendable` holds:
/// 1. The pointers are constant and the memory lives as long as the object.
/// 2. Rows below `claimed` are never written again while the object has another owner. Rows from
///    `claimed` on are written by one thread at a time: inside `append`, which holds the lock, or
///    while only its builder, or the caller of `replaceTail`, has the object. Builders that share
///    it each write their own rows and are done before any row is read.
/// 3. A snapshot reads only rows below its own count. It got that count from the append that wrote
///    them, or from a copy of that value, so the writes happened before the reads.
/// 4. `filter` is used only under the lock.
/// 5. If two snapshots of one length both grow, the first claims the rows; the second sees that
///    `claimed` is no longer its count and must copy.
/// 6. Memory of a mapped file is private to this process: what is written after the last row of the
///    file never reaches the file. Damaged rows of the file are repaired before they are marked as
///    usable, and no row is read before its mark is checked.
public final class ColumnStorage: @unchecked Sendable {
  let capacity: Int
  /// What the digests in the rows were made with.
  let digests: PayloadDigests
  /// Checks the columns that lie in a file before they are used; nil if each has memory of its own.
  let checker: ImageChecker?
  let instants: CheckedColumn<Int64>
  let ids: CheckedColumn<UUIDBits>
  let slots: CheckedColumn<Int32>
  let versions: CheckedColumn<Int32>
  let folded: CheckedColumn<FoldedRow>
  let places: CheckedColumn<EventPlace>
  let actors: CheckedColumn<Int32>
  let operations: CheckedColumn<Int32>
  /// Digests of the transform without its position, in rows that carry one; mostly 0.
  let rotationDigests: CheckedColumn<UInt64>
  /// Digests in rows that carry metadata: of the metadata in force if that was merged.
  let metadataDigests: CheckedColumn<UInt64>
  /// Digests of the names of the metadata's members, in rows that carry metadata.
  let metadataShapes: CheckedColumn<UInt32>

  fileprivate struct Growth {
    var claimed = 0
    var filter = IdentifierFilter()
    /// How often an id was looked up without a filter.
    var walks = 0
  }
  private let growth = Mutex(Growth())
  /// Building a filter takes about as long as this many walks through the column of ids.
  private static let walkLimit = 8

  init(capacity: Int, digests: PayloadDigests) {
    self.capacity = capacity
    self.digests = digests
    checker = nil
    instants = CheckedColumn(.zeroed(capacity, isDense: true))
    ids = CheckedColumn(.zeroed(capacity, isDense: true))
    slots = CheckedColumn(.zeroed(capacity, isDense: true))
    versions = CheckedColumn(.zeroed(capacity, isDense: true))
    folded = CheckedColumn(.zeroed(capacity, isDense: true))
    places = CheckedColumn(.zeroed(capacity, isDense: true))
    actors = CheckedColumn(.zeroed(capacity, isDense: true))
    operations = CheckedColumn(.zeroed(capacity, isDense: true))
    rotationDigests = CheckedColumn(.zeroed(capacity, isDense: true))
    metadataDigests = CheckedColumn(.zeroed(capacity, isDense: true))
    metadataShapes = CheckedColumn(.zeroed(capacity, isDense: true))
  }

  /// Takes columns from an index on disk; one that is all zeros takes no space there and gets
  /// memory of its own.
  init(_ checker: ImageChecker, digests: PayloadDigests) {
    let capacity = checker.layout.capacity
    func column<Element: BitwiseCopyable>(_ column: Column) -> CheckedColumn<Element> {
      guard checker.layout.holds(column) else { return CheckedColumn(.zeroed(capacity)) }
      let part = ImagePart(column)
      return CheckedColumn(checker.elements(part, count: capacity), checker.marks(part))
    }
    self.capacity = capacity
    self.digests = digests
    self.checker = checker
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
    growth.withLock { $0.claimed = checker.layout.rows }
  }

  deinit {
    release(instants.base)
    release(ids.base)
    release(slots.base)
    release(versions.base)
    release(folded.base)
    release(places.base)
    release(actors.base)
    release(operations.base)
    release(rotationDigests.base)
    release(metadataDigests.base)
    release(metadataShapes.base)
  }

  private func release<Element: BitwiseCopyable>(_ column: UnsafeMutablePointer<Element>) {
    if let checker, checker.memory.holds(column) { return }
    column.release(capacity: capacity)
  }
}

// MARK: - Growing

extension ColumnStorage {
  /// Writes rows of another storage after the first `count`, in the given order; returns false if
  /// another snapshot has claimed the rows there, or if there is no room.
  func append(_ order: [Int32], of other: ColumnStorage, to count: Int) -> Bool {
    growth.withLock { growth in
      guard growth.claimed == count, order.count <= capacity - count else { return false }
      growth.claimed = count + order.count
      gather(order, from: other, to: count)
      growth.learn(order, of: other)
      return true
    }
  }

  /// Overwrites the rows from `row` on with rows of another storage, in the given order.
  ///
  /// - Precondition: this storage has no other owner.
  func replaceTail(from row: Int, by order: [Int32], of other: ColumnStorage) {
    // Once overwritten, rows no longer match the file and could not be checked.
    checker?.useRows(from: row)
    growth.withLock { growth in
      gather(order, from: other, to: row)
      growth.claimed = row + order.count
      growth.learn(order, of: other)
    }
  }

  /// Creates a storage with more room from the first rows of another, whose filter it takes over.
  ///
  /// - Parameter isLast: whether the other one is no longer read. It then gives up its memory
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

  /// Declares the first rows built; must be called once, before the storage is shared.
  func finishBuild(count: Int, filter: IdentifierFilter) {
    growth.withLock { $0 = Growth(claimed: count, filter: filter) }
  }

  /// Returns whether an id may be among the claimed rows.
  public func mayContain(_ id: UUIDBits) -> Bool {
    !mayContain(CollectionOfOne(id)).isEmpty
  }

  /// Returns those of the ids that may be among the claimed rows.
  func mayContain(_ ids: some Collection<UUIDBits>) -> [UUIDBits] {
    growth.withLock { growth in
      if growth.filter.isEmpty, growth.claimed > 0 {
        // Columns from a file have no filter: most commands that open them look up no id.
        growth.walks += ids.count
        if growth.walks > Self.walkLimit { growth.filter = filter(of: growth.claimed) }
      }
      return ids.filter(growth.filter.mayContain)
    }
  }

  private func filter(of count: Int) -> IdentifierFilter {
    var filter = IdentifierFilter(expected: capacity)
    for row in 0..<count { _ = filter.insert(ids[row]) }
    return filter
  }
}

extension ColumnStorage.Growth {
  /// Adds the ids of rows to the filter, if there is one.
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
    instants.base[index] = row.instant
    ids.base[index] = row.id
    slots.base[index] = row.slot
    versions.base[index] = row.version
    folded.base[index] = FoldedRow(
      position: PackedPosition(row.position), flags: row.flags, marks: row.marks)
    places.base[index] = row.place
    // Fresh memory is zero already: most logs name neither, and unwritten pages cost nothing.
    if row.actor != 0 { actors.base[index] = row.actor }
    if row.operation != 0 { operations.base[index] = row.operation }
    if row.rotationDigest != 0 { rotationDigests.base[index] = row.rotationDigest }
    if row.metadataDigest != 0 { metadataDigests.base[index] = row.metadataDigest }
    if row.metadataShape != 0 { metadataShapes.base[index] = row.metadataShape }
  }

  /// Copies rows of another storage to the fresh rows from `row` on.
  ///
  /// - Parameter isLast: whether the other one is no longer read.
  func copyRows(
    of other: ColumnStorage, _ range: Range<Int>, to row: Int, endingIt isLast: Bool = false
  ) {
    precondition(row >= 0 && range.count <= capacity - row)
    precondition(range.lowerBound >= 0 && range.upperBound <= other.capacity)
    func copy<Element: BitwiseCopyable>(
      _ column: CheckedColumn<Element>, _ source: CheckedColumn<Element>
    ) {
      column.base.copy(source.rows(range), range, to: row)
      if isLast { other.discard(source) }
    }
    // Rows that name neither stay unwritten, as in `write`.
    func copyChanged<Element: BitwiseCopyable & Equatable>(
      _ column: CheckedColumn<Element>, _ source: CheckedColumn<Element>
    ) {
      column.base.copyChanged(source.rows(range), range, to: row)
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

  /// Discards the contents of a column.
  private func discard<Element: BitwiseCopyable>(_ column: CheckedColumn<Element>) {
    if let checker, checker.memory.holds(column.base) { return }
    column.base.discard(capacity: capacity)
  }

  /// Fills the rows from `row` on from another storage, in the given order; the fold follows.
  ///
  /// - Precondition: no column of the other one lies in a file.
  func gather(_ order: [Int32], from other: ColumnStorage, to row: Int) {
    precondition(row >= 0 && order.count <= capacity - row)
    precondition(order.allSatisfy { $0 >= 0 && $0 < other.capacity })
    precondition(other.checker == nil, "Rows are gathered from where they were collected.")
    instants.base.gather(order, from: other.instants.base, to: row)
    ids.base.gather(order, from: other.ids.base, to: row)
    slots.base.gather(order, from: other.slots.base, to: row)
    versions.base.gather(order, from: other.versions.base, to: row)
    folded.base.gather(order, from: other.folded.base, to: row)
    places.base.gather(order, from: other.places.base, to: row)
    actors.base.gatherChanged(order, from: other.actors.base, to: row)
    operations.base.gatherChanged(order, from: other.operations.base, to: row)
    rotationDigests.base.gatherChanged(order, from: other.rotationDigests.base, to: row)
    metadataDigests.base.gatherChanged(order, from: other.metadataDigests.base, to: row)
    metadataShapes.base.gatherChanged(order, from: other.metadataShapes.base, to: row)
  }

  /// Returns whether row `left` comes before row `right` in canonical order: instant, version, id.
  @inline(__always)
  func precedes(_ left: Int, _ right: Int) -> Bool {
    precedes(left, right, of: self)
  }

  /// Returns whether a row comes before a row of another storage.
  @inline(__always)
  func precedes(_ left: Int, _ right: Int, of other: ColumnStorage) -> Bool {
    if instants[left] != other.instants[right] { return instants[left] < other.instants[right] }
    if versions[left] != other.versions[right] { return versions[left] < other.versions[right] }
    return ids[left] < other.ids[right]
  }
}

/// What is in force after a row. It is stored together because comparing or drawing states reads
/// all of it, at rows far apart.
struct FoldedRow: BitwiseCopyable {
  var position: PackedPosition
  /// The rows that carry the transform and the metadata in force; −1 for none.
  var transformSource: Int32 = -1
  var metadataSource: Int32 = -1
  /// What the line carries, and what the fold made of it.
  var flags: EventFlags
  // Fits into what would be padding.
  var marks = EventMarks()

  /// What is in force for an anchor before its first event.
  static let none = FoldedRow(position: PackedPosition(.zero), flags: [])

  /// Whether the anchor is part of the state after the row.
  @inline(__always)
  var isVisible: Bool { flags.intersection(.folded) == .started }
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
