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
    for column in columns {
      mapping.metadata.append(
        RowMapping.Metadatum(
          column: column, key: key(column, among: columns), isText: text.contains(column)))
    }
  }

  /// What stands behind `metadata.`, as in our own tables; of other dotted names the last part. The
  /// whole name where another column would have the same key.
  private func key(_ column: Int, among columns: [Int]) -> String {
    let name = name(column)
    if name.hasPrefix(Self.metadataPrefix) {
      let key = String(name.dropFirst(Self.metadataPrefix.count))
      // A column that begins alike loses its beginning, too.
      let isTaken =
        !key.hasPrefix(Self.metadataPrefix) && columns.contains { self.name($0) == key }
      return isTaken ? name : key
    }
    guard let dot = name.lastIndex(of: ".") else { return name }
    let last = String(name[name.index(after: dot)...])
    let isUnique = !columns.contains { other in
      other != column && (self.name(other) == last || self.name(other).hasSuffix("." + last))
    }
    return isUnique && !last.isEmpty ? last : name
  }

  private static let metadataPrefix = "metadata."
}
