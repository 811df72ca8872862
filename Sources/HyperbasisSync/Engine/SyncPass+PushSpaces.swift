import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore

extension SyncPass {
  /// A space that is to be sent, with what it was like when that was found.
  private struct Parcel: Sendable {
    var row: SpaceRow
    let head: LocalSpace?
    let digest: String?
    let bytes: Int
    /// Whether the map in the row is the one here.
    let sendsMap: Bool
  }

  func pushSpaces() async throws {
    var parcels: [Parcel] = []
    for id in try store.spaceIds().sorted(by: { UUIDBits($0) < UUIDBits($1) }) {
      try await attempt {
        if let parcel = try await parcel(of: id) { parcels.append(parcel) }
      }
    }
    var done = 0
    for chunk in parcels.chunks(of: SyncLimits.rowsPerWrite) {
      try await deliver(chunk) { parcels in
        try await self.send(Array(parcels))
      } refused: { parcel, failure in
        self.quarantine(.space, parcel.row.id, parcel.row.id, failure, parcel.row.contentDigest)
      }
      done += chunk.count
      await report(.pushing, done, parcels.count)
    }
  }

  /// Whether a space differs from what the cloud has, by name or map.
  func isDirty(space id: UUID) throws -> Bool {
    guard base.removals[id]?.state != .pending else { return false }
    guard let known = base.spaces[id], let row = known.row else { return true }
    if known.isAgreed, try !hasChanged(id, since: known.local) { return false }
    guard let head = try store.spaceHead(id) else { return false }
    return try head.name != row.name || digest(of: head, known)?.sha256 != known.local?.mapHash
  }

  private func hasChanged(_ id: UUID, since stamp: LocalStamp?) throws -> Bool {
    guard let status = try store.spaceStatus(id) else { return stamp != nil }
    return status.file != stamp?.file || status.separateMap != stamp?.separateMap
  }

  private func parcel(of id: UUID) async throws -> Parcel? {
    guard try isDirty(space: id) else {
      try noteAgreement(id)
      return nil
    }
    let known = base.spaces[id] ?? SpaceBase()
    let head = try store.spaceHead(id)
    let digest = try digest(of: head, known)
    let sendsMap = digest?.sha256 != known.local?.mapHash
    var row = try row(of: id, head, known)
    if sendsMap {
      guard try await attach(head, digest, to: &row) else { return nil }
    }
    if isQuarantined(.space, id, row.contentDigest) { return nil }
    return Parcel(
      row: row, head: head, digest: digest?.sha256, bytes: digest?.byteCount ?? 0,
      sendsMap: sendsMap)
  }

  private func row(
    of id: UUID, _ head: LocalSpace?, _ known: SpaceBase
  ) throws -> SpaceRow {
    let start = try head?.createdAt ?? store.snapshot(of: id).timeline.index.start
    let createdAt = known.row?.createdAt ?? start ?? store.context.clock()
    var updatedAt = head?.updatedAt ?? createdAt
    // What was seen is older than what follows from it, whatever the clocks say.
    for seen in [known.row?.updatedAt, base.removals[id]?.deletedAt] {
      if let seen { updatedAt = max(updatedAt, seen.advanced(byMicroseconds: 1)) }
    }
    return SpaceRow(
      id: id, name: head.map(\.name) ?? known.row?.name, map: known.row?.map,
      createdAt: createdAt, updatedAt: updatedAt)
  }

  /// Uploads a map; false where it is refused, and nothing more to be done for now.
  private func attach(
    _ head: LocalSpace?, _ digest: (sha256: String, byteCount: Int)?, to row: inout SpaceRow
  ) async throws -> Bool {
    guard let head, let digest else {
      row.map = nil
      return true
    }
    if isQuarantined(.space, row.id, digest.sha256) { return false }
    await report(.sendingMaps, 0, nil)
    let file = try store.mapFile(of: head, sha256: digest.sha256, byteCount: digest.byteCount)
    defer { store.removeTransfer(file.path) }
    do {
      let uploads = files.openUploads(clock: store.context.clock)
      row.map = try await cloud.upload(map: file, of: row.id, resuming: uploads)
      return true
    } catch {
      switch error {
      case .rejected, .tooLarge:
        quarantine(.space, row.id, row.id, error, digest.sha256)
        return false
      default: throw error
      }
    }
  }

  private func send(_ parcels: [Parcel]) async throws {
    let writes = parcels.map { parcel in
      RowWrite(parcel.row, mayInsert: base.spaces[parcel.row.id]?.row == nil)
    }
    let stored = try await cloud.write(spaces: writes, tier: base.tier)
    for parcel in parcels {
      guard let winner = stored[parcel.row.id] else {
        // Somebody has deleted it: what is pulled next says so.
        needsAnotherRound = true
        continue
      }
      guard winner.hasSameContent(as: parcel.row) else {
        needsAnotherRound = true
        try await attempt { try take(winner) }
        continue
      }
      try settle(parcel, as: winner)
    }
  }

  private func settle(_ parcel: Parcel, as winner: SpaceRow) throws {
    let id = winner.id
    sent.spaces.insert(id)
    if parcel.sendsMap, winner.map != nil { sent.maps.insert(id) }
    var known = base.spaces[id] ?? SpaceBase()
    if let old = known.row?.map, !WorldMapReference.isSame(old, winner.map) {
      base.orphans.append(OrphanedMap(spaceId: id, map: old))
    }
    known.row = winner
    if parcel.sendsMap { known.map = winner.map }
    if let head = parcel.head, parcel.sendsMap || known.local == nil {
      known.local = LocalStamp(head, mapHash: parcel.digest, mapBytes: parcel.bytes)
    }
    base.spaces[id] = known
    if base.removals.removeValue(forKey: id) != nil { startAgain() }
    try noteAgreement(id)
    try save()
  }

  /// Notes that a space is the same on both sides, so that its file need not be read again.
  private func noteAgreement(_ id: UUID) throws {
    guard let known = base.spaces[id], let row = known.row,
      try !known.isAgreed || hasChanged(id, since: known.local),
      let head = try store.spaceHead(id), head.name == row.name,
      try digest(of: head, known)?.sha256 == known.local?.mapHash
    else { return }
    base.spaces[id]?.local = LocalStamp(
      head, mapHash: known.local?.mapHash, mapBytes: known.local?.mapBytes ?? 0)
    base.spaces[id]?.isAgreed = true
  }
}

extension SpaceRow {
  func hasSameContent(as other: SpaceRow) -> Bool {
    name == other.name && WorldMapReference.isSame(map, other.map)
  }

  /// Tells whether what was refused has changed since.
  fileprivate var contentDigest: String {
    let text = "\(name ?? "")\n\(name == nil)\n\(map?.sha256 ?? map?.address ?? "")"
    return String(SHA256.hexDigest(of: Array(text.utf8)).prefix(32))
  }
}
