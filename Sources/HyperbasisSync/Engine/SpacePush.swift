import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore

/// Sends spaces whose names or maps differ from what the cloud has.
@SyncActor
struct SpacePush {
  let session: SyncSession

  /// A space that is to be sent, with its state when that was determined.
  private struct OutgoingSpace: Sendable {
    var row: SpaceRow
    let head: LocalSpace?
    let digest: String?
    let bytes: Int
    /// Whether the map in the row is the one here.
    let sendsMap: Bool
  }

  func run() async throws {
    var spaces: [OutgoingSpace] = []
    for id in try session.activeSpaces() {
      try await session.attempt {
        if let space = try await outgoing(id) { spaces.append(space) }
      }
    }
    var done = 0
    for chunk in spaces.chunks(of: SyncLimits.rowsPerWrite) {
      try await Delivery.run(chunk) { spaces in
        try await send(Array(spaces))
      } refused: { space, failure in
        session.quarantine(.space, space.row.id, space.row.id, failure, space.row.contentDigest)
      }
      done += chunk.count
      try await session.report(.pushing, done, spaces.count)
    }
  }

  /// Whether a space differs from what the cloud has, by name or map.
  func isDirty(space id: UUID) throws -> Bool {
    guard session.ledger.base.removals[id]?.state != .pending, !session.isForgotten(id) else {
      return false
    }
    guard let known = session.ledger.base.spaces[id], let row = known.row else {
      return try isNewsToCloud(id)
    }
    if known.isAgreed, try !hasChanged(id, since: known.local) { return false }
    guard let head = try session.heads.load(id) else { return false }
    try session.noteIfMapIsLost(of: head)
    let base = session.ledger.base.spaces[id] ?? known
    return try head.name != row.name
      || session.digest(of: head, base)?.sha256 != base.local?.mapHash
  }

  /// Whether the cloud, which has no row of a space, hears of it from here. A store that has neither its file
  /// nor anything of its own in it knows it by what others have sent: theirs is the row to come.
  private func isNewsToCloud(_ id: UUID) throws -> Bool {
    if try session.heads.status(id) != nil { return true }
    return session.ledger.base.tier == .migrated
      ? try EventPush(session: session).unsentEvents(of: id) > 0
      : try !AnchorPush(session: session).dirtyAnchors(of: id).rows.isEmpty
  }

  /// Whether a space has no row in a cloud with histories, and another device is to send it. Until then,
  /// the cloud cannot take rows of its anchors either.
  func isLeftToOthers(_ id: UUID) throws -> Bool {
    try session.ledger.base.tier == .migrated && session.ledger.base.spaces[id]?.row == nil
      && !isNewsToCloud(id)
  }

  private func hasChanged(_ id: UUID, since stamp: LocalStamp?) throws -> Bool {
    guard let status = try session.heads.status(id) else { return stamp != nil }
    return status.file != stamp?.file || status.separateMap != stamp?.separateMap
  }

  private func outgoing(_ id: UUID) async throws -> OutgoingSpace? {
    if session.doubted.contains(id) { return nil }
    guard try isDirty(space: id) else {
      try noteAgreement(id)
      return nil
    }
    let known = session.ledger.base.spaces[id] ?? SpaceBase()
    let head = try session.heads.load(id)
    let digest = try session.digest(of: head, known)
    let sendsMap = digest?.sha256 != known.local?.mapHash
    var row = try row(of: id, head, known)
    if sendsMap {
      guard try await attach(head, digest, to: &row) else { return nil }
    } else if let map = row.map {
      // Other programs need the token.
      row.map = try await session.signed(map, of: id)
    }
    if session.isQuarantined(.space, id, row.contentDigest) { return nil }
    return OutgoingSpace(
      row: row, head: head, digest: digest?.sha256, bytes: digest?.byteCount ?? 0,
      sendsMap: sendsMap)
  }

  private func row(
    of id: UUID, _ head: LocalSpace?, _ known: SpaceBase
  ) throws -> SpaceRow {
    let start = try head?.createdAt ?? session.store.snapshot(of: id).timeline.index.start
    let createdAt = known.row?.createdAt ?? start ?? session.store.context.clock()
    var updatedAt = head?.updatedAt ?? createdAt
    // A row must be later than those that it follows from, whatever the clocks say.
    for seen in [known.row?.updatedAt, session.ledger.base.removals[id]?.deletedAt] {
      if let seen { updatedAt = max(updatedAt, seen.advanced(byMicroseconds: 1)) }
    }
    return SpaceRow(
      id: id, name: head.map(\.name) ?? known.row?.name, map: known.row?.map,
      createdAt: createdAt, updatedAt: updatedAt)
  }

  /// Uploads a map; returns false if it is refused, and nothing more can be done for now.
  private func attach(
    _ head: LocalSpace?, _ digest: (sha256: String, byteCount: Int)?, to row: inout SpaceRow
  ) async throws -> Bool {
    guard let head, let digest else {
      row.map = nil
      return true
    }
    if session.isQuarantined(.space, row.id, digest.sha256) { return false }
    try await session.report(.sendingMaps, 0, nil, bytes: digest.byteCount)
    var file = try session.transfers.mapFile(
      of: head, sha256: digest.sha256, byteCount: digest.byteCount)
    file.name += suffix(ofMapOf: row.id)
    defer { session.transfers.remove(file.path) }
    do {
      let uploads = session.ledger.files.openUploads(clock: session.store.context.clock)
      row.map = try await session.ask {
        try await $0.upload(map: file, of: row.id, resuming: uploads)
      }
      return true
    } catch let failure as CloudFailure {
      switch failure {
      case .rejected, .tooLarge:
        session.quarantine(.space, row.id, row.id, failure, digest.sha256)
        return false
      default: throw failure
      }
    }
  }

  /// Returns what tells the place of a space's next map from those of the maps that it had before.
  ///
  /// A name that was given up is never used again: a device that has replaced a map is about to remove
  /// it, and another may go back to the same bytes at that very moment. The suffix depends on what the
  /// map replaces, so that an interrupted upload goes on under its name.
  private func suffix(ofMapOf id: UUID) -> String {
    let former: String
    if let row = session.ledger.base.spaces[id]?.row {
      // Other programs write one map after another to the same place.
      let map = row.map?.sha256 == nil ? nil : row.map
      former = map.map { String($0.place) } ?? row.updatedAt.rfc3339Text
    } else if let removal = session.ledger.base.removals[id] {
      former = (removal.deletedAt ?? session.store.context.clock()).rfc3339Text
    } else {
      return ""
    }
    return "-" + SHA256.hexDigest(of: Array(former.utf8)).prefix(16)
  }

  private func send(_ spaces: [OutgoingSpace]) async throws {
    let writes = spaces.map { space in
      RowWrite(space.row, seen: session.ledger.base.spaces[space.row.id]?.row?.updatedAt)
    }
    let stored = try await session.ask {
      try await $0.write(spaces: writes, tier: session.ledger.base.tier)
    }
    for space in spaces {
      guard let winner = stored[space.row.id] else {
        // Somebody has deleted it: the next pull will tell.
        session.needsAnotherRound = true
        continue
      }
      guard winner.hasSameContent(as: space.row) else {
        session.needsAnotherRound = true
        try await session.attempt { try SpaceReceiver(session: session).receive(winner) }
        continue
      }
      try await session.attempt { try settle(space, as: winner) }
    }
    try session.ledger.save()
  }

  private func settle(_ space: OutgoingSpace, as winner: SpaceRow) throws {
    let id = winner.id
    session.sent.spaces.insert(id)
    session.noteAccepted(.space, id)
    if space.sendsMap, winner.map != nil { session.sent.maps.insert(id) }
    var known = session.ledger.base.spaces[id] ?? SpaceBase()
    // A map without a hash was written by another program, which may write to the same place again.
    if let old = known.row?.map, old.sha256 != nil, !WorldMapReference.isSame(old, winner.map) {
      session.ledger.base.orphans.append(OrphanedMap(spaceId: id, map: old))
    }
    known.row = winner
    if space.sendsMap { known.map = winner.map }
    if let head = space.head {
      // It may have been dated later than here, to follow the row before it or its deletion.
      let dated = try session.heads.date(head, as: winner)
      if space.sendsMap || known.local == nil || dated != nil {
        known.local = LocalStamp(dated ?? head, mapHash: space.digest, mapBytes: space.bytes)
      }
    }
    session.ledger.base.spaces[id] = known
    if let number = winner.sequence, winner.updatedAt == space.row.updatedAt,
      winner.deletedAt == nil
    {
      session.ledger.base.cursors.spaces.noteOwn([number])
    }
    if try session.endRemoval(of: id) { session.startAgain() }
    try noteAgreement(id)
  }

  /// Notes that a space is the same on both sides, so that its file need not be read again.
  private func noteAgreement(_ id: UUID) throws {
    guard let known = session.ledger.base.spaces[id], let row = known.row,
      try !known.isAgreed || hasChanged(id, since: known.local),
      let head = try session.heads.load(id), head.name == row.name,
      try session.digest(of: head, known)?.sha256 == known.local?.mapHash
    else { return }
    session.ledger.base.spaces[id]?.local = LocalStamp(
      head, mapHash: known.local?.mapHash, mapBytes: known.local?.mapBytes ?? 0)
    session.ledger.base.spaces[id]?.isAgreed = true
  }
}

extension SpaceRow {
  func hasSameContent(as other: SpaceRow) -> Bool {
    name == other.name && WorldMapReference.isSame(map, other.map)
  }

  /// A hash that shows whether what was refused has changed since.
  fileprivate var contentDigest: String {
    let text = "\(name ?? "")\n\(name == nil)\n\(map?.sha256 ?? map?.address ?? "")"
    return String(SHA256.hexDigest(of: Array(text.utf8)).prefix(32))
  }
}
