import Dispatch
package import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import Synchronization
import SystemPackage

/// All anchor files as they were at one look.
struct AnchorListing: Sendable {
  /// An anchor's file that names a space.
  struct File: Sendable {
    let id: UUID
    let agreement: UInt64
  }

  /// The files that name one space.
  struct Share: Sendable {
    var files: [File] = []
    /// The total size of the files, in bytes.
    var bytes = 0
    /// A digest that differs if any of the files does.
    var digest: UInt64 = 0
    /// When the newest file was modified, in nanoseconds since 1970.
    var newest = Int64.min
  }

  /// The files, by the space that they name.
  fileprivate(set) var shares: [UUID: Share] = [:]
  /// The anchors whose files had to be read for this look, as far as they were kept.
  fileprivate(set) var fresh: [UUID: HBAnchor] = [:]
  /// The anchors whose files cannot even be read.
  fileprivate(set) var unreadable: Set<UUID> = []

  /// This listing without the contents of files, which may have changed since.
  var withoutContents: AnchorListing {
    var copy = self
    copy.fresh = [:]
    return copy
  }

  /// How many anchors that were read for a look are kept; others are read again when wanted.
  fileprivate static let mostKept = 20_000
}

extension AnchorCatalog {
  /// Looks at every file, and reads those that are new or changed.
  ///
  /// - Parameter wanted: a space whose anchors are all kept if they are read, however many there are.
  func look(keeping wanted: UUID? = nil) throws -> AnchorListing {
    guard let shared = SharedLook.current else { return try lookAtAll(keeping: wanted) }
    return try shared.listing(of: layout.anchors.directory) { try lookAtAll(keeping: wanted) }
  }

  /// - Parameter most: how many changed files are read at most; the entries of the rest stay as they
  ///   were until later looks read them.
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
        // A file of another open space is not compared with its log now.
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

  /// Reads files on all cores: opening and decoding one takes longer than reading its bytes.
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

  /// Returns the directory's current stamp; ``FileStamp/none`` if the directory may change again
  /// without its stamp changing.
  private func directoryStamp() -> FileStamp {
    let now = Int64(Date().timeIntervalSince1970 * 1e9)
    // Reading the files reports what is wrong with it.
    let status = (try? files.status(at: layout.anchors.directory)) ?? nil
    let stamp = FileStamp(status)
    return stamp.mayStillChange(at: now) ? .none : stamp
  }

  /// Returns the ids of all spaces that anchor files name.
  func spaceIds() throws -> Set<UUID> { Set(try look().shares.keys) }

  /// Returns the anchors whose files name a space.
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
  /// The key for digests of logs, kept on disk so that what this process finds serves the next one.
  var digestKey: DigestKey {
    loadIndex()
    return memory.withLock { $0.digestKey }
  }

  /// Takes in what an earlier process saved, once.
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

  /// Remembers which files are now known to say what the log says.
  func note(_ agreements: [UUID: UInt64]) {
    guard !agreements.isEmpty else { return }
    memory.withLock { memory in
      for (id, agreement) in agreements where memory.entries[id]?.agreement != agreement {
        memory.entries[id]?.agreement = agreement
        memory.unsaved += 1
      }
    }
  }

  /// Saves what is known if that spares the next process reading many files.
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
  /// Returns nil for files that every process must look at itself: those that cannot be read, or
  /// have an unusual name.
  fileprivate init?(_ id: UUID, _ entry: AnchorCatalog.Entry) {
    guard entry.unusualPath == nil, let stamp = entry.stamp, let space = entry.spaceId else {
      return nil
    }
    self.init(
      id: UUIDBits(id), space: UUIDBits(space), stamp: stamp, agreement: entry.agreement)
  }
}
