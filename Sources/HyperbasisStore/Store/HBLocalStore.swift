package import Foundation
package import HyperbasisHistory
package import HyperbasisModels
import SystemPackage

/// The files of a store on this machine. Synchronous and safe to use from several threads;
/// several processes may use one store at once.
///
/// It only forwards to its parts, whose documentation says what each operation does. For more of a
/// part, use the part itself.
package struct HBLocalStore: Sendable {
  package let open: OpenSpaces

  /// Opens a store; nothing is read or created yet.
  ///
  /// - Parameters:
  ///   - baseDirectory: the folder of the store.
  ///   - durability: what an acknowledged save survives.
  ///   - actor: who acts; written into every event.
  ///   - isSDKCompatible: whether SDK 1.1.0 must be able to read all spaces.
  ///   - files: the file system to use; nil for the machine's, which follows no symbolic link
  ///     below the folder.
  ///   - lockPatience: how many seconds to wait for another holder of a space's lock.
  ///   - indexPolicy: when what was read from a log is kept on disk.
  package init(
    baseDirectory: URL, durability: HBDurability = .os, actor: String? = nil,
    isSDKCompatible: Bool = false, files: (any FileSystem)? = nil,
    // A refusal that must show within five seconds takes a moment to show.
    lockPatience: TimeInterval = 4.8, indexPolicy: IndexPolicy = .standard,
    clock: @escaping @Sendable () -> HBInstant = { HBInstant(Date()) },
    makeUUID: @escaping @Sendable () -> UUID = { UUID.random() }
  ) {
    let layout = StoreLayout(baseDirectory)
    let files = files ?? Self.files(of: baseDirectory, at: layout.base)
    open = OpenSpaces(
      context: StoreContext(
        layout: layout, files: files, durability: durability, actor: actor,
        isSDKCompatible: isSDKCompatible, lockPatience: lockPatience,
        indexPolicy: indexPolicy, clock: clock, makeUUID: makeUUID))
  }
}

extension HBLocalStore {
  private static func files(of directory: URL, at base: FilePath) -> any FileSystem {
    if let url = ForeignURL(directory) {
      NoFileSystem(url: url)
    } else {
      LiveFileSystem(root: base)
    }
  }
}

// MARK: - Parts

extension HBLocalStore {
  package var context: StoreContext { open.context }
  package var catalog: SpaceCatalog { SpaceCatalog(open: open) }
  package var spaces: SpaceRepository { SpaceRepository(open: open) }
  package var anchors: AnchorRepository { AnchorRepository(open: open) }
  package var events: EventRepository { EventRepository(open: open) }
  package var snapshots: SnapshotReader { SnapshotReader(open: open) }
  package var plans: PlanExecutor { PlanExecutor(open: open) }
  package var commits: GroupCommit { GroupCommit(open: open) }
  package var imports: ImportAppender { ImportAppender(open: open) }
  package var importRecords: ImportRecordFile { ImportRecordFile(context: context) }
  package var trash: SpaceTrash { SpaceTrash(open: open) }
  package var pendingOperations: PendingOperationsFile { PendingOperationsFile(context: context) }
  package var bookmarks: BookmarkFile { BookmarkFile(context: context) }
  package var verifier: StoreVerifier { StoreVerifier(open: open) }
  package var maintenance: StoreMaintenance { StoreMaintenance(open: open) }
}

// MARK: - Spaces

extension HBLocalStore {
  package func saveSpace(_ space: HBStorageSpace) throws { try spaces.save(space) }

  package func loadSpace(id: UUID) throws -> HBStorageSpace? { try spaces.load(id) }

  package func loadAllSpaces() throws -> [HBStorageSpace] { try spaces.loadAll() }

  package func loadSpacesModifiedSince(_ date: Date) throws -> [HBStorageSpace] {
    try spaces.load(modifiedSince: date)
  }

  package func deleteSpace(id: UUID) throws { try trash.deleteSpace(id) }

  package func snapshot(of spaceId: UUID) throws -> LogSnapshot {
    try snapshots.snapshot(of: spaceId)
  }

  /// Returns the problem that a space's log was there and is gone; nil if it is there, never was, or is
  /// accepted as gone.
  ///
  /// - Throws: if the log cannot be read, so that there is no way to know.
  package func problemOfGoneLog(of spaceId: UUID) throws -> HBStoreProblem? {
    try ReachChecker(context: context, only: spaceId).losses().first { $0.size == nil }?.problem()
  }
}

// MARK: - Anchors and events

extension HBLocalStore {
  package func saveAnchor(_ anchor: HBAnchor) throws { try anchors.save(anchor) }

  package func loadAnchor(id: UUID) throws -> HBAnchor? { try anchors.load(id) }

  package func loadAnchors(spaceId: UUID) throws -> [HBAnchor] { try anchors.load(of: spaceId) }

  package func loadAnchorsModifiedSince(_ date: Date) throws -> [HBAnchor] {
    try anchors.load(modifiedSince: date)
  }

  @discardableResult
  package func purgeDeletedAnchors(before date: Date) throws -> [HBAnchor] {
    try anchors.purge(deletedBefore: date)
  }

  package func appendEvent(_ event: HBAnchorEvent) throws { try events.append(event) }

  package func loadEvents(spaceId: UUID) throws -> [HBAnchorEvent] {
    try events.load(of: spaceId)
  }

  package func loadEvents(anchorId: UUID, spaceId: UUID) throws -> [HBAnchorEvent] {
    try events.load(of: spaceId, anchorId: anchorId)
  }

  package func currentVersion(anchorId: UUID, spaceId: UUID) throws -> Int {
    try events.currentVersion(of: anchorId, spaceId: spaceId)
  }

  package func deleteEvents(spaceId: UUID) throws { try trash.deleteLog(of: spaceId) }

  @discardableResult
  package func perform(_ request: HBPlanRequest, spaceId: UUID) throws -> HBPlan {
    try plans.perform(request, spaceId: spaceId)
  }
}

// MARK: - The whole store

extension HBLocalStore {
  /// The folder of the store.
  package var baseDirectory: URL { URL(fileURLWithPath: context.layout.base.string) }
  /// Where the program keeps its own files, such as bookmarks; it may not exist.
  package var ownDirectory: URL { URL(fileURLWithPath: context.layout.own.string) }

  package func loadPendingOperations() -> [HBPendingOperation] { pendingOperations.load() }

  package func savePendingOperations(_ operations: [HBPendingOperation]) throws {
    try pendingOperations.save(operations)
  }

  package func clearAll() throws { try maintenance.clear() }

  package func totalSize() throws -> Int { try maintenance.size() }

  /// Writes the anchor files that are behind the log.
  package func flush() throws { try reachingFiles { try open.anchorFiles.flush() } }
}
