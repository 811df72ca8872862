/// What rows say besides places and times.
extension MappingGuess {
  mutating func findTests() throws {
    if let test = given.deletedWhen {
      let column = try finder.required(test.column, for: "--deleted-when")
      mapping.deletion = (column, Array(test.value.utf8))
    }
    if let space = given.spaceColumn {
      let column = try finder.required(space, for: "--space-column")
      mapping.space = column
      taken.insert(column)
    }
    if let actor = given.actorColumn {
      let column = try finder.required(actor, for: "--actor-column")
      mapping.actor = column
      taken.insert(column)
    }
    if let stays = mapping.stays { taken.insert(stays) }
  }

  mutating func findMetadata() throws {
    let keep = try given.keep.map { try finder.required($0, for: "--keep") }
    let drop = Set(try given.drop.map { try finder.required($0, for: "--drop") })
    let text = Set(try given.text.map { try finder.required($0, for: "--text") })
    let kept: [Int] =
      if !keep.isEmpty {
        keep
      } else {
        others == .kept ? finder.names.indices.filter { !taken.contains($0) } : []
      }
    let columns = kept.filter { !drop.contains($0) && name($0) != "-" }
    let others = KeyNames(columns.map(name))
    for column in columns {
      mapping.metadata.append(
        RowMapping.Metadatum(
          column: column, key: key(name(column), among: others), isText: text.contains(column)))
    }
  }

  /// The names of all columns of metadata, which may be very many.
  private struct KeyNames {
    let names: Set<String>
    /// How many names have each last part.
    private(set) var lastParts: [Substring: Int] = [:]

    init(_ names: [String]) {
      self.names = Set(names)
      for name in names { lastParts[Self.lastPart(name), default: 0] += 1 }
    }

    /// Returns what follows the last dot, or the whole name if there is none.
    static func lastPart(_ name: String) -> Substring {
      name.lastIndex(of: ".").map { name[name.index(after: $0)...] } ?? name[...]
    }
  }

  /// Returns what follows `metadata.`, as in our own tables, or the last part of another dotted name;
  /// the whole name if another column would have the same key.
  private func key(_ name: String, among others: KeyNames) -> String {
    if name.hasPrefix(Self.metadataPrefix) {
      let key = String(name.dropFirst(Self.metadataPrefix.count))
      // A column with the same prefix loses it, too.
      let isTaken = !key.hasPrefix(Self.metadataPrefix) && others.names.contains(key)
      return isTaken ? name : key
    }
    let last = KeyNames.lastPart(name)
    return !last.isEmpty && others.lastParts[last] == 1 ? String(last) : name
  }

  private static let metadataPrefix = "metadata."
}
