import Foundation
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore

/// Applies rows of spaces that came from the cloud.
@SyncActor
struct SpaceReceiver {
  let session: SyncSession

  /// Applies a row of a space.
  func receive(_ row: SpaceRow) throws {
    guard session.concerns(row.id) else { return session.passOver(row.id) }
    if let deletedAt = row.deletedAt { return try receiveRemoval(of: row.id, at: deletedAt) }
    if session.deletions.contains(row.id) { return session.passOver(deleted: row.id) }
    let isHere = try session.store.catalog.holds(row.id)
    switch session.ledger.base.removals[row.id]?.state {
    case .here where !isHere: return
    // What came in for it while it was gone was passed over.
    case .here, .pending, .done, .forgotten:
      session.startAgain()
      session.returned.insert(row.id)
    case .asked: break
    case nil:
      // Deleted here before the cloud was ever asked: it stays deleted.
      if !isHere, session.ledger.base.spaces[row.id]?.row == nil,
        try session.trash.holdsUntold(row.id)
      {
        session.ledger.base.removals[row.id] = Removal(state: .here)
        return
      }
    }
    if isHere { try session.store.trash.finishRestoring(row.id) } else { try putBack(row.id) }
    try merge(row)
    _ = try session.endRemoval(of: row.id)
  }

  /// Puts back a space from the trash, so that it goes on with the history that this store has of it.
  private func putBack(_ id: UUID) throws {
    guard try session.trash.putBack(id) else { return }
    session.putBack[id] = Set(session.ledger.base.removals[id]?.ownAnchors ?? [])
    session.received.spaces.insert(id)
  }

  /// Applies a tombstone of a space.
  func receive(_ tombstone: Tombstone) throws {
    guard tombstone.kind == .forgotten else {
      return try receiveRemoval(of: tombstone.id, at: tombstone.deletedAt)
    }
    session.deletions.remove(tombstone.id)
    try session.ledger.forget(space: tombstone.id)
    session.ledger.base.removals[tombstone.id] = Removal(
      state: .forgotten, deletedAt: tombstone.deletedAt)
  }

  /// Removes a space here that the cloud has removed, once its last events are sent.
  func receiveRemoval(of id: UUID, at deletedAt: HBInstant?) throws {
    guard session.concerns(id) else { return session.passOver(id) }
    session.deletions.remove(id)
    guard try session.store.catalog.holds(id) else {
      try session.trash.noteDeletion(of: id)
      try session.ledger.forget(space: id)
      session.ledger.base.removals[id] = Removal(state: .done, deletedAt: deletedAt)
      return
    }
    switch session.ledger.base.removals[id]?.state {
    case .asked: return try outlive(deletionOf: id, at: deletedAt)
    // Known to be gone, and here all the same: it was created again since, whether or not the cloud has
    // said before when it went.
    case .done:
      session.ledger.base.removals[id]?.deletedAt = deletedAt
      return
    case .pending, .here, .forgotten, nil: break
    }
    let (holdsOwnWork, ownAnchors) = (try holdsOwnWork(id), try ownAnchors(of: id))
    session.ledger.base.spaces[id]?.row = nil
    session.ledger.base.removals[id] = Removal(
      state: .pending, deletedAt: deletedAt, holdsOwnWork: holdsOwnWork, ownAnchors: ownAnchors)
    if session.ledger.base.tier == .plain { try finishRemoval(of: id) }
  }

  /// Whether something was changed in a space here that nobody else has seen.
  func holdsOwnWork(_ id: UUID) throws -> Bool {
    if session.ledger.base.removals[id]?.holdsOwnWork ?? false { return true }
    if session.ledger.base.spaces[id]?.holdsOwnWork ?? false { return true }
    if try SpacePush(session: session).isDirty(space: id) { return true }
    return session.ledger.base.tier == .migrated
      ? try EventPush(session: session).unsentEvents(of: id) > 0
      : try !AnchorPush(session: session).dirtyAnchors(of: id).rows.isEmpty
  }

  /// Returns the anchors that nobody else has seen, which must stay if the space comes back; only for a
  /// server that has nothing but rows. Nil if there are none.
  private func ownAnchors(of id: UUID) throws -> [UUID]? {
    guard session.ledger.base.tier == .plain else { return nil }
    let known = session.ledger.anchors(of: id).rows
    let own = try AnchorPush(session: session).dirtyAnchors(of: id).rows.map(\.id)
      .filter { known[$0] == nil }
    return own.isEmpty ? nil : own.sorted()
  }

  /// Keeps a space that this store had removed, and has brought back before it heard of the removal: its
  /// anchors are brought back with it, as if it had heard first.
  private func outlive(deletionOf id: UUID, at deletedAt: HBInstant?) throws {
    try session.ledger.forget(space: id)
    session.ledger.base.removals[id] = Removal(state: .done, deletedAt: deletedAt)
    _ = try session.store.perform(.restoreSpace, spaceId: id)
  }

  /// Moves removed spaces to the trash once all their events are sent.
  func finishRemovals() async throws {
    for (id, removal) in session.ledger.base.removals
    where removal.state == .pending && session.concerns(id) {
      try await session.attempt {
        let outbox = try session.marker.outbox(of: id, mark: session.ledger.base.spaces[id]?.log)
        let sendable = outbox.leavingOut(session.refusedEvents(of: id))
        if sendable.count == 0 { try finishRemoval(of: id) }
      }
    }
  }

  private func finishRemoval(of id: UUID) throws {
    // A space that cannot be read has no name.
    let name = (try? session.heads.load(id))?.name
    try session.trash.deleteSpace(id)
    session.received.deletedSpaces.insert(id)
    session.dropRefusals(in: id)
    session.removed.append(
      RemovedSpace(
        id: id, name: name,
        heldOwnWork: session.ledger.base.removals[id]?.holdsOwnWork ?? false))
    try session.ledger.forget(space: id)
    session.ledger.base.removals[id]?.state = .done
  }
}

// MARK: - Merging

extension SpaceReceiver {
  private func merge(_ row: SpaceRow) throws {
    let head = try session.heads.load(row.id)
    if let head { try session.noteIfMapIsLost(of: head) }
    var known = session.ledger.base.spaces[row.id] ?? SpaceBase()
    let digest = try session.digest(of: head, known)
    let isLocalLater = head.map { $0.updatedAt > row.updatedAt } ?? false
    let map = MapMerge(
      remote: row.map, base: known.map, localHash: digest?.sha256,
      baseHash: known.local?.mapHash, isLocalLater: isLocalLater)
    var change = SpaceFileContents(
      name: row.name, createdAt: head?.createdAt ?? row.createdAt,
      updatedAt: max(head?.updatedAt ?? row.updatedAt, row.updatedAt))
    let names = head.map { head in
      SpaceMerge(
        row: row, base: known.row, localName: head.name, localUpdatedAt: head.updatedAt)
    }
    if let names { change.name = names.name }
    if map == .takeRemote, row.map == nil { change.map = .remove }
    // If the map is to be fetched, the date comes with it.
    let isDated = map != .takeRemote && head.map { $0.isEarlier(than: row) } ?? false
    var written = head
    if change.differs(from: head) || isDated {
      written = try session.heads.write(change, to: row.id, replacing: head)
      guard written != nil else {
        // It was saved at this very moment: the next round sees both.
        (session.ledger.base.mustReadAgain, session.needsAnotherRound) = (true, true)
        return
      }
      if change.differs(from: head) { session.received.spaces.insert(row.id) }
    }
    if let conflict = names?.conflict { session.conflicts.append(conflict) }
    known.row = row
    known.isAgreed = false
    known.holdsOwnWork = nil
    if map == .agreed { known.map = row.map }
    // Until the map is fetched, none is agreed, not even if the row goes back to the one agreed before:
    // what is here counts as the base from now on.
    if map == .takeRemote { known.map = nil }
    if map != .keepLocal, let written {
      let hash = row.map == nil && map == .takeRemote ? nil : digest?.sha256
      known.local = LocalStamp(written, mapHash: hash, mapBytes: digest?.byteCount ?? 0)
    }
    session.ledger.base.spaces[row.id] = known
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
