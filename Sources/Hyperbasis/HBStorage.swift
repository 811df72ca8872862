public import Foundation
import HyperbasisDiagnostics
import HyperbasisStore
import HyperbasisSync

/// The store: spaces, anchors, and everything that ever happened to them.
///
/// Every change is recorded as immutable events in the space's log, with one append per operation. A
/// storage may be used from several tasks, and a store by several processes at once.
///
/// What is asynchronous works off the caller's actor. What is not looks at the files at once, where it is
/// called: ``localStorageSize()``, ``pendingOperationCount``, ``events(spaceId:)``, and
/// ``clearLocalStorage()``, which may wait for other processes up to five seconds.
public final class HBStorage: Sendable {
  /// The configuration that the storage was opened with; it never changes.
  public let config: HBStorageConfig
  let store: HBLocalStore
  /// Nil without a cloud.
  let syncing: SyncCoordinator?
  /// Nil if the cloud cannot be inspected.
  let inspector: (any CloudInspector)?
  /// Nil if the cloud answers no questions.
  let questions: (any CloudQuestions)?

  /// Opens a store. Nothing is read or created yet, except that an SDK-compatible store
  /// (``HBStorageConfig/sdkCompatible``) gets its `worldmaps` at once.
  public convenience init(config: HBStorageConfig = .default) {
    self.init(
      config: config,
      localStore: HBLocalStore(
        baseDirectory: config.directory
          ?? StoreDirectory.standard(ProcessInfo.processInfo.environment),
        durability: config.durability, actor: config.actor,
        isSDKCompatible: config.sdkCompatible))
    guard config.sdkCompatible else { return }
    // If this fails, so does the first save, which throws the error.
    DiagnosticLog.store.attempt("give every space its .bin") { try store.spaces.completeMaps() }
  }

  /// - Parameter cloud: nil for the one that the configuration names.
  package convenience init(
    config: HBStorageConfig, localStore: HBLocalStore, cloud: (any CloudService)? = nil
  ) {
    self.init(config: config, localStore: localStore, cloud: cloud, pace: SyncPace())
  }

  init(
    config: HBStorageConfig, localStore: HBLocalStore, cloud: (any CloudService)?, pace: SyncPace
  ) {
    self.config = config
    store = localStore
    let cloud = cloud ?? config.makeCloud()
    syncing = cloud.map {
      SyncCoordinator(
        store: localStore, cloud: $0, pace: pace, mostNewSpaces: config.mostNewSpaces)
    }
    inspector = cloud as? any CloudInspector
    questions = cloud as? any CloudQuestions
  }

}

// MARK: - Spaces

extension HBStorage {
  /// Saves a space with its world map; both replace what was stored.
  ///
  /// The name and the map have no history. To keep the map, load the space, change it and save it.
  ///
  /// - Throws: ``HBStorageError/encodingFailed(underlying:)`` for dates outside of the years 0 to 9999;
  ///   ``HBStorageError/locked(spaceId:)``; ``HBStorageError/compressionFailed``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func save(_ space: HBSpace) async throws {
    try await changing(space.id) { storage in
      try storage.store.saveSpace(
        HBStorageSpace(space, compression: storage.config.compression))
      storage.noteChange([.saveSpace(space.id)])
    }
  }

  /// Returns a space with its world map, or nil if no file has that id. With a cloud, a space that is
  /// missing here is fetched from there.
  ///
  /// The result is also nil if anchors were saved in a space that was never saved itself;
  /// ``loadAllSpaces()`` omits such a space too. ``timeline(spaceId:)`` and
  /// ``loadAnchors(spaceId:includeDeleted:)`` return what is known of it.
  ///
  /// - Throws: ``HBStorageError/fileSystemError(underlying:)``;
  ///   ``HBStorageError/decodingFailed(underlying:)`` and
  ///   ``HBStorageError/decompressionFailed(underlying:)`` for a damaged file or world map;
  ///   ``HBStorageError/networkError(_:)`` and others if the space has to come from the cloud.
  @concurrent public func loadSpace(id: UUID) async throws -> HBSpace? {
    try await fetchMissingSpace(id)
    return try store.loadSpace(id: id)?.unpacked()
  }

  /// Returns all spaces that have a file, oldest first. A space whose file or world map is damaged is
  /// skipped but kept; ``verify(spaceId:)`` names it. For a list to choose from, ``listSpaces()`` costs far
  /// less.
  ///
  /// - Throws: ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func loadAllSpaces() async throws -> [HBSpace] {
    // A damaged map must not hide other spaces; loading that space reports the damage.
    try store.loadAllSpaces().compactMap { try? $0.unpacked() }
  }

  /// Moves a space with its map, anchors and history to the store's trash, from which
  /// ``restoreSpace(_:)`` brings it back.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)``; ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func deleteSpace(id: UUID) async throws {
    try await changing(id) { storage in
      guard try storage.store.catalog.ids().contains(id) else {
        throw HBStorageError.notFound(type: "space", id: id)
      }
      guard storage.isCloudEnabled else { return try storage.store.deleteSpace(id: id) }
      try PendingChanges(storage.store).deleteSpace(id)
      storage.noteChange([.deleteSpace(id)])
    }
  }
}

// MARK: - The store

extension HBStorage {
  /// Empties the store's folder: spaces, anchors, history, trash, and whatever else lies in it, so give a
  /// store a folder of its own. A running sync is ended first; its callers get a `CancellationError`.
  ///
  /// - Throws: ``HBStorageError/locked(spaceId:)`` or ``HBStorageError/syncUnderWay`` if another
  ///   process changes or syncs the store and does not finish in time; everything is still there then.
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  public func clearLocalStorage() throws {
    guard let syncing else { return try store.clearAll() }
    try syncing.clearStore()
  }

  /// Returns the size of the store on disk, in bytes.
  ///
  /// - Throws: ``HBStorageError/fileSystemError(underlying:)``.
  public func localStorageSize() throws -> Int {
    try store.totalSize()
  }

  /// Writes the anchor files that lag behind what this storage wrote to the log, for programs that read
  /// them.
  ///
  /// Files that a process left unwritten because it was interrupted are written with the next change of
  /// their anchors, or by ``repair(spaceId:)``; until then the log has everything.
  ///
  /// - Throws: ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func flush() async throws {
    try await changingStore { try $0.store.flush() }
  }

  /// Checks every file of the store, or of one space, and writes nothing.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)`` for a space that is not there;
  ///   ``HBStorageError/fileSystemError(underlying:)`` if the store's folder cannot be read. Damage is
  ///   listed in the report; it throws nothing.
  @concurrent public func verify(spaceId: UUID? = nil) async throws -> HBVerifyReport {
    try store.verifier.verify(spaceId: spaceId)
  }

  /// Repairs what can be repaired; damaged bytes are moved to `.hyperbasis/quarantine`, never deleted.
  ///
  /// Anchor files that are missing or behind the log are written as well. They are not a problem, since
  /// the log has all of their content, and are not part of the report.
  ///
  /// - Returns: what was found, and what was done about it.
  /// - Throws: ``HBStorageError/notFound(type:id:)``; ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @discardableResult
  @concurrent public func repair(spaceId: UUID? = nil) async throws -> HBVerifyReport {
    try await changingStore { try $0.store.verifier.repair(spaceId: spaceId) }
  }
}
