extension EventIndex {
  /// Takes over what a scan learnt about anchors, actors and operations.
  ///
  /// The tables are moved, not copied: while two values hold one, changing it copies it.
  mutating func adopt(_ maker: consuming RowMaker) {
    slots = maker.slots
    actors = maker.actors
    operations = maker.operations
    tags = maker.tags
  }

  /// Adds the rows of a scan; returns the lines whose id was there with other bytes.
  mutating func append(_ rows: IndexBuilder, _ maker: consuming RowMaker) throws -> [LogProblem] {
    let knownSlots = slots.count
    adopt(maker)
    if appendInPlace(rows) { return [] }
    do {
      return try rebuild(adding: rows)
    } catch {
      slots.truncate(to: knownSlots)
      throw error
    }
  }

  /// Adds events that are not lines of the log.
  mutating func append(synthetic events: [HBAnchorEvent]) throws {
    var maker = RowMaker(self)
    var builder = IndexBuilder(expected: events.count, spare: 0)
    for event in events where event.counts(in: spaceId) && ordinal(ofEvent: event.id) == nil {
      var row = EventRow(
        event, slot: maker.slots.intern(UUIDBits(event.anchorId)),
        actor: event.actorId.map { maker.actors.intern($0) } ?? 0, memory: memory.count)
      row.flags.insert(.synthetic)
      memory.append(event)
      builder.add(row, line: 0)
    }
    _ = try append(builder, maker)
  }

  /// Makes the index anew from its rows and others, in whatever order they are.
  private mutating func rebuild(adding rows: IndexBuilder) throws -> [LogProblem] {
    var builder = IndexBuilder(self, adding: rows)
    let duplicates = try resolve(builder)
    builder.finish(into: &self, dropping: duplicates.dropped)
    return duplicates.problems
  }
}

// MARK: - In place

extension EventIndex {
  /// Adds rows behind the last one, if that is where they belong, if their ids are new, and if no
  /// other line of descent has taken the room; false where the index has to be made anew.
  private mutating func appendInPlace(_ rows: IndexBuilder) -> Bool {
    guard rows.isSorted, rows.suspects.isEmpty else { return false }
    if rows.count == 0 { return true }
    if count > 0, !columns.precedes(count - 1, 0, of: rows.columns) {
      return isLastRowAgain(rows)
    }
    guard write(rows) else { return false }
    let old = count
    count += rows.count
    fold(old..<count)
    extendPostings(old..<count)
    extendStoreOrder(old..<count)
    return true
  }

  /// Whether the rows are but the last one again: a last line without a newline, read twice.
  private func isLastRowAgain(_ rows: IndexBuilder) -> Bool {
    rows.count == 1 && rows.columns.ids[0] == columns.ids[count - 1]
      && rows.columns.places[0].offset == columns.places[count - 1].offset
      && rows.columns.places[0].length == columns.places[count - 1].length
  }

  /// Writes rows behind the last one; false where there is no room or an id is not new.
  private func write(_ rows: IndexBuilder) -> Bool {
    columns.append(count: count, additional: rows.count) { filter in
      guard filter != nil else { return false }
      for row in 0..<rows.count {
        let id = rows.columns.ids[row]
        if filter?.insert(id) ?? true, contains(id) { return false }
      }
      columns.copyRows(of: rows.columns, count: rows.count, to: count)
      return true
    }
  }

  private func contains(_ id: UUIDBits) -> Bool {
    UnsafeBufferPointer(start: columns.ids, count: count).contains(id)
  }

  private mutating func extendPostings(_ ordinals: Range<Int>) {
    for ordinal in ordinals where !postings.append(ordinal, slot: columns.slots[ordinal]) {
      postings = PostingStore(
        slots: UnsafeBufferPointer(start: columns.slots, count: count), slotCount: slotCount)
      return
    }
  }

  /// Puts anchors whose fold has started in the new rows where they belong.
  private mutating func extendStoreOrder(_ ordinals: Range<Int>) {
    for ordinal in ordinals {
      let slot = columns.slots[ordinal]
      guard slots.foldStart[Int(slot)] == ordinal else { continue }
      let place = storeOrder.lastIndex { !precedesInStore(slot, $0) }.map { $0 + 1 } ?? 0
      storeOrder.insert(slot, at: place)
    }
  }
}
