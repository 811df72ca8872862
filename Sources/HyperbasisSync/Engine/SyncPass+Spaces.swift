import Foundation
import HyperbasisModels

// What rows of spaces make of the spaces here.

extension SyncPass {
  /// Takes in a row of a space.
  func take(_ row: SpaceRow) throws {
    if let deletedAt = row.deletedAt { return try takeRemoval(of: row.id, at: deletedAt) }
    if deletions.contains(row.id) {
      base.spaces[row.id, default: SpaceBase()].row = row
      return
    }
    let isHere = try store.holds(row.id)
    switch base.removals[row.id]?.state {
    case .here where !isHere: return
    case .pending: break
    case .done where !isHere: startAgain()
    case .here, .done: break
    case nil:
      // Deleted here before the cloud was ever asked: it stays away.
      if !isHere, base.spaces[row.id]?.row == nil,
        try store.isInTrash(row.id, unknownTo: identity)
      {
        base.removals[row.id] = Removal(state: .here)
        return
      }
    }
    base.removals[row.id] = nil
    try merge(row)
  }

  /// A space that came back brings what was passed over while it was gone.
  func startAgain() {
    guard base.tier == .migrated else { return }
    (base.mustReadAgain, needsAnotherRound) = (true, true)
  }

  /// A space that the cloud has removed goes here as well, once its last events are sent.
  func takeRemoval(of id: UUID, at deletedAt: HBInstant?) throws {
    deletions.remove(id)
    guard try store.holds(id) else {
      try store.noteDeletion(of: id, goneFrom: identity)
      try forget(space: id)
      base.removals[id] = Removal(state: .done, deletedAt: deletedAt)
      return
    }
    // Known to be gone, and here all the same: somebody has made it anew since, whether or not the
    // cloud has told before when it went.
    if base.removals[id]?.state == .done {
      base.removals[id]?.deletedAt = deletedAt
      return
    }
    base.spaces[id]?.row = nil
    base.removals[id] = Removal(state: .pending, deletedAt: deletedAt)
    if base.tier == .plain { try finishRemoval(of: id) }
  }

  /// Moves removed spaces to the trash whose events are all sent.
  func finishRemovals() async throws {
    for (id, removal) in base.removals where removal.state == .pending {
      try await attempt {
        let outbox = try store.outbox(of: id, mark: base.spaces[id]?.log)
        let refused = base.quarantine.count { $0.kind == .event && $0.spaceId == id }
        if outbox.count <= refused { try finishRemoval(of: id) }
      }
    }
  }

  private func finishRemoval(of id: UUID) throws {
    try store.deleteSpace(id: id, goneFrom: identity)
    received.deletedSpaces.insert(id)
    try forget(space: id)
    base.removals[id]?.state = .done
  }
}

// MARK: - Merging

extension SyncPass {
  private func merge(_ row: SpaceRow) throws {
    let head = try store.spaceHead(row.id)
    var known = base.spaces[row.id] ?? SpaceBase()
    let digest = try digest(of: head, known)
    let isLocalLater = head.map { $0.updatedAt > row.updatedAt } ?? false
    let map = MapMerge(
      remote: row.map, base: known.map, localHash: digest?.sha256,
      baseHash: known.local?.mapHash, isLocalLater: isLocalLater)
    var change = SpaceFileContents(
      name: row.name, createdAt: head?.createdAt ?? row.createdAt,
      updatedAt: max(head?.updatedAt ?? row.updatedAt, row.updatedAt))
    if let head {
      change.name =
        SpaceMerge(
          row: row, base: known.row, localName: head.name, localUpdatedAt: head.updatedAt
        ).name
    }
    if map == .takeRemote, row.map == nil { change.map = .remove }
    var written = head
    if head == nil || change.differs(from: head) {
      written = try store.write(change, to: row.id, replacing: head)
      guard written != nil else {
        // Somebody saved it this very moment: the next round sees both.
        (base.mustReadAgain, needsAnotherRound) = (true, true)
        return
      }
      received.spaces.insert(row.id)
    }
    known.row = row
    known.isAgreed = false
    if map == .agreed { known.map = row.map }
    if map == .takeRemote, row.map == nil { known.map = nil }
    if map != .keepLocal, let written {
      let hash = row.map == nil && map == .takeRemote ? nil : digest?.sha256
      known.local = LocalStamp(written, mapHash: hash, mapBytes: digest?.byteCount ?? 0)
    }
    base.spaces[row.id] = known
  }

  /// The hash of a space's map, without reading one that has not changed.
  func digest(
    of head: LocalSpace?, _ known: SpaceBase
  ) throws -> (sha256: String, byteCount: Int)? {
    guard let head else { return nil }
    if let stamp = known.local, stamp.file == head.status, stamp.separateMap == head.mapStatus {
      return stamp.mapHash.map { ($0, stamp.mapBytes) }
    }
    return try store.mapDigest(of: head)
  }
}

extension SpaceFileContents {
  /// Whether writing it would change more than the date.
  fileprivate func differs(from head: LocalSpace?) -> Bool {
    guard let head else { return true }
    if case .keep = map { return name != head.name }
    return true
  }
}

extension LocalStamp {
  init(_ space: LocalSpace, mapHash: String?, mapBytes: Int) {
    self.init(
      file: space.status, separateMap: space.mapStatus, mapHash: mapHash, mapBytes: mapBytes)
  }
}

// MARK: - One space

extension SyncPass {
  /// Gets one space with its map; its anchors come with the next pass.
  func fetchSpace(_ id: UUID) async throws {
    try await loadBase()
    guard !deletions.contains(id), base.removals[id] == nil else { return }
    let rows = try await cloud.spaces(ids: [id])
    for row in rows.rows where row.id == id { try take(row) }
    if base.spaces[id]?.row?.map != nil { try await fetchMap(of: id) }
    try save()
  }
}
