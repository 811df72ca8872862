package import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

extension HBLocalStore {
  /// Writes a space in the form in which it was found; a new one as a file with its map inline.
  package func saveSpace(_ space: HBStorageSpace) throws {
    try reaching {
      try record(of: space.id).lock.withLock {
        try keepDamagedFile(of: space.id)
        try context.spaces.save(space)
      }
    }
  }

  /// A file that cannot be read is not written over, but moved to quarantine.
  private func keepDamagedFile(of id: UUID) throws {
    let found = try NamedFiles.path(
      of: id, in: context.layout.spaces, suffix: StoreLayout.fileSuffix, context.files)
    // What cannot be read is what is moved away.
    guard found.status != nil, (try? context.spaces.read(found.path, id: id)) == nil else { return }
    let problem = HBStoreProblem(
      file: context.layout.relative(found.path), kind: .badFile,
      action: "moved away when the space was saved again")
    _ = try Quarantine(context: context).take(found.path, problem)
  }

  /// A space with its world map as it lies on disk; nil where it has no file.
  ///
  /// - Throws: ``HBStorageError/decodingFailed(underlying:)`` for a damaged file.
  package func loadSpace(id: UUID) throws -> HBStorageSpace? {
    try reaching {
      try context.spaces.load(id).map { try context.spaces.stored($0.file) }
    }
  }

  /// All spaces that have a file, oldest first; damaged files are skipped, and kept.
  package func loadAllSpaces() throws -> [HBStorageSpace] {
    try reaching {
      // A damaged space hides no other; verifying the store reports it.
      try context.spaces.loadAll().values.compactMap { try? context.spaces.stored($0.file) }
        .sorted { ($0.createdAt, $0.id.uuidString) < ($1.createdAt, $1.id.uuidString) }
    }
  }

  /// The spaces whose `updatedAt` is later than a date.
  package func loadSpacesModifiedSince(_ date: Date) throws -> [HBStorageSpace] {
    try reaching {
      let changed = try context.spaces.loadAll().values.filter { $0.file.updatedAt.date > date }
      // A damaged space hides no other; verifying the store reports it.
      return changed.compactMap { try? context.spaces.stored($0.file) }
        .sorted { ($0.updatedAt, $0.id.uuidString) < ($1.updatedAt, $1.id.uuidString) }
    }
  }

  /// Creates a space without a world map and gives its id.
  package func newSpace(name: String?) throws -> UUID {
    let id = context.makeUUID()
    let now = context.clock().date
    try saveSpace(
      HBStorageSpace(
        id: id, name: name, worldMapData: Data(), createdAt: now, updatedAt: now,
        isCompressed: false))
    return id
  }

  /// Gives a space another name, or none; one without a file gets one.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)``.
  package func rename(spaceId: UUID, to name: String?) throws {
    let snapshot = try snapshot(of: spaceId)
    try reaching {
      try record(of: spaceId).lock.withLock {
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
