package import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// A space's log as it is in memory, with what its anchor files add to it.
package struct LoadedLog: Sendable {
  private var reader: LogReader
  /// How many bytes of the log have been read.
  package private(set) var size = 0
  /// Which file was read; nil where there is none yet.
  let identity: FileStatus?
  /// Events that anchor files imply and that are not in the log yet, by anchor.
  private(set) var pending: [UUID: Pending] = [:]
  /// Anchors whose files are behind the log, or missing; to be written with the next change.
  private(set) var stale: Set<UUID> = []
  /// Set when what is in memory no longer says what the files do.
  private(set) var mustReload = false

  struct Pending: Sendable {
    let events: [HBAnchorEvent]
    /// How many events the anchor had with these.
    let count: Int
    /// Whether they end an anchor that lives in another space now.
    let isDeparture: Bool
  }

  /// A space without a log.
  init(spaceId: UUID) {
    reader = LogReader(spaceId: spaceId, source: MemoryByteSource([]))
    identity = nil
  }

  /// Opens a log: from its index and what was appended since, else by reading it.
  ///
  /// - Parameter isRead: whether the log is to be read whatever an index says of it.
  init(source: LogBytes, index: SpaceIndexFile, isRead: Bool) throws {
    let status = try source.files.status(of: source.file)
    var indexed = 0
    if !isRead, let known = index.load(source, status) {
      reader = known
      indexed = known.index.count
      try reader.append(from: source, through: status.size)
    } else {
      reader = try LogReader.load(spaceId: index.spaceId, source: source)
    }
    size = max(status.size, reader.endOffset)
    identity = status
    // Before anchor files add what is not in the log.
    index.save(reader, of: source, indexed: indexed)
  }
}

extension LoadedLog {
  package var index: EventIndex { reader.index }

  var problems: [LogProblem] { reader.problems }

  var head: HBLogHead {
    let count = reader.index.count
    return HBLogHead(
      bytes: size, events: count, lastEventId: count > 0 ? reader.index.id(count - 1) : nil)
  }

  /// The lines of the events that the files of anchors imply, each with its newline.
  func impliedLines(of anchors: [UUID]) throws -> [UInt8] {
    let events = anchors.flatMap { pending[$0]?.events ?? [] }
    return try events.compactMap { index.ordinal(ofEvent: $0.id) }.flatMap(index.line(ofSynthetic:))
  }

  /// Reads what was appended up to a size of the file.
  mutating func extend(to size: Int) throws {
    try reader.append(from: reader.index.source, through: size)
    self.size = size
  }
}

// MARK: - Anchor files

extension LoadedLog {
  /// Takes in what all anchor files of the space say beyond the log.
  ///
  /// - Parameter movedAway: an anchor whose file is not among them, as it lives in another space
  ///   now; nil for one without a file.
  mutating func takeAll(
    _ anchors: [HBAnchor], movedAway: (UUID) throws -> HBAnchor?
  ) throws {
    try take(anchors)
    let known = Set(anchors.map(\.id))
    var departures: [HBAnchorEvent] = []
    for slot in reader.index.slotsInStoreOrder.map(Int.init)
    where reader.index.isVisible(reader.index.newestOrdinal(ofSlot: slot)) {
      let id = reader.index.anchorId(ofSlot: slot)
      if known.contains(id) { continue }
      // A visible anchor has a file; a hidden one without has been purged.
      guard let anchor = try movedAway(id) else {
        stale.insert(id)
        continue
      }
      departures += ImpliedEvents.departure(of: anchor, from: reader.index)
    }
    try append(implied: departures, areDepartures: true)
  }

  /// Takes in what anchor files say beyond the log.
  mutating func take(_ anchors: [HBAnchor]) throws {
    var implied: [HBAnchorEvent] = []
    for anchor in anchors where try !agrees(anchor) {
      if pending[anchor.id] != nil {
        // What the file implied before is in memory and cannot be taken back.
        mustReload = true
        continue
      }
      let events = try ImpliedEvents.syntheticEvents(for: anchor, index: reader.index)
      if events.isEmpty { stale.insert(anchor.id) }
      implied += events
    }
    try append(implied: implied)
  }

  private mutating func append(
    implied: [HBAnchorEvent], areDepartures: Bool = false
  ) throws {
    guard !implied.isEmpty else { return }
    try reader.append(synthetic: implied)
    for (id, events) in Dictionary(grouping: implied, by: \.anchorId) {
      let slot = reader.index.slot(of: id)
      pending[id] = Pending(
        events: events, count: slot.map { reader.index.ordinals(ofSlot: $0).count } ?? 0,
        isDeparture: areDepartures)
    }
  }

  /// Whether a file says what the log does, apart from dates.
  private mutating func agrees(_ anchor: HBAnchor) throws -> Bool {
    let index = reader.index
    guard let slot = index.slot(of: anchor.id), index.foldStart(ofSlot: slot) != nil else {
      return false
    }
    let newest = index.newestOrdinal(ofSlot: slot)
    guard index.isHidden(newest) == anchor.isDeleted,
      try index.transform(newest) == anchor.transform,
      try index.metadata(newest).hasSameMembers(as: anchor.metadata)
    else { return false }
    if HBInstant(anchor.updatedAt).wholeSeconds < index.instant(newest).wholeSeconds {
      stale.insert(anchor.id)
    }
    return true
  }

  /// Reads everything again where the file of an anchor that is visible here names another space.
  mutating func noteForeignFile(of id: UUID) {
    guard let slot = index.slot(of: id), index.isVisible(index.newestOrdinal(ofSlot: slot)) else {
      return
    }
    mustReload = true
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
}
