public import Foundation
public import HyperbasisModels

extension EventIndex {
  /// Indexes events in memory. Events of other spaces are left out, as are those that a log would
  /// not count: a version below 1, or a transform that is not 16 finite floats.
  public init(spaceId: UUID, events: [HBAnchorEvent]) {
    self.init(spaceId: spaceId)
    memory = events
    var maker = RowEncoder(self)
    var builder = IndexBuilder(expected: events.count, spare: 0, digests: columns.digests)
    for (place, event) in events.enumerated() where event.counts(in: spaceId) {
      let row = EventRow(
        event, slot: maker.slots.intern(UUIDBits(event.anchorId)),
        actor: event.actorId.map { maker.actors.intern($0) } ?? 0, memory: place,
        digests: columns.digests)
      builder.add(row)
    }
    adopt(maker)
    let dropped = builder.duplicates().flatMap { rows in losers(among: rows, builder.columns) }
    builder.finish(into: &self, dropping: Set(dropped))
  }

  /// Returns all rows of one id except the one whose line would sort first.
  private func losers(among rows: [Int], _ columns: ColumnStorage) -> [Int] {
    func line(_ row: Int) -> [UInt8] {
      // An event in memory was checked when it was made.
      columns.places[row].memoryIndex.flatMap { try? LogLine.encode(memory[$0]) } ?? []
    }
    let winner = rows.dropFirst().reduce(rows[0]) { best, row in
      line(row).lexicographicallyPrecedes(line(best)) ? row : best
    }
    return rows.filter { $0 != winner }
  }
}

extension EventRow {
  init(
    _ event: HBAnchorEvent, slot: Int32, actor: Int32, memory: Int, digests: PayloadDigests
  ) {
    id = UUIDBits(event.id)
    instant = event.instant.microseconds
    self.slot = slot
    version = Int32(clamping: event.version)
    flags = EventFlags(type: event.type)
    if let transform = event.transform {
      flags.insert(.transform)
      position = HBTransform.position(transform)
      rotationDigest = digests.rotation.of(transform)
    }
    if let metadata = event.metadata {
      flags.insert(.metadata)
      metadataDigest = digests.metadata.of(metadata)
      metadataShape = digests.metadata.shape(of: metadata)
    }
    place = EventPlace(memory: memory)
    self.actor = actor
  }
}

extension HBAnchorEvent {
  /// Returns whether the event takes part in the history of a space.
  func counts(in space: UUID) -> Bool {
    guard spaceId == space, version >= 1, version <= Int32.max else { return false }
    guard let transform else { return true }
    return transform.count == 16 && transform.allSatisfy(\.isFinite)
  }
}
