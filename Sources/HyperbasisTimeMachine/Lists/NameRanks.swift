import HyperbasisAnchorLog

/// What each anchor is called now, and the place of that among all names.
///
/// Reading and sorting a hundred thousand names takes tenths of a second, which a person would see.
/// Their places are found out beforehand; then only numbers are sorted. Names that anchors bore before
/// are learned when a state is listed in which there are many of them.
struct NameRanks: Sendable {
  /// A name that some anchor bore before.
  private struct FormerName: Sendable {
    let name: String
    /// Its place among all names.
    let rank: Int32
  }

  /// By anchor: by what its name is known; nil for one that has none.
  private var sources: [Int?] = []
  private var names: [String] = []
  /// By anchor: the place of its name.
  private var ranks: [Int32] = []
  /// All names, each once; nobody is called by the empty one, which comes first.
  private var sorted = [""]
  private var ranksByName: [String: Int32] = ["": 0]
  /// By what it is known.
  private var formerNames: [Int: FormerName] = [:]

  /// How many names that anchors bore before are kept.
  private static let formerLimit = 200_000
}

extension NameRanks {
  /// What stands for a name when names are put in order; nil if `source` is neither that of the
  /// anchor's name now nor that of one that was learned.
  func key(ofSlot slot: Int, source: Int) -> UInt64? {
    if slot < sources.count, sources[slot] == source { return Self.key(ranks[slot]) }
    return (formerNames[source]?.rank).map(Self.key)
  }

  /// What stands for other names, such as anchors bore before.
  func keys(of names: [String]) -> [UInt64] {
    let unknown = Set(names.filter { ranksByName[$0] == nil }).sorted()
    var keys: [String: UInt64] = [:]
    for (place, name) in unknown.enumerated() {
      // Behind the last name that comes before it, and those between the same two in their order.
      let rank = sorted.indices.partition { sorted[$0] < name } - 1
      keys[name] = Self.key(Int32(clamping: rank)) | UInt64(place + 1)
    }
    return names.map { name in ranksByName[name].map(Self.key) ?? keys[name] ?? 0 }
  }

  /// The half below is for names between two.
  private static func key(_ rank: Int32) -> UInt64 { UInt64(UInt32(bitPattern: rank)) << 32 }

  /// Takes in what anchors are called by now.
  ///
  /// - Parameters:
  ///   - sources: by anchor.
  ///   - read: gives the names of some anchors; those alone that may have another one are asked for.
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

  /// Takes in names that anchors bore before, by what each is known.
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
