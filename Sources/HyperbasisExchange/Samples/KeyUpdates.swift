/// Counts which keys of the metadata cause `updated` events, and how many of the events would not be
/// written without some of the keys.
struct KeyUpdates {
  /// How many events each key takes part in.
  private var shares: [String: Int] = [:]
  /// How many events change exactly these keys.
  private var events: [Set<String>: Int] = [:]

  /// The most combinations of changed keys that are told apart; events beyond it count as saved by no
  /// key, so that too little is promised rather than too much.
  private static let mostCombinations = 4096
  /// Events that change more keys count as saved by no key: nobody would name so many.
  private static let mostKeys = 200
}

extension KeyUpdates {
  mutating func add(_ keys: Set<String>) {
    for key in keys { shares[key, default: 0] += 1 }
    guard keys.count <= Self.mostKeys else { return }
    guard events[keys] != nil || events.count < Self.mostCombinations else { return }
    events[keys, default: 0] += 1
  }

  /// Returns how many events a key takes part in.
  func count(of key: String) -> Int { shares[key] ?? 0 }

  /// Returns how many events change nothing but some of these keys.
  func saved(without keys: Set<String>) -> Int {
    events.reduce(0) { $1.key.isSubset(of: keys) ? $0 + $1.value : $0 }
  }
}
