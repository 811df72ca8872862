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
  /// What was appended here since, if it begins where that ends.
  private var appended: AppendedLines?
  /// The file that was read; nil if there is none yet.
  let identity: FileStatus?
  /// Where the log lay at the last look.
  var place: LogPlace?
  /// Whether it was read for checking it, or to write its index: where that much is done, how far it
  /// reaches is remembered too. A command that only looks leaves nothing behind in a small store.
  private(set) var isWorthRemembering = false
  /// Events that anchor files imply and that are not in the log yet, by anchor.
  private(set) var pending: [UUID: Pending] = [:]
  /// Anchors whose files are behind the log, or missing; to be written with the next change.
  private(set) var stale: Set<UUID> = []
  /// Those of them that are visible and have no file.
  private(set) var unfiled: Set<UUID> = []
  /// Whether what is in memory no longer matches the files.
  private var isOutdated = false
  /// Digests of the states of anchors whose files say the same, by anchor.
  private var agreements: [UUID: UInt64] = [:]

  struct Pending: Sendable {
    let events: [HBAnchorEvent]
    /// How many events the anchor had, including these.
    let count: Int
    /// Whether they end an anchor that lives in another space now.
    let isDeparture: Bool
    /// When the file was written, as far as its dates show, which may be after all of the events.
    let written: HBInstant?
  }

  /// Creates the log of a space that has none.
  init(spaceId: UUID) {
    reader = LogReader(spaceId: spaceId, source: MemoryByteSource([]))
    identity = nil
  }

  /// Opens a log: from its index and what was appended since, or else by reading it.
  ///
  /// - Parameter isRead: whether to read the log itself, whatever an index says about it.
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
    // Before anchor files add what is not in the log. A check of the store writes nothing.
    isWorthRemembering = isRead
    if !isRead, let written = index.save(reader, of: source, indexed: indexed) {
      reader = written
      isWorthRemembering = true
    }
  }
}

extension LoadedLog {
  package var index: EventIndex { reader.index }

  var problems: [LogProblem] { reader.problems }

  /// Whether the log must be read again because what is in memory no longer matches the files.
  var mustReload: Bool { isOutdated || index.isBroken }

  var head: HBLogHead {
    let count = reader.index.count
    return HBLogHead(
      bytes: size, events: count, lastEventId: count > 0 ? reader.index.id(count - 1) : nil)
  }

  /// Whether there may be anchors that are known only from their files.
  var hasUnversionedAnchors: Bool { !pending.isEmpty }

  /// Whether an anchor is known only from its file.
  func isUnversioned(_ id: UUID) -> Bool {
    guard pending[id] != nil, let slot = index.slot(of: id) else { return false }
    return index.ordinals(ofSlot: slot).allSatisfy(index.isSynthetic)
  }

  /// Returns the instant that a change of an anchor must come after in order to count: a file that is
  /// dated later would take the change back.
  func earliestChange(of id: UUID) -> HBInstant? { pending[id]?.written }

  /// Returns the lines of the events that the files of anchors imply, each with its newline.
  func impliedLines(of anchors: [UUID]) throws -> [UInt8] {
    let events = anchors.flatMap { pending[$0]?.events ?? [] }
    return try events.compactMap { index.ordinal(ofEvent: $0.id) }.flatMap(index.line(ofSynthetic:))
  }

  /// Whether the file, which has `size` bytes and is no shorter than before, still begins with what was
  /// read from it.
  func isContinued(upTo size: Int) throws -> Bool {
    try hasAppendedAll(to: size) || seen.isPart(of: reader.index.source, size)
  }

  /// Notes what has been appended, which then need not be read back.
  mutating func noteAppended(_ lines: [UInt8], _ range: Range<Int>) {
    guard range.lowerBound == size, range.count == lines.count, range.count <= Self.mostKeptBytes
    else { return }
    appended = AppendedLines(log: reader.index.source, range: range, lines: lines)
  }

  /// More bytes than that are rather read back than kept in memory.
  private static let mostKeptBytes = 1 << 16

  /// Reads what was appended up to a size of the file.
  mutating func extend(to size: Int) throws {
    let source = reader.index.source
    let end: any ByteSource = hasAppendedAll(to: size) ? appended ?? source : source
    appended = nil
    try reader.append(from: source, scanning: end, through: size)
    self.size = size
    seen = try SeenEnd(of: end, at: size)
  }

  /// Whether whatever a file of `size` bytes has more than what was read was appended here.
  private func hasAppendedAll(to size: Int) -> Bool { appended?.range.upperBound == size }

  /// Has everything read again at the next look: a line is not the one that was read before.
  mutating func noteOverwritten() { isOutdated = true }
}

// MARK: - Anchor files

extension LoadedLog {
  /// Returns for each file, unchanged since it said what the log said, whether it still does.
  func haveSettled(_ files: [AnchorListing.File]) -> [Bool] {
    let index = index
    return files.concurrentMap { file in
      guard file.agreement != 0, let slot = index.slot(of: file.id) else { return false }
      return index.latestDigest(ofSlot: slot) == file.agreement
    }
  }

  /// Removes and returns what was found about files that say what the log says.
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
  ///   - movedAway: returns an anchor whose file is not among them because it now lives in another
  ///     space; nil for one without a file.
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
      // A visible anchor should have a file; a hidden one without a file has been purged.
      guard let anchor = try movedAway(id) else {
        stale.insert(id)
        unfiled.insert(id)
        continue
      }
      departures += ImpliedEvents.departure(of: anchor, from: reader.index)
    }
    try append(implied: departures, areDepartures: true)
  }

  /// Takes in which deleted anchors have not been purged, though they may have no file.
  mutating func takeUnfiled(_ anchors: Set<UUID>, _ files: [AnchorListing.File]) {
    stale.formUnion(anchors.subtracting(files.lazy.map(\.id)))
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

  /// The number of anchors whose payloads are read from the log together.
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

  /// Returns for each file whether it says what the log says, apart from dates.
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

  /// Has everything read again if the file of an anchor that is visible here names another space.
  mutating func noteForeignFile(of id: UUID) {
    guard let slot = index.slot(of: id), index.isVisible(index.newestOrdinal(ofSlot: slot)) else {
      return
    }
    isOutdated = true
  }

  /// Has everything read again if an anchor's file that implied events is gone.
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

  /// Notes that the events implied by the files of anchors are now lines of the log.
  mutating func settle(_ anchors: [UUID]) {
    for id in anchors { pending[id] = nil }
  }

  /// Removes and returns the anchors whose files must be written.
  package mutating func takeStale() -> Set<UUID> {
    defer { stale = [] }
    return stale
  }

  /// Notes that the files of anchors are being written, so that what was found about them does not
  /// cause another write: the files of other writers mostly lag behind the log, and each writer would
  /// write those of all others again and again.
  mutating func forgetStale(_ anchors: [UUID]) {
    stale.subtract(anchors)
  }
}
