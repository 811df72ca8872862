package import Foundation
package import HyperbasisModels

extension EventIndex {
  /// Takes over what a scan learnt about anchors, actors and operations.
  ///
  /// The tables are moved, not copied: while two values hold one, changing it copies it.
  mutating func adopt(_ maker: consuming RowEncoder) {
    anchors.slots = maker.slots
    actors = maker.actors
    operations = maker.operations
    rare = maker.rare
  }

  /// Adds the rows of a scan; returns the lines whose id was already present with other bytes.
  ///
  /// - Parameter lines: finds the numbers of these lines.
  mutating func append(
    _ rows: IndexBuilder, _ maker: consuming RowEncoder, lines: LineCounter
  ) throws -> [LogProblem] {
    let knownSlots = anchors.slots.count
    adopt(maker)
    if rows.count == 0 || isLastRowAgain(rows) { return [] }
    if hasNewIds(rows), !letsEventsGiveWay(rows) {
      try insert(rows)
      return []
    }
    var builder = IndexBuilder(self, adding: rows)
    let duplicates: ResolvedDuplicates
    do {
      duplicates = try DuplicateResolver(
        builder: builder, payloads: payloads, lines: lines
      ).resolve()
    } catch {
      anchors.slots.truncate(to: knownSlots)
      throw error
    }
    try builder.finish(into: &self, resolving: duplicates)
    return duplicates.problems
  }

  /// Adds events that files imply and that are not lines of the log.
  package mutating func append(synthetic events: [HBAnchorEvent]) throws {
    try append(inMemory: events) { row, _ in row.flags.insert(.synthetic) }
  }

  /// Adds the events of an operation that is planned, as if they were lines of the log.
  ///
  /// - Parameter carried: the tags of events that bring places back across shifts, by event id.
  package mutating func append(
    planned events: [HBAnchorEvent], operation: UUID, undone: OperationTag?,
    corrects: CorrectionTag? = nil, carried: [UUID: CorrectionTag] = [:]
  ) throws {
    if let corrects, undone == nil { rare.corrections[operation] = corrects }
    for (event, tag) in carried { rare.corrections[event] = tag }
    try append(inMemory: events) { row, maker in
      row.operation = maker.operations.intern(UUIDBits(operation))
      if let undone { maker.rare.tags[row.id] = undone }
    }
  }

  private mutating func append(
    inMemory events: [HBAnchorEvent], marking mark: (inout EventRow, inout RowEncoder) -> Void
  ) throws {
    var maker = RowEncoder(self)
    var builder = IndexBuilder(expected: events.count, spare: 0, digests: columns.digests)
    for event in events where event.counts(in: spaceId) && ordinal(ofEvent: event.id) == nil {
      var row = EventRow(
        event, slot: maker.slots.intern(UUIDBits(event.anchorId)),
        actor: event.actorId.map { maker.actors.intern($0) } ?? 0, memory: memory.count,
        digests: columns.digests)
      mark(&row, &maker)
      memory.append(event)
      builder.add(row)
    }
    _ = try append(builder, maker, lines: LineCounter(source))
  }

  /// Returns whether the rows are just the last one again: a last line without a newline, read
  /// twice.
  private func isLastRowAgain(_ rows: IndexBuilder) -> Bool {
    count > 0 && rows.count == 1 && rows.columns.ids[0] == columns.ids[count - 1]
      && rows.columns.places[0].offset == columns.places[count - 1].offset
      && rows.columns.places[0].length == columns.places[count - 1].length
  }

  /// Returns whether no row has the id of another one or of an event that is here.
  ///
  /// The filters err for a few of each thousand ids, so suspects are compared: otherwise nearly
  /// every batch would rebuild the whole index.
  private func hasNewIds(_ rows: IndexBuilder) -> Bool {
    guard rows.duplicates().isEmpty else { return false }
    let suspects = columns.mayContain((0..<rows.count).lazy.map { rows.columns.ids[$0] })
    // Few, if any: comparing each with all ids is faster than looking up all ids in a table of
    // them.
    return !suspects.contains { columns.ids.first(count).contains($0) }
  }
}

// MARK: - Inserting rows

extension EventIndex {
  /// Inserts rows with new ids in canonical order: in place after the last row, where writers
  /// append; otherwise what follows is moved and folded again.
  private mutating func insert(_ rows: IndexBuilder) throws {
    let order = rows.canonicalOrder()
    let place = (0..<count).partition { columns.precedes($0, Int(order[0]), of: rows.columns) }
    guard place == count else { return try insert(rows, at: place) }
    if !columns.append(order, of: rows.columns, to: count) {
      makeRoom(for: rows.count, behind: count)
      columns.replaceTail(from: count, by: order, of: rows.columns)
    }
    let old = count
    count += rows.count
    try mergeEdits(anchors.foldAppended(old..<count, columns), from: old)
  }

  /// Makes sure that the index has columns of its own with the first rows, and room for others
  /// after them.
  private mutating func makeRoom(for rows: Int, behind prefix: Int) {
    let total = count + rows
    let isOurs = isKnownUniquelyReferenced(&columns)
    if isOurs, total <= columns.capacity { return }
    columns = ColumnStorage(
      columns, prefix: prefix, capacity: total + Self.spareRows(total), endingIt: isOurs)
  }

  /// Returns the number of spare rows after a copy. A log that grows fast is short at first, and
  /// copied often unless its room doubles; unused room takes no memory.
  private static func spareRows(_ total: Int) -> Int { max(min(total, 1 << 18), total / 4) + 4096 }

  private mutating func insert(_ rows: IndexBuilder, at place: Int) throws {
    let tail = IndexBuilder(columns, place..<count, adding: rows)
    let order = tail.canonicalOrder()
    let state = state(through: place)
    makeRoom(for: rows.count, behind: place)
    columns.replaceTail(from: place, by: order, of: tail.columns)
    count += rows.count
    try mergeEdits(anchors.refold(after: state, through: count, columns), from: place)
  }
}
