import Dispatch
package import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import Synchronization
import SystemPackage

/// One space of an open store: its log in memory, kept up to date with the file, and its lock.
package final class OpenSpace: Sendable {
  package let spaceId: UUID
  package let context: StoreContext
  package let lock: StoreLock
  private let memory = Mutex<Memory?>(nil)
  /// The shifts that were found in its log.
  let shifts = ShiftCache()
  /// Its log, if this process took it away while somebody listened to it.
  let departures = LogDepartures()
  /// Where its log lies unless its folder's name is in lower case; kept because joining paths costs
  /// more than looking at a file.
  let usualLog: FilePath
  /// The space's name, which holds as long as its file is the one that it was read from.
  private let named = Mutex<(status: FileStatus, name: String?)?>(nil)
  /// Writes to the log; used only under the space's lock.
  private let appender: LogAppender
  /// Runs the writers of the space one after the other, on a thread that may wait for them.
  package let writers = DispatchQueue(label: "hyperbasis.space")
  /// The changes that are waiting for the space.
  package let commits = CommitQueue()

  /// A reference type, so that the log is changed in place: a copy of the index, however short-lived,
  /// would make its next append copy what the two share.
  private final class Memory {
    var log: LoadedLog
    /// A digest of the anchor files with which it was loaded.
    let anchorDigest: UInt64
    /// The number of the first change of an anchor file that it has not taken in.
    var changesSeen: Int
    /// Whether it has been seen to that the store remembers how far the log reaches.
    var isReachNoted = false

    init(_ loaded: (log: LoadedLog, anchorDigest: UInt64, changesSeen: Int)) {
      (log, anchorDigest, changesSeen) = loaded
    }
  }

  init(spaceId: UUID, context: StoreContext) {
    self.spaceId = spaceId
    self.context = context
    usualLog = context.layout.usualLog(of: spaceId)
    appender = LogAppender(spaceId: spaceId, context: context)
    lock = StoreLock(
      context.layout.lock(of: spaceId), in: context, for: spaceId,
      refusal: .locked(spaceId: spaceId))
  }

  /// Calls `body` with the log as it is on disk now.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)`` if the log was there and is gone.
  package func withLog<Result>(_ body: (inout LoadedLog) throws -> Result) throws -> Result {
    try withLog(listing: nil, body)
  }

  /// Calls `body` like ``withLog(_:)``, with what other programs have since written into anchor files:
  /// for showing it. A change of an anchor looks at its file under the lock.
  package func withCurrentLog<Result>(
    _ body: (inout LoadedLog) throws -> Result
  ) throws -> Result {
    try withLog(listing: nil, takesChangedFiles: true, body)
  }

  /// Calls `body` like ``withCurrentLog(_:)``, for only looking: a log that is gone counts as one that
  /// was never there.
  ///
  /// What is in memory of it stays meanwhile: the next writer must get the error that it is gone.
  package func withPresentLog<Result>(
    _ body: (inout LoadedLog) throws -> Result
  ) throws -> Result {
    try withLog(listing: nil, takesChangedFiles: true, looksAnew: true, body)
  }

  /// Calls `body` like ``withLog(_:)``, with a look at the anchor files that may serve several spaces.
  ///
  /// - Parameter looksAnew: whether a log that is gone counts as one that was never there.
  func withLog<Result>(
    listing: AnchorListing?, takesChangedFiles: Bool = false, looksAnew: Bool = false,
    _ body: (inout LoadedLog) throws -> Result
  ) throws -> Result {
    try memory.withLock { memory in
      let current: Memory
      let isKept: Bool
      do {
        let place = try logPlace()
        isKept = !looksAnew || place.status != nil || memory?.log.identity == nil
        let refreshed = try refreshed(isKept ? memory : nil, place, listing)
        current = takesChangedFiles ? try takingChangedFiles(into: refreshed, place) : refreshed
        current.log.place = place
        if current.log.isWorthRemembering, !current.isReachNoted {
          current.isReachNoted = true
          noteReachIfFree(current.log)
        }
      } catch {
        memory = nil
        throw noticed(error)
      }
      if isKept { memory = current }
      defer { if isKept, current.log.mustReload { memory = nil } }
      do {
        return try body(&current.log)
      } catch {
        if error is LogError { current.log.noteOverwritten() }
        throw noticed(error)
      }
    }
  }

  /// Calls `body`, which changes the space, while holding its lock. As long as another process holds
  /// it, this one reads what is appended, which need not be done under the lock.
  func withLock<Result>(_ body: () throws -> Result) throws -> Result {
    try lock.withLock(whileWaiting: catchUp, body)
  }

  private func catchUp() {
    guard memory.withLock({ $0 != nil }) else { return }
    // Under the lock the log is looked at again, which fails where this did.
    do { try withLog { _ in } } catch {}
  }

  /// Whether the log held events of an anchor at the last look; they do not go away.
  func hasHeld(_ anchor: UUID) -> Bool {
    memory.withLock { $0.map { $0.log.index.slot(of: anchor) != nil } ?? false }
  }

  /// Whether there may be anchors that are known only from their files, as of the last look: one more
  /// before each change would cost as much as knowing this saves.
  func hasUnversionedAnchors() throws -> Bool {
    try memory.withLock { $0?.log.hasUnversionedAnchors }
      ?? withCurrentLog { $0.hasUnversionedAnchors }
  }

  /// Removes and returns the anchors whose files must be written, as of the last look at the log; as
  /// of now if there was no log then, so that the file that it is in becomes known.
  func takeStale() throws -> Set<UUID> {
    let stale = memory.withLock { memory in
      memory?.log.identity == nil ? nil : memory?.log.takeStale()
    }
    return try stale ?? withLog { $0.takeStale() }
  }

  /// Returns the name in the space's file; the outer optional is nil if no file can be read.
  func name() throws -> String?? {
    let kind = context.layout.spaces
    let found = try context.skipped.reading(kind.directory) {
      try kind.find(spaceId, context.files)
    }
    guard let found, let status = found.status else { return nil }
    if let known = named.withLock({ $0 }), known.status == status { return .some(known.name) }
    // With its world map the file may be large: it must not be read at every look.
    // A file that cannot be read gives no name.
    guard let file = try context.spaces.readIfSound(found.path, id: spaceId) else { return nil }
    named.withLock { $0 = (status, file.name) }
    return .some(file.name)
  }

  /// Returns where the log lies now.
  package func logPlace() throws(FileError) -> LogPlace {
    if let status = try context.files.status(at: usualLog) {
      return LogPlace(path: usualLog, status: status)
    }
    let (path, status) = try context.log(of: spaceId)
    return LogPlace(path: path, status: status)
  }

  /// Reads all of the log, whatever its index says about it: for checking it.
  func readAgain() throws {
    let place = try logPlace()
    let loaded = try load(place.path, place.status, readingAll: true)
    memory.withLock { $0 = Memory(loaded) }
  }

  /// Whether its log is in memory.
  var isLoaded: Bool { memory.withLock { $0 != nil } }

  /// Drops what is in memory if it was loaded with other anchor files.
  func forget(unlessLoadedWith anchorDigest: UInt64) {
    memory.withLock { memory in
      if memory?.anchorDigest != anchorDigest { memory = nil }
    }
  }

  /// Releases memory and open files unless they are in use; the next use gets them again.
  func rest() {
    // What is not on the disk yet is known only here.
    guard !appender.hasUnsynchronized else { return }
    // The holder may be the caller that is just opening another space.
    guard memory.withLockIfAvailable({ $0 = nil }) != nil else { return }
    appender.closeIfUnused()
    lock.closeIfUnused()
  }

  /// Drops what is in memory; the next use reads the log again.
  func forget() {
    dropMemory()
    appender.close()
  }

  func dropMemory() { memory.withLock { $0 = nil } }
}

// MARK: - Keeping up with the file

extension OpenSpace {
  private func refreshed(
    _ memory: Memory?, _ place: LogPlace, _ listing: AnchorListing?
  ) throws -> Memory {
    let path = place.path
    var status = place.status
    var size = status?.size ?? 0
    // What is not on the disk yet may still be taken back.
    if let appended = appender.unsynchronized {
      size = min(size, appended.range.lowerBound)
      if appended.isNew { status = nil }
    }
    guard let memory else { return Memory(try load(path, status, listing)) }
    guard let status else {
      guard memory.log.identity == nil else {
        // So that the next attempt fails, too, though nothing is in memory then.
        context.seenSpaces.note([spaceId])
        throw HBStorageError.notFound(type: "space", id: spaceId)
      }
      return memory
    }
    guard let identity = memory.log.identity, identity.isSameFile(as: status),
      size >= memory.log.size, try memory.log.isContinued(upTo: size)
    else { return Memory(try load(path, status, listing)) }
    guard size > memory.log.size else { return memory }
    try memory.log.extend(to: size)
    return memory.log.isOvertaken ? Memory(try load(path, status, listing)) : memory
  }

  private func load(
    _ path: FilePath, _ status: FileStatus?, _ listing: AnchorListing? = nil,
    readingAll isRead: Bool = false
  ) throws -> (log: LoadedLog, anchorDigest: UInt64, changesSeen: Int) {
    var log = LoadedLog(spaceId: spaceId)
    // Taken before the look: what is found changed meanwhile is looked at once more.
    let changesSeen = context.anchors.changesEnd
    if status != nil {
      context.seenSpaces.note([spaceId])
      log = try LoadedLog(
        source: LogBytes(path, context.files), index: context.index(of: spaceId), isRead: isRead,
        digestKey: context.anchors.digestKey)
    }
    let listing =
      try listing ?? SurveyedLoading.listing ?? context.anchors.look(keeping: spaceId)
    let files = listing.shares[spaceId]?.files ?? []
    let haveSettled = isRead ? files.map { _ in false } : log.haveSettled(files)
    let anchors = try zip(files, haveSettled).compactMap { file, hasSettled -> HBAnchor? in
      if hasSettled { return nil }
      let anchor = try listing.fresh[file.id] ?? context.anchors.loadToCompare(file.id)
      return anchor?.spaceId == spaceId ? anchor : nil
    }
    // In the same order on every machine, since the events that files imply depend on it.
    var created: [UUID: Set<UUID>] = [:]
    try log.takeAll(
      anchors.sorted { UUIDBits($0.id) < UUIDBits($1.id) },
      files: files, unreadable: listing.unreadable
    ) { id in
      try anchorThatMovedAway(id, &created)
    }
    if let note = unfiledDeletions.load() { log.takeUnfiled(note.anchors(in: log.index), files) }
    if let home = log.home {
      context.skipped.add(path, "it is the log of space \(home.uuidString)")
    }
    context.anchors.noteCompared(anchors.lazy.map(\.id))
    context.anchors.note(log.takeAgreements())
    if !isRead { context.anchors.saveIfWorth() }
    return (log, listing.shares[spaceId]?.digest ?? 0, changesSeen)
  }

  /// Returns an anchor that the original SDK saved again under another space; nil if its file does
  /// not name one, or the log there creates it: an id that two spaces share is an anchor in each.
  ///
  /// - Parameter created: the anchors that the logs of other spaces create, so that each log is read
  ///   only once.
  private func anchorThatMovedAway(
    _ id: UUID, _ created: inout [UUID: Set<UUID>]
  ) throws -> HBAnchor? {
    // All files have just been looked at.
    guard let owner = context.anchors.knownOwner(of: id), owner != spaceId else { return nil }
    // A log that cannot be read may create the anchor, for all that is known.
    guard let there = try created[owner] ?? context.createdAnchors(in: owner) else { return nil }
    created[owner] = there
    return there.contains(id) ? nil : try context.anchors.load(id)
  }
}

// MARK: - Files that others changed

extension OpenSpace {
  private func takingChangedFiles(into memory: Memory, _ place: LogPlace) throws -> Memory {
    try context.anchors.lookIfChanged()
    let (changed, end) = context.anchors.changes(since: memory.changesSeen)
    guard let changed else { return try refreshed(nil, place, nil) }
    guard !changed.isEmpty else { return memory }
    for id in changed { try takeFile(of: id, into: &memory.log) }
    memory.changesSeen = end
    return memory.log.mustReload ? try refreshed(nil, place, nil) : memory
  }
}

// MARK: - Appending

extension OpenSpace {
  /// Calls `body`, which may append to the log, and returns when what it appended is as durable as
  /// the store promises. Under the space's lock.
  ///
  /// The log can be read meanwhile; until it is flushed, readers see what was there before.
  package func withLogForAppending<Result>(_ body: (inout LoadedLog) throws -> Result) throws
    -> Result
  {
    defer { appender.forgetUnsynchronized() }
    let result = try withLog(body)
    do {
      try appender.synchronize()
    } catch {
      forget()
      throw error
    }
    return result
  }

  /// Appends lines to the log, in a call of ``withLogForAppending(_:)``.
  package func append(_ lines: [UInt8], to log: inout LoadedLog) throws {
    try requireOwn(log)
    // As it was found under the lock.
    let place = try log.place ?? logPlace()
    let range = try appender.append(lines, to: place, isNew: log.identity == nil)
    log.noteAppended(lines, range)
  }

  /// Refuses to write into the log of another space, where nobody would look for what was written.
  func requireOwn(_ log: borrowing LoadedLog) throws {
    guard let home = log.home else { return }
    throw FileError(.openForWriting, try logPlace().path, .logOfSpace(home))
  }

  /// Appends what `produce` hands out without reading it back: for more lines than fit into memory.
  /// Under the space's lock, outside of ``withLogForAppending(_:)``.
  ///
  /// - Parameter isNew: whether there may be no log yet.
  func appendUnread<Result>(
    isNew: Bool, _ produce: (_ append: ([UInt8]) throws -> Void) throws -> Result
  ) throws -> Result {
    forget()
    defer { forget() }
    return try appender.appendUnread(to: logPlace(), isNew: isNew, produce)
  }
}
