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
    session.forgetUnreadable()
    let (spaces, anchors) = try await manifests()
    try await receiveSpaces(spaces)
    try await receiveVanished(
      disappearance(spaces: Set(spaces.map(\.id)), anchors: Set(anchors.map(\.id))))
    try await receiveAnchors(anchors)
  }

  /// What is gone, as far as anybody can tell without changing anything.
  func findVanished() async throws -> Disappearance {
    let (spaces, anchors) = try await manifests()
    return disappearance(spaces: Set(spaces.map(\.id)), anchors: Set(anchors.map(\.id)))
  }

  private func manifests() async throws -> (spaces: [ManifestEntry], anchors: [ManifestEntry]) {
    let spaces = try await listed { end in
      try await session.ask { try await $0.spaceManifest(after: end) }
    }
    let anchors = try await listed { end in
      try await session.ask { try await $0.anchorManifest(after: end) }
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

  /// Whether somebody wants a space that was not followed before, or names it.
  private func isAskedFor(_ id: UUID) -> Bool {
    if let spaces = session.options.spaces { return spaces.contains(id) }
    return session.ledger.base.passedOver.contains(id) && session.followed.contains(id)
  }

  private func receiveSpaces(_ entries: [ManifestEntry]) async throws {
    for entry in entries where isAskedFor(entry.id) { try session.welcome(entry.id) }
    session.ledger.base.passedOver = session.ledger.base.passedOver.filter {
      !session.followed.contains($0)
    }
    let changed = entries.filter {
      session.concerns($0.id)
        && session.ledger.base.spaces[$0.id]?.row?.updatedAt != $0.updatedAt
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
  /// What was known and is in neither list.
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

  /// What was there and is not any more was deleted; unless so much is missing that more likely
  /// it cannot be seen.
  private func receiveVanished(_ vanished: Disappearance) async throws {
    guard session.believes(vanished) else { return }
    for space in vanished.spaces {
      try await session.attempt {
        try SpaceReceiver(session: session).receiveRemoval(of: space, at: nil)
      }
    }
    for (space, rows) in Dictionary(grouping: vanished.anchors, by: \.spaceId) {
      try await session.attempt { try hide(rows, of: space) }
    }
  }

  private func hide(_ rows: [AnchorRow], of space: UUID) throws {
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

// MARK: - Anchors

extension PlainPull {
  private func receiveAnchors(_ entries: [ManifestEntry]) async throws {
    var known: [UUID: AnchorRow] = [:]
    for space in session.ledger.base.spaces.ids {
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
