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
    let keys = MetadataKeys(columns: columns.map(name), known: knowledge.keys)
    shortenedKeys = keys.shortened
    for column in columns {
      mapping.metadata.append(
        RowMapping.Metadatum(
          column: column, key: keys[name(column)], isText: text.contains(column)))
    }
  }
}
