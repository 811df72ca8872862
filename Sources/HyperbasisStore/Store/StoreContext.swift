package import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels
package import SystemPackage

/// What all parts of a store share.
package struct StoreContext: Sendable {
  package let layout: StoreLayout
  package let files: any FileSystem
  let durability: HBDurability
  package let actor: String?
  /// In seconds.
  package let lockPatience: TimeInterval
  package let clock: @Sendable () -> HBInstant
  package let makeUUID: @Sendable () -> UUID
  package let spaces: SpaceFiles
  package let anchors: AnchorCatalog
  let indexPolicy: IndexPolicy
  let spaceMemory: SpaceMemory
  /// The files that could not be read.
  package let skipped = SkippedFiles()
  package let flushes = FlushPace()
  /// The spaces that were there at earlier looks.
  let seenSpaces = SeenSpaces()

  init(
    layout: StoreLayout, files: any FileSystem, durability: HBDurability, actor: String?,
    isSDKCompatible: Bool, lockPatience: TimeInterval, indexPolicy: IndexPolicy = .standard,
    clock: @escaping @Sendable () -> HBInstant, makeUUID: @escaping @Sendable () -> UUID
  ) {
    self.layout = layout
    self.files = files
    self.durability = durability
    self.actor = actor
    self.lockPatience = lockPatience
    self.indexPolicy = indexPolicy
    spaceMemory = SpaceMemory(layout: layout, files: files, policy: indexPolicy)
    self.clock = clock
    self.makeUUID = makeUUID
    spaces = SpaceFiles(
      layout: layout, files: files, isSDKCompatible: isSDKCompatible, skipped: skipped)
    anchors = AnchorCatalog(
      layout: layout, files: files, skipped: skipped, policy: indexPolicy)
  }

  /// Returns where the log of a space lies, and its status; the status is nil if there is none.
  package func log(of space: UUID) throws(FileError) -> (path: FilePath, status: FileStatus?) {
    let folder = try layout.logs.find(space, files)
    let path = folder.path.appending(StoreLayout.logName)
    return (path, folder.status == nil ? nil : try files.status(at: path))
  }

  /// Creates a directory below `.hyperbasis` for files that survive a power cut.
  func createOwnDirectory(_ path: FilePath) throws(FileError) {
    try files.createDirectories(path, isFlushed: true)
    // The process that took the first lock created `.hyperbasis`, and did not wait for the disk.
    try files.synchronizeDirectory(layout.base)
    if path != layout.own { try files.synchronizeDirectory(layout.own) }
  }

  /// Returns the index of a space's log on disk.
  func index(of space: UUID) -> SpaceIndexFile {
    SpaceIndexFile(spaceId: space, layout: layout, files: files, policy: indexPolicy)
  }

  /// Returns whether a space has a file of its own, as one has that somebody saved.
  func holdsFile(ofSpace id: UUID) throws(FileError) -> Bool {
    try layout.spaces.find(id, files).status != nil
  }

  /// Opens the log of a space for reading; nil if there is none.
  package func openLog(of space: UUID) throws(FileError) -> LogBytes? {
    let (path, status) = try log(of: space)
    return status == nil ? nil : try LogBytes(path, files)
  }

  /// Returns the anchors that a space's log creates; nil if it cannot be read. Reads the log.
  func createdAnchors(in space: UUID) throws -> Set<UUID>? {
    try skipped.reading(log(of: space).path) {
      let index = try index(ofLog: space)
      let ordinals = (0..<index.count).lazy.filter { index.type($0) == .created }
      return Set(ordinals.map { index.anchorId(ofSlot: index.slot($0)) })
    }
  }

  /// Returns what a log says, from its index on disk if that can be used; empty if there is no log.
  func index(ofLog space: UUID) throws -> EventIndex {
    guard let source = try openLog(of: space) else { return EventIndex(spaceId: space) }
    let status = try files.status(of: source.file)
    if var known = index(of: space).load(source, status) {
      try known.append(from: source, through: status.size)
      return known.index
    }
    try AddressSpace.require(toRead: status.size, of: source.file.path)
    return try LogReader.load(spaceId: space, source: source).index
  }

  /// Returns the statuses of the logs that are there, by space; those that cannot be inspected are
  /// left out.
  func logStatuses() throws -> [UUID: FileStatus] {
    try layout.logs.paths(files, skipped).reduce(into: [:]) { result, entry in
      let path = entry.value.appending(StoreLayout.logName)
      if let status = try skipped.reading(path, { try files.status(at: path) }) ?? nil {
        result[entry.key] = status
      }
    }
  }

  /// Returns the statuses of the files of one kind, by id.
  func statuses(of kind: NamedFileKind) throws -> [UUID: FileStatus] {
    let named = try skipped.reading(kind.directory) { try NamedStatuses(kind, files) }
    return Dictionary(
      (named?.files ?? []).map { ($0.id, $0.status) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the spaces that have a log, except one, in the order of their ids.
  func spacesWithLog(besides known: UUID? = nil) throws -> [UUID] {
    var result: [UUID] = []
    for (id, folder) in try layout.logs.paths(files, skipped) where id != known {
      let path = folder.appending(StoreLayout.logName)
      // One that cannot be inspected counts as there: reading it reports what is wrong.
      if try skipped.reading(path, { try files.status(at: path) != nil }) ?? true {
        result.append(id)
      }
    }
    return result.sorted { UUIDBits($0) < UUIDBits($1) }
  }
}
