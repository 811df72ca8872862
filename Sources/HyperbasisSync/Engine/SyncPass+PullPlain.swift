import Foundation
import HyperbasisModels

// A plain server has nothing that says what is new: not the dates, which devices write by their
// own clocks, and long after the fact. So everything is listed, by id, and compared.

extension SyncPass {
  func pullPlain() async throws {
    let spaces = try await listed { try await self.cloud.spaceManifest(after: $0) }
    let anchors = try await listed { try await self.cloud.anchorManifest(after: $0) }
    try await takeSpaces(spaces)
    try takeVanished(
      spaces: Set(spaces.map(\.id)), anchors: Set(anchors.map(\.id)))
    try await takeAnchors(anchors)
  }

  private func listed<Entry: Sendable>(
    _ page: (UUID?) async throws -> CloudPage<Entry, UUID>
  ) async throws -> [Entry] {
    var entries: [Entry] = []
    var end: UUID?
    while true {
      let next = try await page(end)
      entries += next.rows
      note(unreadable: next.unreadable)
      await report(.pulling, entries.count, nil)
      guard !next.isLast, let position = next.end else { return entries }
      end = position
    }
  }

  private func takeSpaces(_ entries: [SpaceManifestEntry]) async throws {
    let changed = entries.filter { base.spaces[$0.id]?.row?.updatedAt != $0.updatedAt }.map(\.id)
    for ids in changed.chunks(of: SyncLimits.idsPerRequest) {
      let rows = try await cloud.spaces(ids: Array(ids))
      note(unreadable: rows.unreadable)
      for row in rows.rows { try await attempt { try take(row) } }
    }
  }
}

// MARK: - What is gone

extension SyncPass {
  /// What was there and is not any more was deleted; unless so much is missing that more likely
  /// it cannot be seen.
  private func takeVanished(spaces: Set<UUID>, anchors: Set<UUID>) throws {
    let known = base.spaces.filter { $0.value.row != nil && !deletions.contains($0.key) }.keys
    let goneSpaces = known.filter { !spaces.contains($0) }
    var knownAnchors = 0
    var goneAnchors: [AnchorRow] = []
    for space in known where spaces.contains(space) {
      let rows = self.anchors(of: space).rows.values
      knownAnchors += rows.count
      goneAnchors += rows.filter { !anchors.contains($0.id) }
    }
    // That hidden ones are purged says nothing.
    let visible = goneAnchors.count { $0.deletedAt == nil }
    let isEmpty = spaces.isEmpty && anchors.isEmpty && !known.isEmpty
    let isBelievable =
      !isEmpty && goneSpaces.count <= VanishingGuard.most(of: known.count)
      && visible <= VanishingGuard.most(of: knownAnchors)
    guard isBelievable || options.acceptsVanished else {
      note(
        HBStorageError.vanishedFromCloud(
          count: goneSpaces.count + visible, known: known.count + knownAnchors))
      return
    }
    for space in goneSpaces { try takeRemoval(of: space, at: nil) }
    try hide(goneAnchors)
  }

  private func hide(_ gone: [AnchorRow]) throws {
    for (space, rows) in Dictionary(grouping: gone, by: \.spaceId) {
      let merges = rows.filter { $0.deletedAt == nil }.map { row in
        var deleted = row
        deleted.deletedAt = row.updatedAt
        return AnchorMerge(row: deleted, base: row)
      }
      if !merges.isEmpty {
        received.add(eventsOf: try store.apply(merges, to: space, isLogShared: false).added)
      }
      var bases = anchors(of: space)
      for row in rows { bases.rows[row.id] = nil }
      try setAnchors(bases, of: space)
      base.spaces[space]?.agreedLogSize = nil
    }
  }
}

/// How much may be gone at once without raising doubts.
enum VanishingGuard {
  /// A fifth of what was known, but at least 5.
  static func most(of known: Int) -> Int { max(5, known / 5) }
}

// MARK: - Anchors

extension SyncPass {
  private func takeAnchors(_ entries: [AnchorManifestEntry]) async throws {
    var known: [UUID: AnchorRow] = [:]
    for space in base.spaces.keys {
      known.merge(anchors(of: space).rows) { first, _ in first }
    }
    let changed = entries.filter { entry in
      guard let row = known[entry.id] else { return true }
      return row.updatedAt != entry.updatedAt || row.deletedAt != entry.deletedAt
    }
    var done = 0
    // Each time some are taken the base of their space is rewritten.
    for part in changed.chunks(of: 20 * SyncLimits.idsPerRequest) {
      var rows: [AnchorRow] = []
      for entries in part.chunks(of: SyncLimits.idsPerRequest) {
        let found = try await cloud.anchors(ids: entries.map(\.id))
        note(unreadable: found.unreadable)
        rows += found.rows
        done += entries.count
        await report(.pulling, done, changed.count)
      }
      for (space, rows) in Dictionary(grouping: rows, by: \.spaceId) {
        try await attempt { try take(rows, of: space) }
      }
    }
  }

  /// Takes in rows of a space's anchors.
  func take(_ rows: [AnchorRow], of space: UUID) throws {
    guard try isWanted(space) else { return }
    var bases = anchors(of: space)
    let merges = rows.filter { $0.isValid }.map { AnchorMerge(row: $0, base: bases.rows[$0.id]) }
    let isLogShared = base.tier == .migrated
    received.add(eventsOf: try store.apply(merges, to: space, isLogShared: isLogShared).added)
    for merge in merges { bases.rows[merge.row.id] = merge.row }
    try setAnchors(bases, of: space)
    // Whatever still differs is to be pushed.
    base.spaces[space]?.agreedLogSize = nil
  }

  /// Whether what belongs to a space is to come in: not when it was deleted.
  func isWanted(_ space: UUID) throws -> Bool {
    if deletions.contains(space) { return false }
    switch base.removals[space]?.state {
    case nil: break
    case .pending: return false
    case .done, .here: return try store.holds(space)
    }
    if try store.holds(space) || base.spaces[space]?.row != nil { return true }
    return try !store.isInTrash(space, unknownTo: identity)
  }
}

extension AnchorRow {
  /// A wire passes nothing else; this guards the log.
  fileprivate var isValid: Bool {
    transform.count == 16 && transform.allSatisfy(\.isFinite)
  }
}

// MARK: - Pages

extension SyncPass {
  func note(unreadable rows: [UnreadableRow]) {
    unreadable += rows
  }
}

extension Collection {
  /// Consecutive parts of at most so many elements.
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
