import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import SystemPackage

/// Counts what each space has, from one look at the store: a space that is as it was when somebody
/// counted is not opened.
struct SpaceCounter {
  private let open: OpenSpaces
  private let measuresMaps: Bool
  private let anchors: AnchorListing
  /// What is known of the spaces' files, logs and maps that are there.
  private let files: [UUID: FileStatus]
  private let logs: [UUID: FileStatus]
  private let maps: [UUID: FileStatus]
  private let listed: [UUID: SpaceMemory.Listed]
  private let others: Set<UUID>

  private var context: StoreContext { open.context }

  init(open: OpenSpaces, measuringMaps: Bool) throws {
    self.open = open
    measuresMaps = measuringMaps
    let context = open.context
    anchors = try context.anchors.look()
    files = try context.statuses(of: context.layout.spaces)
    logs = try context.logStatuses()
    maps = try context.statuses(of: context.layout.worldMaps)
    listed = try context.spaces.listed(context.spaceMemory)
    // What is there, though it is not a file or not even readable.
    others = try context.spaces.ids().union(context.spacesWithLog())
  }
}

extension SpaceCounter {
  func summaries() throws -> [SpaceSummary] {
    defer { context.spaceMemory.saveIfWorth() }
    let ids = others.union(anchors.shares.keys).union(files.keys).union(logs.keys)
    return try ids.map(summary)
  }

  private func summary(of id: UUID) throws -> SpaceSummary {
    let share = anchors.shares[id]
    let stamps = SpaceMemory.Stamps(
      file: FileStamp(files[id]), map: FileStamp(maps[id]), log: FileStamp(logs[id]),
      anchors: share?.digest ?? 0)
    let counts =
      try context.spaceMemory.counts(id, stamps, measuringMaps: measuresMaps)
      ?? count(id, stamps)
    let parts = [files[id]?.size, maps[id]?.size, logs[id]?.size, share?.bytes]
    return SpaceSummary(
      id: id, name: listed[id]?.name, createdAt: listed[id]?.createdAt ?? counts.start,
      updatedAt: listed[id]?.updatedAt ?? counts.end, anchors: Int(counts.anchors),
      deletedAnchors: Int(counts.deletedAnchors), events: Int(counts.events),
      startDate: counts.start, endDate: counts.end,
      worldMapBytes: measuresMaps ? Int(counts.mapBytes ?? 0) : 0,
      bytes: parts.reduce(0) { $0 + ($1 ?? 0) }, problems: Int(counts.problems))
  }

  private func count(_ id: UUID, _ stamps: SpaceMemory.Stamps) throws -> SpaceMemory.Counts {
    let log = context.layout.usualLog(of: id)
    var mapBytes: Int64?
    if measuresMaps { mapBytes = Int64(try mapSize(of: id)) }
    let counted = try context.skipped.reading(log) { try self.counted(id, mapBytes) }
    guard let counted else {
      // Its name and its file are known all the same.
      return SpaceMemory.Counts(
        anchors: 0, deletedAnchors: 0, events: 0, problems: 1, mapBytes: mapBytes)
    }
    if counted.isOwn { context.spaceMemory.note(id, stamps, counted.counts) }
    return counted.counts
  }

  private func mapSize(of id: UUID) throws -> Int {
    guard files[id] != nil, let path = try context.spaces.path(of: id),
      let file = try context.spaces.readIfSound(path, id: id)
    else { return 0 }
    return try context.spaces.mapSize(of: file) ?? 0
  }

  /// - Returns: the counts, and whether they depend on nothing but the space's own files.
  private func counted(
    _ id: UUID, _ mapBytes: Int64?
  ) throws -> (counts: SpaceMemory.Counts, isOwn: Bool) {
    try open.transient(id).withLog(listing: anchors) { log in
      let index = log.index
      let state = index.state(through: index.count)
      let slots = index.slotsInStoreOrder
      let alive = slots.count { index.isVisible(slot: Int($0), in: state) }
      let counts = SpaceMemory.Counts(
        anchors: Int32(clamping: alive), deletedAnchors: Int32(clamping: slots.count - alive),
        events: Int32(clamping: index.count), problems: Int32(clamping: log.problems.count),
        start: index.start, end: index.end, mapBytes: mapBytes)
      // Whether an anchor left for another space is to be read in that space's log.
      let isOwn = slots.allSatisfy { slot in
        let owner = context.anchors.knownOwner(of: index.anchorId(ofSlot: Int(slot)))
        return owner == nil || owner == id
      }
      return (counts, isOwn)
    }
  }
}
