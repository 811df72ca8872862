import HyperbasisModels

/// The names of the actors of events, each kept once.
struct ActorTable: Equatable, Sendable {
  private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]

  /// Returns the number of a name, from 1; 0 stands for none.
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
