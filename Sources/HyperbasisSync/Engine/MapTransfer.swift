import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// Fetches and removes world maps, from file to file. The map that is here stays until the one that came
/// is known to be intact.
@SyncActor
struct MapTransfer {
  let session: SyncSession

  /// Fetches the maps that others have replaced, either by another one or by other bytes in its place.
  /// One that cannot be fetched holds up no other, and is tried again with every pass.
  func fetchAll() async throws {
    let known = session.ledger.base.spaces.ids(with: .mayLackMap).filter(session.concerns)
      .sorted { UUIDBits($0) < UUIDBits($1) }
    var wanted: [UUID] = []
    for id in known {
      try await attempt(id) { if try await isOutdated(id) { wanted.append(id) } }
    }
    for (place, id) in wanted.enumerated() {
      let size = session.ledger.base.spaces[id]?.row?.map?.byteCount
      try await session.report(.fetchingMaps, place, wanted.count, bytes: size)
      try await attempt(id) { try await fetchMap(of: id) }
    }
  }

  private func attempt(_ space: UUID, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let failure as CloudFailure {
      switch failure {
      case .unreachable, .unauthorized, .cancelled, .busy, .unexpectedAnswer: throw failure
      default:
        session.note(
          failure.storageError(about: "the world map of the space \(session.name(of: space))"))
      }
    } catch {
      session.note(error)
    }
  }

  private func isOutdated(_ id: UUID) async throws -> Bool {
    guard session.ledger.base.removals[id] == nil, let known = session.ledger.base.spaces[id],
      let map = known.row?.map
    else { return false }
    guard WorldMapReference.isSame(known.map, map) else { return true }
    // Ours are named after their bytes; other programs overwrite theirs.
    guard map.sha256 == nil, let version = try await version(of: map) else { return false }
    return version != known.mapVersion
  }

  private func version(of map: WorldMapReference) async throws -> String? {
    guard map.sha256 == nil else { return nil }
    return try await session.ask { try await $0.version(of: map) }
  }

  func fetchMap(of id: UUID) async throws {
    guard let known = session.ledger.base.spaces[id], let row = known.row, let map = row.map,
      let head = try session.heads.load(id),
      // A map that was replaced here as well must be sent, not fetched.
      try session.digest(of: head, known)?.sha256 == known.local?.mapHash
    else { return }
    // Before the bytes: if they are overwritten meanwhile, that is another version.
    let version = try await version(of: map)
    let signed = try await session.signed(map, of: id)
    let path = try session.transfers.newPath()
    defer { session.transfers.remove(path) }
    try await session.ask {
      try await $0.download(map: signed, of: id, to: path)
    }
    let file = try checked(path, map, of: id)
    if file.sha256 == known.local?.mapHash {
      // It was written once more, with the same bytes.
      session.ledger.base.spaces[id]?.map = map
      session.ledger.base.spaces[id]?.mapVersion = version
      if let dated = try session.heads.date(head, as: row) {
        session.ledger.base.spaces[id]?.local = LocalStamp(
          dated, mapHash: file.sha256, mapBytes: file.byteCount)
      }
      return try session.ledger.save()
    }
    let change = SpaceFileContents(
      name: head.name, createdAt: head.createdAt, updatedAt: max(head.updatedAt, row.updatedAt),
      map: .replace(file))
    guard let written = try session.heads.write(change, to: id, replacing: head) else {
      session.needsAnotherRound = true
      return
    }
    session.ledger.base.spaces[id]?.map = map
    // Not before the map is here: otherwise one that could not be written would count as fetched for
    // good.
    session.ledger.base.spaces[id]?.mapVersion = version
    session.ledger.base.spaces[id]?.local = LocalStamp(
      written, mapHash: file.sha256, mapBytes: file.byteCount)
    session.ledger.base.spaces[id]?.isAgreed = written.name == known.row?.name
    session.received.maps.insert(id)
    try session.ledger.save()
  }

  /// Returns a downloaded file, once it is known to be what the row names.
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

  /// Removes maps that nothing refers to any more; those that remain take up space but do no harm.
  ///
  /// Nothing will refer to them again, no matter who writes at the same time: no row overwrites one that
  /// its writer has not seen, and no map gets the place of a former one.
  func removeOrphans() async throws {
    // An older version of the program may have gone back to a map that could not be removed at once.
    let spaces = session.ledger.base.spaces
    session.ledger.base.orphans.removeAll { orphan in
      spaces[orphan.spaceId]?.row?.map?.place == orphan.map.place
    }
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
