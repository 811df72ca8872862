import Foundation
import HyperbasisModels

/// Reads a plain server.
///
/// Nothing there says what is new: not even the dates, which devices set by their own clocks, and long
/// after the fact. So everything is listed, by id, and compared.
@SyncActor
struct PlainPull {
  let session: SyncSession

  func run() async throws {
    session.forgetUnreadable()
    session.forgetGaps()
    let (spaces, anchors) = try await manifests()
    try await receiveSpaces(spaces)
    hideLeftOut(listed: Set(anchors.map(\.id)))
    // What came in must not count as made here if the process dies before the rest is in.
    try session.ledger.save()
    try receiveOwnDeletions(notAmong: Set(spaces.map(\.id)))
    receiveVanished(
      disappearance(spaces: Set(spaces.map(\.id)), anchors: Set(anchors.map(\.id))))
    try await receiveAnchors(anchors)
  }

  /// Finds out what is gone, and changes nothing.
  func findVanished() async throws -> Disappearance {
    let (spaces, anchors) = try await manifests()
    return disappearance(spaces: Set(spaces.map(\.id)), anchors: Set(anchors.map(\.id)))
  }

  /// Finds out how much there is to take in for each space.
  func findChanges() async throws -> [SpaceChangeCount] {
    let (spaces, anchors) = try await manifests()
    let vanished = disappearance(spaces: Set(spaces.map(\.id)), anchors: Set(anchors.map(\.id)))
    var counts: [UUID: TrafficCount] = [:]
    for space in spaces where differs(space) {
      counts[space.id, default: TrafficCount()].spaces += 1
    }
    for row in try await rows(of: changed(anchors)[...]) {
      counts[row.spaceId, default: TrafficCount()].anchors += 1
    }
    for row in vanished.rows { counts[row.spaceId, default: TrafficCount()].removals += 1 }
    let followed = counts.filter { session.concerns($0.key) }
    var names: [UUID: String] = [:]
    for ids in Array(followed.keys).chunks(of: SyncLimits.idsPerRequest) {
      for row in try await session.ask({ try await $0.spaces(ids: Array(ids)) }).rows {
        names[row.id] = row.name
      }
    }
    return followed.map { SpaceChangeCount(id: $0.key, name: names[$0.key], count: $0.value) }
  }

  private func manifests() async throws -> (spaces: [ManifestEntry], anchors: [ManifestEntry]) {
    let spaces = try await listed { end in
      try await session.ask { try await $0.spaceManifest(after: end) }
    }
    let part = session.few
    if part?.isEmpty ?? false { return (spaces, []) }
    let anchors = try await listed { end in
      try await session.ask { try await $0.anchorManifest(of: part, after: end) }
    }
    return (spaces, anchors)
  }

  private func listed(
    _ page: (UUID?) async throws -> CloudPage<ManifestEntry, UUID>
  ) async throws -> [ManifestEntry] {
    var entries: [ManifestEntry] = []
    var end: UUID?
    while true {
      let next = try await page(end)
      entries += next.rows
      session.note(unreadable: next.unreadable)
      try await session.report(.pulling, entries.count, nil)
      guard !next.isLast, let position = next.end else { return entries }
      end = position
    }
  }

  /// Whether a space was not followed before and now is, or is named in the options.
  private func isAskedFor(_ id: UUID) -> Bool {
    if let spaces = session.options.spaces { return spaces.contains(id) }
    return session.ledger.base.passedOver.contains(id) && session.followed.contains(id)
  }

  /// Whether the cloud has changed a space that this pass concerns.
  private func differs(_ entry: ManifestEntry) -> Bool {
    session.concerns(entry.id)
      && session.ledger.base.spaces[entry.id]?.row?.updatedAt != entry.updatedAt
  }

  private func receiveSpaces(_ entries: [ManifestEntry]) async throws {
    try session.checkNewSpaces(entries.map(\.id))
    for entry in entries where isAskedFor(entry.id) { try session.welcome(entry.id) }
    session.ledger.base.passedOver = session.ledger.base.passedOver.filter {
      !session.followed.contains($0)
    }
    for entries in entries.filter(differs).chunks(of: SyncLimits.idsPerRequest) {
      let rows = try await session.ask {
        try await $0.spaces(ids: entries.map(\.id))
      }
      session.note(unreadable: rows.unreadable)
      for row in rows.rows {
        session.attemptReceiving(of: row.id) { try SpaceReceiver(session: session).receive(row) }
      }
    }
  }
}

// MARK: - What is gone

extension PlainPull {
  /// Returns what was known and is not listed any more.
  private func disappearance(spaces: Set<UUID>, anchors: Set<UUID>) -> Disappearance {
    let known = session.knownSpaces
    var result = Disappearance(knownSpaces: known.count)
    result.spaces = known.filter { !spaces.contains($0) }
    result.leavesNothing = spaces.isEmpty && anchors.isEmpty
    for space in known where spaces.contains(space) {
      let rows = session.ledger.anchors(of: space).rows.values
      result.knownAnchors += rows.count
      result.anchors += rows.filter { !anchors.contains($0.id) }
    }
    return result
  }

  private func receiveOwnDeletions(notAmong listed: Set<UUID>) throws {
    for id in try session.takenBack() where !listed.contains(id) {
      session.attemptReceiving(of: id) {
        try SpaceReceiver(session: session).receiveRemoval(of: id, at: nil)
      }
    }
  }

  /// Removes here what is no longer there, unless so much is missing that it is more likely just out of
  /// sight.
  private func receiveVanished(_ vanished: Disappearance) {
    guard session.believes(vanished) else { return }
    for space in vanished.spaces {
      session.attemptReceiving(of: space) {
        try SpaceReceiver(session: session).receiveRemoval(of: space, at: nil)
      }
    }
    for (space, rows) in Dictionary(grouping: vanished.anchors, by: \.spaceId) {
      session.attemptReceiving(of: space) { try hide(rows, of: space) }
    }
  }

  /// Hides the anchors of spaces that went and came back that the cloud does not list: they went with the
  /// space, and were not brought back with it. What was made here meanwhile never was there, and stays.
  private func hideLeftOut(listed: Set<UUID>) {
    for (space, own) in session.putBack {
      session.attemptReceiving(of: space) {
        let rows = try session.merger.anchorRows(of: space).rows
        try hide(
          rows.filter { $0.deletedAt == nil && !listed.contains($0.id) && !own.contains($0.id) },
          of: space)
      }
    }
    session.putBack = [:]
  }

  private func hide(_ rows: [AnchorRow], of space: UUID) throws {
    let merges = rows.filter { $0.deletedAt == nil }.map { row in
      var deleted = row
      deleted.deletedAt = row.updatedAt
      return AnchorMerge(row: deleted, base: row, isGone: true)
    }
    if !merges.isEmpty {
      let result = try session.merger.apply(merges, to: space, isLogShared: false)
      session.received.add(eventsOf: result.added)
      session.conflicts += result.conflicts
    }
    var bases = session.ledger.anchors(of: space)
    for row in rows { bases.rows[row.id] = nil }
    try session.ledger.setAnchors(bases, of: space)
    session.ledger.base.spaces[space]?.agreedLogSize = nil
  }
}

// MARK: - Anchors

extension PlainPull {
  /// Returns the anchors of followed spaces that the cloud has changed.
  private func changed(_ entries: [ManifestEntry]) -> [ManifestEntry] {
    var known: [UUID: AnchorRow] = [:]
    for space in session.ledger.base.spaces.ids {
      known.merge(session.ledger.anchors(of: space).rows) { first, _ in first }
    }
    return entries.filter { entry in
      if let space = entry.spaceId, !session.concerns(space) { return false }
      guard let row = known[entry.id] else { return true }
      return row.updatedAt != entry.updatedAt || row.deletedAt != entry.deletedAt
    }
  }

  private func rows(of entries: ArraySlice<ManifestEntry>) async throws -> [AnchorRow] {
    var rows: [AnchorRow] = []
    for entries in entries.chunks(of: SyncLimits.idsPerRequest) {
      let found = try await session.ask { try await $0.anchors(ids: entries.map(\.id)) }
      session.note(unreadable: found.unreadable)
      rows += found.rows
    }
    return rows
  }

  private func receiveAnchors(_ entries: [ManifestEntry]) async throws {
    let changed = changed(entries)
    var done = 0
    // In large parts, as the base of a space is rewritten each time that some are taken in.
    for part in changed.chunks(of: 20 * SyncLimits.idsPerRequest) {
      let rows = try await rows(of: part)
      done += part.count
      try await session.report(.pulling, done, changed.count)
      for (space, rows) in Dictionary(grouping: rows, by: \.spaceId) {
        session.attemptReceiving(of: space) {
          try AnchorReceiver(session: session).receive(rows, of: space)
        }
      }
    }
  }
}

extension Collection {
  /// Returns consecutive parts of at most `size` elements.
  package func chunks(of size: Int) -> [SubSequence] {
    var parts: [SubSequence] = []
    var start = startIndex
    while start != endIndex {
      let end = index(start, offsetBy: size, limitedBy: endIndex) ?? endIndex
      parts.append(self[start..<end])
      start = end
    }
    return parts
  }
}
