import Dispatch
package import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import Synchronization
import SystemPackage

/// The anchor files as they were at one look at all of them.
struct AnchorListing: Sendable {
  /// An anchor's file that names some space.
  struct File: Sendable {
    let id: UUID
    let agreement: UInt64
  }

  /// What a space has of them.
  struct Share: Sendable {
    var files: [File] = []
    /// Bytes of the files.
    var bytes = 0
    /// Differs where any of the files does.
    var digest: UInt64 = 0
    /// When the newest was changed, in nanoseconds since 1970.
    var newest = Int64.min
  }

  /// By the space that they name.
  fileprivate(set) var shares: [UUID: Share] = [:]
  /// Those that had to be read for it, as far as they were kept.
  fileprivate(set) var fresh: [UUID: HBAnchor] = [:]
  /// The anchors whose files cannot even be read.
  fileprivate(set) var unreadable: Set<UUID> = []

  /// The same without what files hold, which may have changed since.
  var withoutContents: AnchorListing {
    var copy = self
    copy.fresh = [:]
    return copy
  }

  /// Files that were read for a look are kept up to so many; others are read again when wanted.
  fileprivate static let mostKept = 20_000
}

extension AnchorCatalog {
  /// Looks at every file, and reads those that are new or changed.
  ///
  /// - Parameter wanted: a space whose anchors are kept where they are read, however many.
  func look(keeping wanted: UUID? = nil) throws -> AnchorListing {
    guard let shared = SharedLook.current else { return try lookAtAll(keeping: wanted) }
    return try shared.listing(of: layout.anchors.directory) { try lookAtAll(keeping: wanted) }
  }

  /// - Parameter most: so many changed files are read; the rest counts as it was, and is read with
  ///   the next looks.
  func lookAtAll(
    keeping wanted: UUID?, readingAtMost most: Int = .max
  ) throws -> AnchorListing {
    loadIndex()
    let directory = layout.anchors.directory
    let stamp = directoryStamp()
    guard let named = try skipped.reading(directory, { try NamedStatuses(layout.anchors, files) })
    else { return AnchorListing() }
    for misfit in named.misfits { skipped.add(misfit.path, misfit.reason) }
    let known = memory.withLock { $0.entries }
    var listing = AnchorListing()
    var seen = 0
    var changed: [NamedStatuses.Named] = []
    let entries = named.files.concurrentMap { known[$0.id] }
    for (file, entry) in zip(named.files, entries) {
      if let entry {
        seen += 1
        if entry.stamp == FileStamp(file.status), entry.unusualPath == file.unusualPath {
          listing.add(file.id, entry, file.status)
          continue
        }
      }
      changed.append(file)
    }
    try readChanged(Array(changed.prefix(most)), &listing, keeping: wanted)
    memory.withLock { $0.lookedAt = changed.count > most ? FileStamp.none : stamp }
    guard seen < known.count || !named.misfits.isEmpty else { return listing }
    let present = Set(named.files.map(\.id))
    forgetMissing(present, named.misfits, known)
    listing.unreadable.formUnion(named.misfits.map(\.id).filter { !present.contains($0) })
    return listing
  }

  private func readChanged(
    _ changed: [NamedStatuses.Named], _ listing: inout AnchorListing, keeping wanted: UUID?
  ) throws {
    var start = 0
    while start < changed.count {
      let part = Array(changed[start..<min(changed.count, start + Self.readAtOnce)])
      start += part.count
      for (file, anchor) in zip(part, try readTogether(part)) {
        guard let entry = memory.withLock({ $0.entries[file.id] }) else { continue }
        listing.add(file.id, entry, file.status)
        if entry.stamp == nil { listing.unreadable.insert(file.id) }
        guard let anchor else { continue }
        // Of another space that is open nobody compares it now.
        if anchor.spaceId != wanted {
          noteUncompared(file.id)
        } else {
          memory.withLock { $0.noteChange(file.id) }
        }
        if anchor.spaceId == wanted || listing.fresh.count < AnchorListing.mostKept {
          listing.fresh[file.id] = anchor
        }
      }
    }
  }

  private static let readAtOnce = 8192
  private static let readByOne = 128

  /// Reads files on all cores: opening and decoding one takes longer than its bytes.
  private func readTogether(_ part: [NamedStatuses.Named]) throws -> [HBAnchor?] {
    let results = Mutex<(anchors: [Int: HBAnchor], failure: (any Error)?)>(([:], nil))
    let blocks = (part.count + Self.readByOne - 1) / Self.readByOne
    DispatchQueue.concurrentPerform(iterations: blocks) { block in
      let range = block * Self.readByOne..<min(part.count, (block + 1) * Self.readByOne)
      do {
        var read: [(Int, HBAnchor)] = []
        for number in range {
          let file = part[number]
          let path = file.unusualPath ?? layout.anchors.usualPath(of: file.id)
          if let anchor = try self.read(file.id, path, file.status) {
            read.append((number, anchor))
          }
        }
        results.withLock { for (number, anchor) in read { $0.anchors[number] = anchor } }
      } catch {
        results.withLock { $0.failure = error }
      }
    }
    return try results.withLock { results in
      if let failure = results.failure { throw failure }
      return part.indices.map { results.anchors[$0] }
    }
  }

  private func forgetMissing(
    _ present: Set<UUID>, _ misfits: [NamedFiles.Misfit], _ known: [UUID: Entry]
  ) {
    memory.withLock { memory in
      for id in known.keys where !present.contains(id) {
        memory.set(id, nil)
        memory.noteChange(id)
      }
      for misfit in misfits where !present.contains(misfit.id) {
        memory.entries[misfit.id] = Entry(unusualPath: misfit.path)
      }
    }
  }

  /// By which the directory is known as it is now; ``FileStamp/none`` where it may change again
  /// without getting another one.
  private func directoryStamp() -> FileStamp {
    let now = Int64(Date().timeIntervalSince1970 * 1e9)
    // Whoever reads the files reports what is wrong with it.
    let status = (try? files.status(at: layout.anchors.directory)) ?? nil
    let stamp = FileStamp(status)
    return stamp.mayStillChange(at: now) ? .none : stamp
  }

  /// The ids of all spaces that anchor files name.
  func spaceIds() throws -> Set<UUID> { Set(try look().shares.keys) }

  /// The anchors whose files name a space.
  package func anchorIds(of space: UUID) throws -> Set<UUID> {
    Set(try look().shares[space]?.files.map(\.id) ?? [])
  }
}

extension AnchorListing {
  fileprivate mutating func add(
    _ id: UUID, _ entry: AnchorCatalog.Entry, _ status: FileStatus
  ) {
    guard let space = entry.spaceId else { return }
    shares[space, default: Share()].add(id, entry, status)
  }
}

extension AnchorListing.Share {
  fileprivate mutating func add(
    _ id: UUID, _ entry: AnchorCatalog.Entry, _ status: FileStatus
  ) {
    files.append(AnchorListing.File(id: id, agreement: entry.agreement))
    bytes += status.size
    newest = max(newest, status.modified)
    digest &+= FileStamp(status).digest &* (UUIDBits(id).low | 1)
  }
}

// MARK: - On disk

extension AnchorCatalog {
  /// What the digests of logs are to be made with, so that what this process finds serves the next.
  var digestKey: DigestKey {
    loadIndex()
    return memory.withLock { $0.digestKey }
  }

  /// Takes in what a process before this one knew, once.
  private func loadIndex() {
    memory.withLock { memory in
      guard !memory.isLoaded else { return }
      memory.isLoaded = true
      guard policy.isRead, let (key, records) = AnchorIndexFile(layout, files).load() else {
        return
      }
      memory.digestKey = key
      memory.entries.reserveCapacity(records.count)
      let isFirst = memory.entries.isEmpty
      for record in records where isFirst || memory.entries[record.id.uuid] == nil {
        memory.entries[record.id.uuid] = Entry(
          stamp: record.stamp, spaceId: record.space.uuid, agreement: record.agreement)
      }
    }
  }

  /// Remembers of which files it is known now that they say what the log does.
  func note(_ agreements: [UUID: UInt64]) {
    guard !agreements.isEmpty else { return }
    memory.withLock { memory in
      for (id, agreement) in agreements where memory.entries[id]?.agreement != agreement {
        memory.entries[id]?.agreement = agreement
        memory.unsaved += 1
      }
    }
  }

  /// Writes what is known, if that spares the next process reading many files.
  func saveIfWorth() {
    guard policy.isWritten else { return }
    let (records, key) = memory.withLock { memory -> ([AnchorIndexFile.Record], DigestKey) in
      guard memory.unsaved >= max(policy.leastFiles, memory.entries.count / 16) else {
        return ([], memory.digestKey)
      }
      let records = memory.entries.compactMap { AnchorIndexFile.Record($0.key, $0.value) }
      return (records, memory.digestKey)
    }
    guard !records.isEmpty,
      let leftOut = AnchorIndexFile(layout, files).save(records, key: key)
    else { return }
    memory.withLock { $0.unsaved = leftOut }
  }
}

extension AnchorIndexFile.Record {
  /// Nil for what is to be looked at by every process: files that cannot be read, or have another
  /// name than usual.
  fileprivate init?(_ id: UUID, _ entry: AnchorCatalog.Entry) {
    guard entry.unusualPath == nil, let stamp = entry.stamp, let space = entry.spaceId else {
      return nil
    }
    self.init(
      id: UUIDBits(id), space: UUIDBits(space), stamp: stamp, agreement: entry.agreement)
  }
}
