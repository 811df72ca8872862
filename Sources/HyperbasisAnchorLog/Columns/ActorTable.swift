import HyperbasisModels

/// The names of those who made events, each kept once.
struct ActorTable: Sendable {
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
  public private(set) var ids: [UUIDBits] = []

  /// The number of an operation, from 1; 0 stands for none.
  mutating func intern(_ id: UUIDBits) -> Int32 {
    if ids.last != id { ids.append(id) }
    return Int32(ids.count)
  }
}
