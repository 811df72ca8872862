import HyperbasisAnchorLog

/// The current name of each anchor, and its rank among all names.
///
/// Reading and sorting a hundred thousand names takes tenths of a second, which a user would notice.
/// Their ranks are computed beforehand; then only numbers are sorted. Former names are learned when a
/// state that has many of them is listed.
struct NameRanks: Sendable {
  /// A name that some anchor had before.
  private struct FormerName: Sendable {
    let name: String
    /// Its rank among all names.
    let rank: Int32
  }

  /// By anchor: the source that identifies its name; nil for one that has none.
  private var sources: [Int?] = []
  private var names: [String] = []
  /// By anchor: the rank of its name.
  private var ranks: [Int32] = []
  /// All names, each once; the empty one, which no anchor has, comes first.
  private var sorted = [""]
  private var ranksByName: [String: Int32] = ["": 0]
  /// By source.
  private var formerNames: [Int: FormerName] = [:]

  /// How many former names are kept.
  private static let formerLimit = 200_000
}

extension NameRanks {
  /// Returns a key that sorts as a name does; nil if `source` is neither that of the anchor's current
  /// name nor that of one that was learned.
  func key(ofSlot slot: Int, source: Int) -> UInt64? {
    if slot < sources.count, sources[slot] == source { return Self.key(ranks[slot]) }
    return (formerNames[source]?.rank).map(Self.key)
  }

  /// Returns such keys for other names, such as former ones.
  func keys(of names: [String]) -> [UInt64] {
    let unknown = Set(names.filter { ranksByName[$0] == nil }).sorted()
    var keys: [String: UInt64] = [:]
    for (place, name) in unknown.enumerated() {
      // After the last name that precedes it; names between the same two keep their order.
      let rank = sorted.indices.partition { sorted[$0] < name } - 1
      keys[name] = Self.key(Int32(clamping: rank)) | UInt64(place + 1)
    }
    return names.map { name in ranksByName[name].map(Self.key) ?? keys[name] ?? 0 }
  }

  /// The lower half is for names between two ranks.
  private static func key(_ rank: Int32) -> UInt64 { UInt64(UInt32(bitPattern: rank)) << 32 }

  /// Updates the current names of anchors.
  ///
  /// - Parameters:
  ///   - sources: The source of the name of each anchor.
  ///   - read: Returns the names of some anchors; called only with those that may have another one.
  mutating func update(_ sources: [Int?], _ read: ([Int]) -> [String]) {
    let changed = sources.indices.filter { $0 >= names.count || self.sources[$0] != sources[$0] }
    if changed.isEmpty { return }
    let missing = sources.count - names.count
    names += repeatElement("", count: missing)
    ranks += repeatElement(0, count: missing)
    self.sources = sources
    var hasNew = false
    for (slot, name) in zip(changed, read(changed)) {
      names[slot] = name
      if let rank = ranksByName[name] { ranks[slot] = rank } else { hasNew = true }
    }
    if hasNew { rankAll() }
  }

  /// Adds former names, each with its source.
  mutating func learn(_ learned: [(source: Int, name: String)]) {
    if formerNames.count + learned.count > Self.formerLimit { formerNames = [:] }
    var hasNew = false
    for (source, name) in learned.prefix(Self.formerLimit) {
      let rank = ranksByName[name]
      formerNames[source] = FormerName(name: name, rank: rank ?? 0)
      hasNew = hasNew || rank == nil
    }
    if hasNew { rankAll() }
  }

  private mutating func rankAll() {
    sorted = Set(names).union(formerNames.values.lazy.map(\.name)).union([""]).sorted()
    ranksByName = [:]
    for (place, name) in sorted.enumerated() { ranksByName[name] = Int32(clamping: place) }
    ranks = names.map { ranksByName[$0] ?? 0 }
    formerNames = formerNames.mapValues {
      FormerName(name: $0.name, rank: ranksByName[$0.name] ?? 0)
    }
  }
}
