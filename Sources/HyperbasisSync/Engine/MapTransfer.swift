import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// Fetches and removes world maps, from file to file. What is here stays until what came is known to
/// be whole.
@SyncActor
struct MapTransfer {
  let session: SyncSession

  /// Fetches the maps that others have replaced. One that cannot be fetched holds up no other,
  /// and is tried again with every pass.
  func fetchAll() async throws {
    let wanted = session.ledger.base.spaces.filter { id, known in
      guard let map = known.row?.map, session.ledger.base.removals[id] == nil else { return false }
      return !WorldMapReference.isSame(known.map, map)
    }
    for (place, id) in wanted.keys.sorted(by: { UUIDBits($0) < UUIDBits($1) }).enumerated() {
      try await session.report(.fetchingMaps, place, wanted.count)
      do {
        try await fetchMap(of: id)
      } catch let failure as CloudFailure {
        switch failure {
        case .unreachable, .unauthorized, .cancelled, .busy, .unexpectedAnswer: throw failure
        default: session.note(failure.storageError)
        }
      } catch {
        session.note(error)
      }
    }
  }

  func fetchMap(of id: UUID) async throws {
    guard let known = session.ledger.base.spaces[id], let map = known.row?.map,
      let head = try session.heads.load(id),
      // A map that was replaced here as well is to be sent, not fetched.
      try session.digest(of: head, known)?.sha256 == known.local?.mapHash
    else { return }
    let path = try session.transfers.newPath()
    defer { session.transfers.remove(path) }
    try await session.ask {
      try await $0.download(map: map, of: id, to: path)
    }
    let file = try checked(path, map, of: id)
    let change = SpaceFileContents(
      name: head.name, createdAt: head.createdAt, updatedAt: head.updatedAt,
      map: .replace(file))
    guard let written = try session.heads.write(change, to: id, replacing: head) else {
      session.needsAnotherRound = true
      return
    }
    session.ledger.base.spaces[id]?.map = map
    session.ledger.base.spaces[id]?.local = LocalStamp(
      written, mapHash: file.sha256, mapBytes: file.byteCount)
    session.ledger.base.spaces[id]?.isAgreed = written.name == known.row?.name
    session.received.maps.insert(id)
    try session.save()
  }

  /// A downloaded file, once it is known to be what the row names.
  private func checked(
    _ path: FilePath, _ map: WorldMapReference, of id: UUID
  ) throws -> WorldMapFile {
    let found = try session.transfers.digest(of: path)
    let isSound =
      (map.sha256 ?? found.sha256) == found.sha256
      && (map.byteCount ?? found.byteCount) == found.byteCount && found.byteCount > 0
    guard isSound else { throw HBStorageError.worldMapDamaged(spaceId: id) }
    let isCompressed = try map.isCompressed ?? session.transfers.isPacked(path)
    return WorldMapFile(
      path: path, sha256: found.sha256, byteCount: found.byteCount, isCompressed: isCompressed)
  }

  /// Removes maps that nothing refers to any more; what remains takes room and does no harm.
  func removeOrphans() async throws {
    for orphan in session.ledger.base.orphans {
      do {
        try await session.ask {
          try await $0.remove(map: orphan.map, of: orphan.spaceId)
        }
      } catch let failure as CloudFailure {
        switch failure {
        case .notFound, .rejected: break
        default: throw failure
        }
      }
      session.ledger.base.orphans.removeAll { $0 == orphan }
    }
  }
}
