import HyperbasisModels

/// The names of those who made events, each kept once.
struct ActorTable: Equatable, Sendable {
  private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]

  /// The number of a name, from 1; 0 stands for none.
  mutating func intern(_ name: String) -> Int32 {
    if let number = numbers[name], names[Int(number) - 1].hasSameScalars(as: name) {
      return number
    }
    names.append(name)
    // A name that differs from a known one only by normalisation is kept, but not looked up.
    if numbers[name] == nil { numbers[name] = Int32(names.count) }
    return Int32(names.count)
  }
}

/// The operations that events belong to.
///
/// The events of an operation lie next to each other in nearly every log, so comparing with the
/// last one keeps each once; where they do not, an id is kept twice, which does no harm.
public struct OperationTable: Sendable {
  public private(set) var ids = OperationIds()

  init() {}

  /// The table as an index on disk holds it.
  init(ids: FixedArray<UUIDBits>) {
    self.ids.base = ids
  }

  /// The number of an operation, from 1; 0 stands for none.
  mutating func intern(_ id: UUIDBits) -> Int32 {
    if ids.last != id { ids.tail.append(id) }
    return Int32(ids.count)
  }
}

/// The ids of operations: those that an index on disk holds, then those that came since.
public struct OperationIds: RandomAccessCollection, Sendable {
  fileprivate(set) var base = FixedArray<UUIDBits>()
  fileprivate(set) var tail: [UUIDBits] = []

  public var startIndex: Int { 0 }
  public var endIndex: Int { base.count + tail.count }

  @inline(__always)
  public subscript(index: Int) -> UUIDBits {
    index < base.count ? base[index] : tail[index - base.count]
  }
}
