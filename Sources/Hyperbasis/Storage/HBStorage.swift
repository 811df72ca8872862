public import Foundation

/// The store: spaces, anchors, and everything that ever happened to them.
///
/// Every change is recorded as immutable events in the space's log, one append an operation. All
/// work is done off the caller's actor; a storage may be used from several tasks, and a store by
/// several processes at once.
public final class HBStorage: Sendable {
  public let config: HBStorageConfig
  let store: HBLocalStore

  /// Opens a store; nothing is read or created yet.
  public convenience init(config: HBStorageConfig = .default) {
    self.init(
      config: config,
      localStore: HBLocalStore(
        baseDirectory: config.directory ?? Self.defaultDirectory,
        durability: config.durability, actor: config.actor, compression: config.compression))
  }

  package init(config: HBStorageConfig, localStore: HBLocalStore) {
    self.config = config
    store = localStore
  }

  /// `$HYPERBASIS_STORE`, else `Hyperbasis` in the user's documents.
  private static var defaultDirectory: URL {
    if let path = ProcessInfo.processInfo.environment["HYPERBASIS_STORE"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    #if os(Linux)
      let documents = FileManager.default.homeDirectoryForCurrentUser.appending(path: "Documents")
    #else
      let documents = URL.documentsDirectory
    #endif
    return documents.appending(path: "Hyperbasis", directoryHint: .isDirectory)
  }
}

// MARK: - Spaces

extension HBStorage {
  /// Saves a space with its world map.
  @concurrent public func save(_ space: HBSpace) async throws {
    try store.saveSpace(HBStorageSpace(space, compression: config.compression))
  }

  /// A space with its world map; nil where there is none with that id.
  @concurrent public func loadSpace(id: UUID) async throws -> HBSpace? {
    try store.loadSpace(id: id)?.unpacked()
  }

  /// All spaces that have a file, oldest first. Damaged files are skipped, and kept; a map that
  /// cannot be unpacked comes as empty.
  @concurrent public func loadAllSpaces() async throws -> [HBSpace] {
    try store.loadAllSpaces().map { space in
      if let unpacked = try? space.unpacked() { return unpacked }
      return HBSpace(
        id: space.id, name: space.name, createdAt: space.createdAt, updatedAt: space.updatedAt)
    }
  }

  /// Moves a space with its map, anchors and history to the store's trash.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)``.
  @concurrent public func deleteSpace(id: UUID) async throws {
    guard try store.spaceIds().contains(id) else {
      throw HBStorageError.notFound(type: "space", id: id)
    }
    try store.deleteSpace(id: id)
  }
}

// MARK: - Anchors

extension HBStorage {
  /// Saves an anchor: what changed becomes events; nothing where nothing did.
  ///
  /// - Throws: ``HBAnchorError/invalidTransform(count:)``; ``HBStorageError/conflict`` for an
  ///   anchor that belongs to another space.
  @concurrent public func save(_ anchor: HBAnchor) async throws {
    try store.perform(.save([anchor]), spaceId: anchor.spaceId)
  }

  /// Saves several anchors, those of a space as one operation.
  ///
  /// Anchors of one space are saved together or not at all; an invalid one refuses them all
  /// before anything is written.
  @concurrent public func save(_ anchors: [HBAnchor]) async throws {
    for anchor in anchors where !anchor.validate() {
      throw HBAnchorError.invalidTransform(count: anchor.transform.count)
    }
    let spaces = Dictionary(grouping: anchors, by: \.spaceId)
    for (space, anchors) in spaces.sorted(by: { $0.key.uuidString < $1.key.uuidString }) {
      try store.perform(.save(anchors), spaceId: space)
    }
  }

  /// An anchor as it is now, with `deletedAt` where it is deleted; nil where there is none with
  /// that id, or it was purged.
  @concurrent public func loadAnchor(id: UUID) async throws -> HBAnchor? {
    try store.loadAnchor(id: id)
  }

  /// The anchors of a space as they are now, by (creation, id).
  @concurrent public func loadAnchors(
    spaceId: UUID, includeDeleted: Bool = false
  ) async throws -> [HBAnchor] {
    try store.loadAnchors(spaceId: spaceId).filter { includeDeleted || !$0.isDeleted }
  }

  /// Deletes an anchor: it is hidden, and its history stays.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)``; ``HBAnchorError/alreadyDeleted``.
  @concurrent public func deleteAnchor(id: UUID) async throws {
    try store.perform(.delete([id]), spaceId: try space(ofAnchor: id))
  }

  /// Removes the files of anchors that have been deleted since before a date; their history stays.
  @concurrent public func purgeDeletedAnchors(before date: Date) async throws {
    try store.purgeDeletedAnchors(before: date)
  }

  private func space(ofAnchor id: UUID) throws -> UUID {
    guard let space = try store.spaceId(ofAnchor: id) else {
      throw HBStorageError.notFound(type: "anchor", id: id)
    }
    return space
  }
}

// MARK: - History

extension HBStorage {
  /// The history of a space.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)``.
  @concurrent public func timeline(spaceId: UUID) async throws -> HBTimeline {
    try store.snapshot(of: spaceId).timeline
  }

  /// The anchors of a space as they were at a date.
  @concurrent public func anchorsAt(spaceId: UUID, date: Date) async throws -> [HBAnchor] {
    try store.snapshot(of: spaceId).timeline.state(at: date)
  }

  /// What changed in a space from one date to another.
  @concurrent public func diff(spaceId: UUID, from: Date, to: Date) async throws -> HBDiff {
    try store.snapshot(of: spaceId).timeline.diff(from: from, to: to)
  }

  /// The events of an anchor in chronological order.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)``.
  @concurrent public func history(anchorId: UUID) async throws -> [HBAnchorEvent] {
    try store.snapshot(of: space(ofAnchor: anchorId)).timeline.events(for: anchorId)
  }

  /// Brings an anchor back to its state after a version, as a new event.
  ///
  /// - Returns: the anchor as it is then.
  /// - Throws: ``HBStorageError/versionNotFound(anchorId:version:)``;
  ///   ``HBStorageError/reconstructionFailed(anchorId:)``.
  @discardableResult
  @concurrent public func rollback(anchorId: UUID, toVersion version: Int) async throws -> HBAnchor
  {
    let space = try space(ofAnchor: anchorId)
    try store.perform(.rollback(anchorId: anchorId, toVersion: version), spaceId: space)
    let index = try store.snapshot(of: space).timeline.index
    guard let slot = index.slot(of: anchorId),
      let anchor = try index.anchor(after: index.newestOrdinal(ofSlot: slot))
    else { throw HBStorageError.reconstructionFailed(anchorId: anchorId) }
    return anchor
  }

  /// Brings every anchor of a space back to its state at a date, as one operation.
  @discardableResult
  @concurrent public func rollback(spaceId: UUID, to date: Date) async throws -> HBPlan {
    try store.perform(.rollbackSpace(HBInstant(date)), spaceId: spaceId)
  }
}

// MARK: - Plans and undo

extension HBStorage {
  /// What a change would write; nothing is written.
  @concurrent public func plan(_ request: HBPlanRequest, spaceId: UUID) async throws -> HBPlan {
    try store.plan(request, spaceId: spaceId)
  }

  /// Writes a plan as it was shown.
  ///
  /// - Throws: ``HBStorageError/conflict`` when somebody wrote to the space since it was made.
  @discardableResult
  @concurrent public func execute(_ plan: HBPlan) async throws -> HBPlan {
    try store.execute(plan)
  }

  /// Takes the newest operation of a space back, whoever made it.
  ///
  /// - Throws: ``HBStorageError/nothingToUndo``.
  @discardableResult
  @concurrent public func undo(spaceId: UUID) async throws -> HBPlan {
    try store.perform(.undo, spaceId: spaceId)
  }

  /// Brings back the operation that was undone last.
  ///
  /// - Throws: ``HBStorageError/nothingToRedo``.
  @discardableResult
  @concurrent public func redo(spaceId: UUID) async throws -> HBPlan {
    try store.perform(.redo, spaceId: spaceId)
  }
}

// MARK: - The cloud and the store

extension HBStorage {
  /// Whether the store is synced with a cloud.
  public var isCloudEnabled: Bool { config.backend != .localOnly }

  /// How many changes the cloud is still to be told.
  public var pendingOperationCount: Int { store.loadPendingOperations().count }

  /// Syncs with the cloud.
  ///
  /// - Throws: ``HBStorageError/cloudNotConfigured`` without one.
  @concurrent public func sync() async throws {
    guard isCloudEnabled else { throw HBStorageError.cloudNotConfigured }
    throw HBStorageError.syncNotAvailable
  }

  /// Empties the store's folder: spaces, anchors, history, trash.
  public func clearLocalStorage() throws {
    try store.clearAll()
  }

  /// How many bytes the store takes on disk.
  public func localStorageSize() throws -> Int {
    try store.totalSize()
  }

  /// Writes what may be behind the log: the anchor files.
  @concurrent public func flush() async throws {
    try store.flush()
  }
}
