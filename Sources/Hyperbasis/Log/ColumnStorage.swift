import Synchronization

/// The columns of an index: raw memory with spare room, shared by all snapshots of a log.
///
/// A snapshot is this storage and a number of rows. An append writes behind the last row that
/// anybody has claimed and never touches an earlier one, so that older snapshots stay as they are
/// while the newest grows without a copy.
///
/// Why `@unchecked Sendable` holds:
/// 1. The pointers are constant and the memory lives as long as the object.
/// 2. Rows below `claimed` are never written again once `build` or `append` has returned. Rows from
///    `claimed` on are written by one thread at a time: inside `append`, which holds the lock, or
///    inside `build`, while the object is known to its builder alone.
/// 3. A snapshot reads only rows below its own count. It got that count from the append that wrote
///    them, or from a copy of that value, so the writes happened before the reads.
/// 4. `filter` is used only by appends, under the lock.
/// 5. Two snapshots of one length that both grow: the first claims the rows; the second sees that
///    `claimed` is no longer its count and has to copy.
final class ColumnStorage: @unchecked Sendable {
  let capacity: Int
  let instants: UnsafeMutablePointer<Int64>
  let ids: UnsafeMutablePointer<UUIDBits>
  let slots: UnsafeMutablePointer<Int32>
  let versions: UnsafeMutablePointer<Int32>
  let flags: UnsafeMutablePointer<EventFlags>
  let positions: UnsafeMutablePointer<PackedPosition>
  let places: UnsafeMutablePointer<EventPlace>
  let transformSources: UnsafeMutablePointer<Int32>
  let metadataSources: UnsafeMutablePointer<Int32>
  let actors: UnsafeMutablePointer<Int32>
  let operations: UnsafeMutablePointer<Int32>

  private struct Growth {
    var claimed = 0
    var filter = IdentifierFilter()
  }
  private let growth = Mutex(Growth())

  init(capacity: Int) {
    self.capacity = capacity
    instants = .zeroed(capacity)
    ids = .zeroed(capacity)
    slots = .zeroed(capacity)
    versions = .zeroed(capacity)
    flags = .zeroed(capacity)
    positions = .zeroed(capacity)
    places = .zeroed(capacity)
    transformSources = .zeroed(capacity)
    metadataSources = .zeroed(capacity)
    actors = .zeroed(capacity)
    operations = .zeroed(capacity)
  }

  deinit {
    instants.release()
    ids.release()
    slots.release()
    versions.release()
    flags.release()
    positions.release()
    places.release()
    transformSources.release()
    metadataSources.release()
    actors.release()
    operations.release()
  }
}

// MARK: - Growing

extension ColumnStorage {
  /// Runs `body` with the filter of ids while nobody else appends.
  ///
  /// The filter is nil where the rows behind `count` belong to another line of descent, or where
  /// `additional` rows find no room: then the caller has to copy.
  func append<Result>(
    count: Int, additional: Int, _ body: (inout IdentifierFilter?) throws -> Result
  ) rethrows -> Result {
    try growth.withLock { growth in
      guard growth.claimed == count, additional <= capacity - count else {
        var none: IdentifierFilter?
        return try body(&none)
      }
      growth.claimed = count + additional
      var filter: IdentifierFilter? = growth.filter
      growth.filter = IdentifierFilter()
      defer { growth.filter = filter ?? IdentifierFilter() }
      return try body(&filter)
    }
  }

  /// Declares the first rows built; to be called once, before the storage is shared.
  func finishBuild(count: Int, filter: IdentifierFilter) {
    growth.withLock { $0 = Growth(claimed: count, filter: filter) }
  }

  /// Whether an id may be among the claimed rows.
  func mayContain(_ id: UUIDBits) -> Bool {
    growth.withLock { $0.filter.mayContain(id) }
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
    flags[index] = row.flags
    positions[index] = PackedPosition(row.position)
    places[index] = row.place
    // Fresh memory is zero already: most logs name neither, and pages not written cost nothing.
    if row.actor != 0 { actors[index] = row.actor }
    if row.operation != 0 { operations[index] = row.operation }
  }

  /// Copies the first rows of another storage to the rows from `row` on.
  func copyRows(of other: ColumnStorage, count: Int, to row: Int) {
    precondition(row >= 0 && count >= 0 && count <= capacity - row && count <= other.capacity)
    instants.copy(other.instants, count: count, to: row)
    ids.copy(other.ids, count: count, to: row)
    slots.copy(other.slots, count: count, to: row)
    versions.copy(other.versions, count: count, to: row)
    flags.copy(other.flags, count: count, to: row)
    positions.copy(other.positions, count: count, to: row)
    places.copy(other.places, count: count, to: row)
    transformSources.copy(other.transformSources, count: count, to: row)
    metadataSources.copy(other.metadataSources, count: count, to: row)
    // Rows that name neither stay unwritten, as in `write`.
    for index in 0..<count where other.actors[index] != 0 {
      actors[row + index] = other.actors[index]
    }
    for index in 0..<count where other.operations[index] != 0 {
      operations[row + index] = other.operations[index]
    }
  }

  /// Fills the first rows from another storage, in the order given.
  func gather(_ order: [Int32], from other: ColumnStorage) {
    precondition(order.count <= capacity && order.allSatisfy { $0 < other.capacity })
    instants.gather(order, from: other.instants)
    ids.gather(order, from: other.ids)
    slots.gather(order, from: other.slots)
    versions.gather(order, from: other.versions)
    flags.gather(order, from: other.flags)
    positions.gather(order, from: other.positions)
    places.gather(order, from: other.places)
    for (row, old) in order.enumerated() {
      let (actor, operation) = (other.actors[Int(old)], other.operations[Int(old)])
      if actor != 0 { actors[row] = actor }
      if operation != 0 { operations[row] = operation }
    }
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
