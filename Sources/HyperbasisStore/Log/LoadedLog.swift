package import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// A space's log as it is in memory, with what its anchor files add to it.
package struct LoadedLog: Sendable {
  private var reader: LogReader
  /// How many bytes of the log have been read.
  package private(set) var size = 0
  private var seen = SeenEnd()
  /// Which file was read; nil where there is none yet.
  let identity: FileStatus?
  /// Where it lay at the last look.
  var place: LogPlace?
  /// Events that anchor files imply and that are not in the log yet, by anchor.
  private(set) var pending: [UUID: Pending] = [:]
  /// Anchors whose files are behind the log, or missing; to be written with the next change.
  private(set) var stale: Set<UUID> = []
  /// Set when what is in memory no longer says what the files do.
  private var isOutdated = false
  /// What stands for the states of anchors whose files say the same, by anchor.
  private var agreements: [UUID: UInt64] = [:]

  struct Pending: Sendable {
    let events: [HBAnchorEvent]
    /// How many events the anchor had with these.
    let count: Int
    /// Whether they end an anchor that lives in another space now.
    let isDeparture: Bool
    /// When the file was written, as far as its dates tell, which may be after all of the events.
    let written: HBInstant?
  }

  /// A space without a log.
  init(spaceId: UUID) {
    reader = LogReader(spaceId: spaceId, source: MemoryByteSource([]))
    identity = nil
  }

  /// Opens a log: from its index and what was appended since, else by reading it.
  ///
  /// - Parameter isRead: whether the log is to be read whatever an index says of it.
  init(source: LogBytes, index: SpaceIndexFile, isRead: Bool, digestKey: DigestKey) throws {
    let status = try source.files.status(of: source.file)
    var indexed = 0
    if !isRead, let known = index.load(source, status) {
      reader = known
      indexed = known.index.count
      try reader.append(from: source, through: status.size)
    } else {
      try AddressSpace.require(toRead: status.size, of: source.file.path)
      reader = try LogReader.load(
        spaceId: index.spaceId, source: source, digestKey: digestKey)
    }
    size = max(status.size, reader.endOffset)
    identity = status
    seen = try SeenEnd(of: source, at: size)
    // Before anchor files add what is not in the log. Whoever checks a store writes nothing.
    if !isRead, let written = index.save(reader, of: source, indexed: indexed) { reader = written }
  }
}

extension LoadedLog {
  package var index: EventIndex { reader.index }

  var problems: [LogProblem] { reader.problems }

  /// Whether what is in memory no longer says what the files do.
  var mustReload: Bool { isOutdated || index.isBroken }

  var head: HBLogHead {
    let count = reader.index.count
    return HBLogHead(
      bytes: size, events: count, lastEventId: count > 0 ? reader.index.id(count - 1) : nil)
  }

  /// Whether there may be anchors of which nothing but their files is known.
  var hasUnversionedAnchors: Bool { !pending.isEmpty }

  /// Whether nothing but its file tells of an anchor.
  func isUnversioned(_ id: UUID) -> Bool {
    guard pending[id] != nil, let slot = index.slot(of: id) else { return false }
    return index.ordinals(ofSlot: slot).allSatisfy(index.isSynthetic)
  }

  /// An instant from which on a change of an anchor counts, whatever its file says: a file that is dated
  /// later would take the change back.
  func earliestChange(of id: UUID) -> HBInstant? { pending[id]?.written }

  /// The lines of the events that the files of anchors imply, each with its newline.
  func impliedLines(of anchors: [UUID]) throws -> [UInt8] {
    let events = anchors.flatMap { pending[$0]?.events ?? [] }
    return try events.compactMap { index.ordinal(ofEvent: $0.id) }.flatMap(index.line(ofSynthetic:))
  }

  /// Whether the file, which is so long and no shorter than before, still begins with what was read of it.
  func isContinued(upTo size: Int) throws -> Bool {
    try seen.isPart(of: reader.index.source, size)
  }

  /// Reads what was appended up to a size of the file.
  mutating func extend(to size: Int) throws {
    let source = reader.index.source
    try reader.append(from: source, through: size)
    self.size = size
    seen = try SeenEnd(of: source, at: size)
  }

  /// Reads everything again with the next look: a line is not the one that was read.
  mutating func noteOverwritten() { isOutdated = true }
}

// MARK: - Anchor files

extension LoadedLog {
  /// Which anchors' files, that are as they were when they said what the log did, still do.
  func haveSettled(_ files: [AnchorListing.File]) -> [Bool] {
    let index = index
    return files.concurrentMap { file in
      guard file.agreement != 0, let slot = index.slot(of: file.id) else { return false }
      return index.latestDigest(ofSlot: slot) == file.agreement
    }
  }

  /// Hands over what was found about files that say what the log does.
  mutating func takeAgreements() -> [UUID: UInt64] {
    defer { agreements = [:] }
    return agreements
  }

  /// Takes in what all anchor files of the space say beyond the log.
  ///
  /// - Parameters:
  ///   - anchors: those whose files may say something else.
  ///   - files: all anchors that have a file here.
  ///   - unreadable: anchors whose files cannot even be read. These files stay as they are until
  ///     somebody changes the anchor or repairs the store.
  ///   - movedAway: an anchor whose file is not among them, as it lives in another space now; nil
  ///     for one without a file.
  mutating func takeAll(
    _ anchors: [HBAnchor], files: [AnchorListing.File], unreadable: Set<UUID>,
    movedAway: (UUID) throws -> HBAnchor?
  ) throws {
    try take(anchors)
    var hasFile = [Bool](repeating: false, count: reader.index.slotCount)
    for slot in slots(of: files) {
      if let slot { hasFile[slot] = true }
    }
    var departures: [HBAnchorEvent] = []
    for slot in reader.index.slotsInStoreOrder.map(Int.init)
    where reader.index.isVisible(reader.index.newestOrdinal(ofSlot: slot)) {
      if hasFile[slot] { continue }
      let id = reader.index.anchorId(ofSlot: slot)
      if unreadable.contains(id) { continue }
      // A visible anchor has a file; a hidden one without has been purged.
      guard let anchor = try movedAway(id) else {
        stale.insert(id)
        continue
      }
      departures += ImpliedEvents.departure(of: anchor, from: reader.index)
    }
    try append(implied: departures, areDepartures: true)
  }

  private func slots(of files: [AnchorListing.File]) -> [Int?] {
    let index = index
    return files.concurrentMap { index.slot(of: $0.id) }
  }

  /// Takes in what anchor files say beyond the log.
  mutating func take(_ anchors: [HBAnchor]) throws {
    var implied: [HBAnchorEvent] = []
    for start in stride(from: 0, to: anchors.count, by: Self.comparedAtOnce) {
      let part = anchors[start..<min(anchors.count, start + Self.comparedAtOnce)]
      for (anchor, agrees) in zip(part, try agreeing(part)) where !agrees {
        if pending[anchor.id] != nil {
          // What the file implied before is in memory and cannot be taken back.
          isOutdated = true
          continue
        }
        let events = try ImpliedEvents.syntheticEvents(for: anchor, index: reader.index)
        if events.isEmpty { stale.insert(anchor.id) }
        implied += events
      }
    }
    try append(implied: implied, of: anchors)
  }

  /// Payloads of so many anchors are read from the log together.
  private static let comparedAtOnce = 4096

  private mutating func append(
    implied: [HBAnchorEvent], of files: [HBAnchor] = [], areDepartures: Bool = false
  ) throws {
    guard !implied.isEmpty else { return }
    try reader.append(synthetic: implied)
    let written = Dictionary(files.map { ($0.id, $0.writtenAt) }) { max($0, $1) }
    for (id, events) in Dictionary(grouping: implied, by: \.anchorId) {
      let slot = reader.index.slot(of: id)
      pending[id] = Pending(
        events: events, count: slot.map { reader.index.ordinals(ofSlot: $0).count } ?? 0,
        isDeparture: areDepartures, written: written[id])
    }
  }

  /// Which files say what the log does, apart from dates.
  private mutating func agreeing(_ anchors: ArraySlice<HBAnchor>) throws -> [Bool] {
    let index = reader.index
    let slots = anchors.map { anchor in
      index.slot(of: anchor.id).flatMap { index.foldStart(ofSlot: $0) == nil ? nil : $0 }
    }
    let newest = slots.compactMap { $0.map { index.newestOrdinal(ofSlot: $0) } }
    let transforms = try index.transforms(after: newest)
    let metadata = try index.metadata(after: newest)
    var place = 0
    return zip(anchors, slots).map { anchor, slot in
      guard let slot else { return false }
      defer { place += 1 }
      guard index.isHidden(newest[place]) == anchor.isDeleted,
        transforms[place] == anchor.transform,
        metadata[place].hasSameMembers(as: anchor.metadata)
      else { return false }
      let last = index.instant(newest[place])
      if HBInstant(anchor.updatedAt).wholeSeconds < last.wholeSeconds {
        stale.insert(anchor.id)
      } else {
        agreements[anchor.id] = index.latestDigest(ofSlot: slot)
      }
      return true
    }
  }

  /// Reads everything again where the file of an anchor that is visible here names another space.
  mutating func noteForeignFile(of id: UUID) {
    guard let slot = index.slot(of: id), index.isVisible(index.newestOrdinal(ofSlot: slot)) else {
      return
    }
    isOutdated = true
  }

  /// Reads everything again where an anchor's file that implied events is gone.
  mutating func noteMissingFile(of id: UUID) {
    if pending[id] != nil { isOutdated = true }
  }

  /// Whether the log has grown by events of an anchor whose file implied some, so that these may
  /// no longer hold.
  var isOvertaken: Bool {
    pending.contains { id, pending in
      guard let slot = reader.index.slot(of: id) else { return true }
      let ordinals = reader.index.ordinals(ofSlot: slot)
      return ordinals.count != pending.count
        || ordinals.last.map { !reader.index.isSynthetic($0) } ?? true
    }
  }

  /// The events that the files of anchors imply are lines of the log now.
  mutating func settle(_ anchors: [UUID]) {
    for id in anchors { pending[id] = nil }
  }

  /// Hands over the anchors whose files are to be written.
  package mutating func takeStale() -> Set<UUID> {
    defer { stale = [] }
    return stale
  }

  /// The files of these anchors are being written. What was found about them is not to have them
  /// written once more: other writers' files are mostly behind the log, and each would write those of
  /// all others again and again.
  mutating func forgetStale(_ anchors: [UUID]) {
    stale.subtract(anchors)
  }
}
