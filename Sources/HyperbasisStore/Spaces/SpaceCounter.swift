import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import SystemPackage

/// Counts what each space has, from one look at the store: a space that has not changed since it was
/// last counted is not opened.
struct SpaceCounter {
  private let open: OpenSpaces
  private let measuresMaps: Bool
  private let survey: StoreSurvey
  private let listed: [UUID: SpaceMemory.Listed]

  private var context: StoreContext { open.context }

  init(open: OpenSpaces, measuringMaps: Bool) throws {
    self.open = open
    measuresMaps = measuringMaps
    survey = try StoreSurvey(open.context)
    listed = try open.context.spaces.listed(open.context.spaceMemory)
  }
}

extension SpaceCounter {
  func summaries() throws -> [SpaceSummary] {
    defer { context.spaceMemory.saveIfWorth() }
    return try survey.ids.map(summary)
  }

  private func summary(of id: UUID) throws -> SpaceSummary {
    let stamps = survey.stamps(of: id)
    let counts =
      try context.spaceMemory.counts(id, stamps, measuringMaps: measuresMaps)
      ?? count(id, stamps)
    let parts = [
      survey.files[id]?.size, survey.maps[id]?.size, survey.logs[id]?.size,
      survey.anchors.shares[id]?.bytes,
    ]
    return SpaceSummary(
      id: id, name: listed[id]?.name, createdAt: listed[id]?.createdAt ?? counts.start,
      updatedAt: listed[id]?.updatedAt ?? counts.end, anchors: Int(counts.anchors),
      deletedAnchors: Int(counts.deletedAnchors), events: Int(counts.events),
      startDate: counts.start, endDate: counts.end,
      worldMapBytes: measuresMaps ? Int(counts.mapBytes ?? 0) : 0,
      bytes: parts.reduce(0) { $0 + ($1 ?? 0) }, problems: Int(counts.problems),
      isRead: counts.isRead)
  }

  private func count(_ id: UUID, _ stamps: SpaceMemory.Stamps) throws -> SpaceMemory.Counts {
    let log = context.layout.usualLog(of: id)
    let mapBytes = measuresMaps ? try mapSize(of: id).map(Int64.init) : nil
    let counted = try context.skipped.reading(log) { try self.counted(id, mapBytes) }
    guard let counted else {
      // Its name and its file are known all the same.
      return SpaceMemory.Counts(
        anchors: 0, deletedAnchors: 0, events: 0, problems: 1, mapBytes: mapBytes, isRead: false)
    }
    // A map without a size is measured, and reported, again each time.
    if counted.isOwn { context.spaceMemory.note(id, stamps, counted.counts) }
    return counted.counts
  }

  /// Returns the unpacked size of a space's map, 0 if it has none; nil if it cannot be read.
  private func mapSize(of id: UUID) throws -> Int? {
    guard survey.files[id] != nil, let path = try context.spaces.path(of: id),
      let file = try context.spaces.readIfSound(path, id: id)
    else { return 0 }
    return try context.spaces.mapSize(of: file)
  }

  /// - Returns: the counts, and whether they depend only on the space's own files.
  private func counted(
    _ id: UUID, _ mapBytes: Int64?
  ) throws -> (counts: SpaceMemory.Counts, isOwn: Bool) {
    try open.transient(id).withLog(listing: survey.anchors) { log in
      let index = log.index
      let state = index.state(through: index.count)
      let slots = index.slotsInStoreOrder
      let alive = slots.count { index.isVisible(slot: Int($0), in: state) }
      let counts = SpaceMemory.Counts(
        anchors: Int32(clamping: alive), deletedAnchors: Int32(clamping: slots.count - alive),
        events: Int32(clamping: index.count), problems: Int32(clamping: log.problems.count),
        start: index.start, end: index.end, mapBytes: mapBytes)
      // Whether an anchor has left for another space shows only in that space's log.
      let isOwn = slots.allSatisfy { slot in
        let owner = context.anchors.knownOwner(of: index.anchorId(ofSlot: Int(slot)))
        return owner == nil || owner == id
      }
      // A log in the wrong place is reported each time.
      return (counts, isOwn && log.home == nil)
    }
  }
}
