import Foundation
import HyperbasisModels

/// Reads a plain server.
///
/// It has nothing that says what is new: not the dates, which devices write by their own clocks, and
/// long after the fact. So everything is listed, by id, and compared.
@SyncActor
struct PlainPull {
  let session: SyncSession

  func run() async throws {
    let spaces = try await listed { end in
      try await session.ask { try await $0.spaceManifest(after: end) }
    }
    let anchors = try await listed { end in
      try await session.ask { try await $0.anchorManifest(after: end) }
    }
    try await receiveSpaces(spaces)
    try receiveVanished(
      spaces: Set(spaces.map(\.id)), anchors: Set(anchors.map(\.id)))
    try await receiveAnchors(anchors)
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

  private func receiveSpaces(_ entries: [ManifestEntry]) async throws {
    let changed = entries.filter {
      session.ledger.base.spaces[$0.id]?.row?.updatedAt != $0.updatedAt
    }
    for entries in changed.chunks(of: SyncLimits.idsPerRequest) {
      let rows = try await session.ask {
        try await $0.spaces(ids: entries.map(\.id))
      }
      session.note(unreadable: rows.unreadable)
      for row in rows.rows {
        try await session.attempt { try SpaceReceiver(session: session).receive(row) }
      }
    }
  }
}

// MARK: - What is gone

extension PlainPull {
  /// What was there and is not any more was deleted; unless so much is missing that more likely
  /// it cannot be seen.
  private func receiveVanished(spaces: Set<UUID>, anchors: Set<UUID>) throws {
    let known = session.ledger.base.spaces.filter {
      $0.value.row != nil && !session.deletions.contains($0.key)
    }.keys
    let goneSpaces = known.filter { !spaces.contains($0) }
    var knownAnchors = 0
    var goneAnchors: [AnchorRow] = []
    for space in known where spaces.contains(space) {
      let rows = session.ledger.anchors(of: space).rows.values
      knownAnchors += rows.count
      goneAnchors += rows.filter { !anchors.contains($0.id) }
    }
    // That hidden ones are purged says nothing.
    let visible = goneAnchors.count { $0.deletedAt == nil }
    let isEmpty = spaces.isEmpty && anchors.isEmpty && !known.isEmpty
    let isBelievable =
      !isEmpty && goneSpaces.count <= VanishingGuard.most(of: known.count)
      && visible <= VanishingGuard.most(of: knownAnchors)
    guard isBelievable || session.options.acceptsVanished else {
      session.note(
        HBStorageError.vanishedFromCloud(
          count: goneSpaces.count + visible, known: known.count + knownAnchors))
      return
    }
    for space in goneSpaces {
      try SpaceReceiver(session: session).receiveRemoval(of: space, at: nil)
    }
    try hide(goneAnchors)
  }

  private func hide(_ gone: [AnchorRow]) throws {
    for (space, rows) in Dictionary(grouping: gone, by: \.spaceId) {
      let merges = rows.filter { $0.deletedAt == nil }.map { row in
        var deleted = row
        deleted.deletedAt = row.updatedAt
        return AnchorMerge(row: deleted, base: row, isGone: true)
      }
      if !merges.isEmpty {
        session.received.add(
          eventsOf: try session.merger.apply(merges, to: space, isLogShared: false).added)
      }
      var bases = session.ledger.anchors(of: space)
      for row in rows { bases.rows[row.id] = nil }
      try session.ledger.setAnchors(bases, of: space)
      session.ledger.base.spaces[space]?.agreedLogSize = nil
    }
  }
}

/// How much may be gone at once without raising doubts.
enum VanishingGuard {
  /// A fifth of what was known, but at least 5.
  static func most(of known: Int) -> Int { max(5, known / 5) }
}

// MARK: - Anchors

extension PlainPull {
  private func receiveAnchors(_ entries: [ManifestEntry]) async throws {
    var known: [UUID: AnchorRow] = [:]
    for space in session.ledger.base.spaces.keys {
      known.merge(session.ledger.anchors(of: space).rows) { first, _ in first }
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
        let found = try await session.ask {
          try await $0.anchors(ids: entries.map(\.id))
        }
        session.note(unreadable: found.unreadable)
        rows += found.rows
        done += entries.count
        try await session.report(.pulling, done, changed.count)
      }
      for (space, rows) in Dictionary(grouping: rows, by: \.spaceId) {
        try await session.attempt {
          try AnchorReceiver(session: session).receive(rows, of: space)
        }
      }
    }
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
