import HyperbasisModels

// Edits that were made at the same time.
//
// Once two writers did not know of each other, an edit counts for no more than the keys that its
// line names: those in its metadata are set, the others of them are removed, and what the line says
// of further keys is only what its writer knew. So edits of different keys both last, and of the same
// key the one that comes later in canonical order does.
//
// Nearly always what comes of that is what the line says anyway: its writer knew of all edits before
// it. Only where it is something else, the metadata are kept beside the log, and their digests stand
// in the columns in place of the line's; so whoever asks for metadata need not know of this.

extension EventIndex {
  /// Puts the metadata in force together wherever edits were made at the same time.
  ///
  /// - Parameters:
  ///   - edits: the rows from `first` on of which the named keys alone count, ascending.
  ///   - first: the first row that was folded.
  /// - Throws: where the log cannot be read any more.
  mutating func mergeEdits(_ edits: [Int32], from first: Int) throws {
    let former = merged.isEmpty ? [] : (first..<count).filter(isMerged)
    guard !edits.isEmpty || !former.isEmpty else { return }
    var reader = PayloadReader(self)
    let isEdit = Set(edits)
    // What was merged once may be a whole again, where events gave way to others.
    for row in former where !isEdit.contains(Int32(truncatingIfNeeded: row)) {
      try keepOwnMetadata(row, &reader)
    }
    var current: [Int: EditedMetadata] = [:]
    for row in edits.lazy.map({ Int($0) }) {
      let slot = slot(row)
      current[slot] = try mergeEdit(row, onto: current[slot], &reader)
    }
  }

  /// Metadata in force, with the row after which they are.
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

  /// The event whose metadata are in force before another one; nil where there are none.
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
  /// Whether the metadata in force after an event that carries some are not its own, but were put
  /// together from edits made at the same time.
  public func mergesMetadata(_ ordinal: Int) -> Bool {
    !merged.isEmpty && isMerged(row(ordinal))
  }

  /// Whether an anchor was written to by some who did not know of each other, up to an event of it.
  package func hasConcurrentEvents(through ordinal: Int) -> Bool {
    columns.folded[row(ordinal)].marks.contains(.concurrent)
  }

  /// The keys that the line of an `updated` names as changed; nil where it names none, or is not
  /// such an event.
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
