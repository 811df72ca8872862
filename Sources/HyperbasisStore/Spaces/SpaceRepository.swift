package import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// Spaces with their names and world maps.
package struct SpaceRepository: Sendable {
  let open: OpenSpaces

  private var context: StoreContext { open.context }
  private var catalog: SpaceCatalog { SpaceCatalog(open: open) }
}

extension SpaceRepository {
  /// Writes a space in the form in which it was found; a new one as a file with its map inline.
  package func save(_ space: HBStorageSpace) throws {
    try UnwritableDateError.check([
      ("createdAt", space.createdAt), ("updatedAt", space.updatedAt),
    ])
    try reachingFiles {
      try open[space.id].lock.withLock {
        try keepDamagedFile(of: space.id)
        try context.spaces.save(space)
        context.seenSpaces.note([space.id])
      }
    }
  }

  /// Moves a file that cannot be read to quarantine, so that it is not overwritten.
  private func keepDamagedFile(of id: UUID) throws {
    let found = try context.layout.spaces.find(id, context.files)
    // Only a file that cannot be read is moved away.
    guard found.status != nil, try context.spaces.readIfSound(found.path, id: id) == nil else {
      return
    }
    let problem = HBStoreProblem(
      file: context.layout.relative(found.path), kind: .badFile,
      action: "moved away when the space was saved again")
    _ = try Quarantine(context: context).take(found.path, problem)
  }

  /// Returns a space with its world map as it lies on disk; nil if it has no file.
  ///
  /// - Throws: ``HBStorageError/decodingFailed(underlying:)`` for a damaged file.
  package func load(_ id: UUID) throws -> HBStorageSpace? {
    let space = try reachingFiles {
      try context.spaces.load(id).map { entry in
        try context.spaces.naming(entry.path) { try context.spaces.stored(entry.file) }
      }
    }
    if space == nil { try catalog.checkBase() } else { context.seenSpaces.note([id]) }
    return space
  }

  /// Returns a space as far as it can be read; nil if it has no file that can be. What is damaged is
  /// skipped, and kept.
  package func loadAsFarAsReadable(_ id: UUID) throws -> HBStorageSpace? {
    try reachingFiles {
      guard let path = try context.spaces.path(of: id),
        let file = try context.spaces.readIfSound(path, id: id)
      else { return nil }
      return try context.spaces.storedAsFarAsReadable(file)
    }
  }

  /// Returns all spaces that have a file, oldest first; damaged files are skipped, and kept.
  package func loadAll() throws -> [HBStorageSpace] {
    try load { _ in true }
      .sorted { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  /// Returns the spaces whose `updatedAt` is later than a date, in the order of their `updatedAt`.
  package func load(modifiedSince date: Date) throws -> [HBStorageSpace] {
    try load { $0.updatedAt.date > date }
      .sorted { ($0.updatedAt, $0.id) < ($1.updatedAt, $1.id) }
  }

  private func load(where isWanted: (SpaceFile) -> Bool) throws -> [HBStorageSpace] {
    let spaces = try reachingFiles {
      // A damaged space must not hide others; verifying the store reports it.
      try context.spaces.loadAll().values.filter { isWanted($0.file) }
        .compactMap { entry in
          try context.skipped.reading(entry.path) { try context.spaces.stored(entry.file) }
        }
    }
    context.seenSpaces.note(Set(spaces.map(\.id)))
    if spaces.isEmpty { try catalog.checkBase() }
    return spaces
  }

  /// Makes the whole store readable by SDK 1.1.0, if it should be: every space gets its `.bin`.
  package func completeMaps() throws {
    try reachingFiles { try context.spaces.completeSeparateMaps() }
  }

  /// Creates a space without a world map and returns its id.
  package func create(name: String?) throws -> UUID {
    let id = context.makeUUID()
    let now = context.clock().date
    try save(
      HBStorageSpace(
        id: id, name: name, worldMapData: Data(), createdAt: now, updatedAt: now,
        isCompressed: false))
    return id
  }

  /// Gives a space another name, or none; a space without a file gets one.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)``.
  package func rename(_ spaceId: UUID, to name: String?) throws {
    let snapshot = try SnapshotReader(open: open).snapshot(of: spaceId)
    try reachingFiles {
      try open[spaceId].lock.withLock {
        let file = try context.spaces.load(spaceId)?.file
        let now = context.clock()
        let created = file?.createdAt ?? snapshot.timeline.index.start ?? now
        try context.spaces.save(
          HBStorageSpace(
            id: spaceId, name: name, worldMapData: Data(), createdAt: created.date,
            updatedAt: now.date, isCompressed: file?.isCompressed ?? false),
          keepingMap: true)
      }
    }
  }
}
