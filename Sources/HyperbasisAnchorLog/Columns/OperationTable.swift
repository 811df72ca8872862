import HyperbasisModels

/// The operations that events belong to.
///
/// The events of an operation lie next to each other in nearly every log, so comparing with the
/// last one keeps each once; if they do not, an id is kept twice, which does no harm.
public struct OperationTable: Sendable {
  public private(set) var ids = OperationIds()
  private var last: UUIDBits?

  init() {}

  /// Restores the table as an index on disk holds it.
  init(ids: FixedArray<UUIDBits>) {
    self.ids = OperationIds(base: ids)
    last = ids.last
  }

  /// Returns the number of an operation, from 1; 0 stands for none.
  @inline(__always)
  mutating func intern(_ id: UUIDBits) -> Int32 {
    if last != id {
      ids.append(id)
      last = id
    }
    return Int32(truncatingIfNeeded: ids.count)
  }

  /// Makes the next operation get a new number, whichever operation it is.
  mutating func forgetLast() { last = nil }
}

/// The ids of operations: those that an index on disk holds, then those added since.
///
/// In most logs each event is an operation of its own, so this grows with every save, often while
/// there is a copy. Full blocks are therefore never touched again and shared by all copies; only
/// the block that is being filled is copied.
public struct OperationIds: RandomAccessCollection, Sendable {
  private var base = FixedArray<UUIDBits>()
  private var full: [FixedArray<UUIDBits>] = []
  private var filling: [UUIDBits] = []
  private static let blockSize = 512

  init() {}

  init(base: FixedArray<UUIDBits>) {
    self.base = base
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { base.count + full.count * Self.blockSize + filling.count }

  @inline(__always)
  public subscript(index: Int) -> UUIDBits {
    if index < base.count { return base[index] }
    let (block, place) = (index - base.count).quotientAndRemainder(dividingBy: Self.blockSize)
    return block < full.count ? full[block][place] : filling[place]
  }

  mutating func append(_ id: UUIDBits) {
    filling.append(id)
    guard filling.count == Self.blockSize else { return }
    full.append(FixedArray(filling))
    filling.removeAll(keepingCapacity: true)
  }
}
