/// The metadata keys that columns are written to, which may be very many.
struct MetadataKeys {
  private var keys: [String: String] = [:]

  /// - Parameters:
  ///   - columns: the names of all columns of metadata.
  ///   - known: the keys of columns when the input was read before. They stay the same although the
  ///     input has grown by a column with the same last part: otherwise its history would be written
  ///     again under other keys.
  init(columns: [String], known: [String: String]) {
    let names = Set(columns)
    var used: Set<String> = []
    for name in columns {
      guard let key = Self.fixedKey(name, among: names) else { continue }
      keys[name] = key
      used.insert(key)
    }
    for name in columns where keys[name] == nil {
      if let key = known[name], used.insert(key).inserted { keys[name] = key }
    }
    let others = columns.filter { keys[$0] == nil }
    let lastParts = Dictionary(grouping: others, by: Self.lastPart).mapValues(\.count)
    for name in others {
      let last = Self.lastPart(name)
      let isUnique = !last.isEmpty && lastParts[last] == 1 && !used.contains(last)
      keys[name] = isUnique ? last : name
    }
  }

  /// Returns the key of a column.
  subscript(_ column: String) -> String { keys[column] ?? column }

  /// The keys that are shorter than the names of their columns.
  var shortened: [String: String] { keys.filter { $0.key != $0.value } }

  /// Returns the name without `metadata.`, as in our own tables, or a name without dots; the whole name if
  /// another column would have the same key, nil for another dotted name.
  private static func fixedKey(_ name: String, among names: Set<String>) -> String? {
    guard name.hasPrefix(prefix) else { return name.contains(".") ? nil : name }
    let key = String(name.dropFirst(prefix.count))
    // A column with the same prefix loses it, too.
    let isTaken = !key.hasPrefix(prefix) && names.contains(key)
    return isTaken ? name : key
  }

  private static let prefix = "metadata."

  /// Returns what follows the last dot of a dotted name, as members of an object have.
  private static func lastPart(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
