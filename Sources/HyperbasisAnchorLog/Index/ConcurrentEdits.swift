import HyperbasisModels

// Concurrent edits.
//
// Once two writers did not know of each other, an edit counts only for the keys that its line
// names: those in its metadata are set, the other named ones are removed, and what the line says
// about further keys is only what its writer knew. So edits of different keys both last, and of
// edits of the same key the one that comes later in canonical order does.
//
// Nearly always the result is what the line says anyway: its writer knew of all edits before it.
// Only if it differs is the merged metadata kept beside the log, with its digests in the columns in
// place of the line's, so that readers of metadata need not know of this.

extension EventIndex {
  /// Merges the metadata in force wherever edits were concurrent.
  ///
  /// - Parameters:
  ///   - edits: the rows from `first` on in which only the named keys count, ascending.
  ///   - first: the first row that was folded.
  /// - Throws: if the log can no longer be read.
  mutating func mergeEdits(_ edits: [Int32], from first: Int) throws {
    let former = merged.isEmpty ? [] : (first..<count).filter(isMerged)
    guard !edits.isEmpty || !former.isEmpty else { return }
    var reader = PayloadReader(self)
    let isEdit = Set(edits)
    // Once events gave way to others, metadata that was merged may be the line's own again.
    for row in former where !isEdit.contains(Int32(truncatingIfNeeded: row)) {
      try keepOwnMetadata(row, &reader)
    }
    var current: [Int: EditedMetadata] = [:]
    for row in edits.lazy.map({ Int($0) }) {
      let slot = slot(row)
      current[slot] = try mergeEdit(row, onto: current[slot], &reader)
    }
  }

  /// Metadata in force, with the row after which it is.
  private struct EditedMetadata {
    let source: Int
    let metadata: [String: AnyCodableValue]
  }

  /// - Parameter known: what is in force after an earlier row of the anchor.
  private mutating func mergeEdit(
    _ row: Int, onto known: EditedMetadata?, _ reader: inout PayloadReader
  ) throws -> EditedMetadata {
    let edit = try reader.edit(row)
    guard let changed = edit.changed else {
      restore(edit.metadata, ofRow: row)
      return EditedMetadata(source: row, metadata: edit.metadata)
    }
    let source = sourceInForce(before: row)
    var metadata: [String: AnyCodableValue] = [:]
    if let source, known?.source == source {
      metadata = known?.metadata ?? [:]
    } else if let source {
      metadata = try self.metadata(source)
    }
    for key in changed { metadata[key] = edit.metadata[key] }
    if metadata.hasSameMembers(as: edit.metadata) {
      restore(edit.metadata, ofRow: row)
    } else {
      columns.setMetadata(metadata, ofRow: row)
      columns.folded[row].marks.insert(.merged)
      merged[columns.ids[row]] = metadata
    }
    return EditedMetadata(source: row, metadata: metadata)
  }

  /// Returns the event whose metadata is in force before another one; nil if there is none.
  private func sourceInForce(before row: Int) -> Int? {
    guard let previous = ordinals(ofSlot: slot(row)).last(below: row), hasStarted(previous) else {
      return nil
    }
    return metadataSource(previous)
  }

  private mutating func keepOwnMetadata(_ row: Int, _ reader: inout PayloadReader) throws {
    restore(try reader.edit(row).metadata, ofRow: row)
  }

  private mutating func restore(_ metadata: [String: AnyCodableValue], ofRow row: Int) {
    guard isMerged(row) else { return }
    columns.setMetadata(metadata, ofRow: row)
    columns.folded[row].marks.remove(.merged)
    merged[columns.ids[row]] = nil
  }

  private func isMerged(_ row: Int) -> Bool { columns.folded[row].marks.contains(.merged) }
}

extension EventIndex {
  /// Returns whether the metadata in force after an event that carries some is not its own but was
  /// merged from concurrent edits.
  public func mergesMetadata(_ ordinal: Int) -> Bool {
    !merged.isEmpty && isMerged(row(ordinal))
  }

  /// Returns whether an anchor had writers that did not know of each other, up to one of its
  /// events.
  package func hasConcurrentEvents(through ordinal: Int) -> Bool {
    columns.folded[row(ordinal)].marks.contains(.concurrent)
  }

  /// Returns the keys that the line of an `updated` names as changed; nil if it names none or is no
  /// such event.
  package func namedKeys(_ ordinal: Int) throws -> [String]? {
    guard columns.folded[row(ordinal)].marks.contains(.namesKeys) else { return nil }
    var reader = PayloadReader(self)
    return try reader.edit(ordinal).changed
  }
}

extension ColumnStorage {
  fileprivate func setMetadata(_ metadata: [String: AnyCodableValue], ofRow row: Int) {
    metadataDigests[row] = digests.metadata.of(metadata)
    metadataShapes[row] = digests.metadata.shape(of: metadata)
  }
}
