package import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels
import SystemPackage

// Reading: works on a read-only directory and writes nothing.

extension HBLocalStore {
  /// A space as it is now. Loads its log, or takes in what was appended since the last look.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)`` for a space that nothing names.
  package func snapshot(of spaceId: UUID) throws -> LogSnapshot {
    try reaching {
      let name = try record(of: spaceId).name()
      let snapshot = try record(of: spaceId).withLog { log in
        LogSnapshot(
          spaceId: spaceId, name: name ?? nil, timeline: HBTimeline(index: log.index),
          head: log.head, problems: try problems(in: log), hasFile: name != nil)
      }
      let isNamed = try name != nil || snapshot.head.events > 0 || isOnDisk(spaceId)
      guard isNamed else { throw HBStorageError.notFound(type: "space", id: spaceId) }
      return snapshot
    }
  }

  /// The snapshot with what was appended since; nil where nothing was.
  package func refresh(_ snapshot: LogSnapshot) throws -> LogSnapshot? {
    try reaching {
      try record(of: snapshot.spaceId).withLog { log in
        guard log.head != snapshot.head else { return nil }
        return LogSnapshot(
          spaceId: snapshot.spaceId, name: snapshot.name, timeline: HBTimeline(index: log.index),
          head: log.head,
          problems: try problems(in: log),
          hasFile: snapshot.hasFile)
      }
    }
  }

  private func problems(in log: borrowing LoadedLog) throws -> [StoreProblem] {
    guard !log.problems.isEmpty else { return [] }
    let name = context.layout.relative(try context.log(of: log.index.spaceId).path)
    return log.problems.map { problem in
      StoreProblem(
        file: name, line: problem.line, offset: problem.offset, length: problem.length,
        kind: StoreProblem.Kind(problem.kind), excerpt: problem.detail,
        action: "skipped and kept; verifying the store says more")
    }
  }

  /// Whether a space has a file, perhaps a damaged one, or a log, perhaps an empty one.
  package func isOnDisk(_ id: UUID) throws -> Bool {
    if try context.log(of: id).status != nil { return true }
    return try NamedFiles.path(
      of: id, in: context.layout.spaces, suffix: StoreLayout.fileSuffix, context.files
    ).status != nil
  }

  /// Every space that a file, a log or an anchor file names.
  package func spaceIds() throws -> Set<UUID> {
    try reaching {
      try context.spaces.ids().union(context.spacesWithLog()).union(context.anchors.spaceIds())
    }
  }

  /// The space that an anchor belongs to; nil where no anchor has that id.
  ///
  /// Of several logs that hold the id, the one that the anchor's file names.
  package func spaceId(ofAnchor id: UUID) throws -> UUID? {
    try spaceId(ofAnchor: id, besides: nil)
  }

  /// - Parameter known: a space whose log is known not to hold the anchor.
  func spaceId(ofAnchor id: UUID, besides known: UUID?) throws -> UUID? {
    try reaching {
      if let anchor = try context.anchors.load(id) { return anchor.spaceId }
      for space in try context.spacesWithLog(besides: known) {
        if try record(of: space).withLog({ $0.index.slot(of: id) != nil }) { return space }
      }
      return nil
    }
  }
}

// MARK: - Names

extension HBLocalStore {
  /// The ids and names of all known spaces, sorted as summaries are. No log is read for it.
  package func spaceNames() throws -> [(id: UUID, name: String?)] {
    try reaching {
      let listed = try context.spaces.loadAll()
      return try spaceIds().map { (id: $0, name: listed[$0]?.file.name) }
        .sorted {
          ($0.name == nil ? 1 : 0, $0.name ?? "", $0.id.uuidString)
            < ($1.name == nil ? 1 : 0, $1.name ?? "", $1.id.uuidString)
        }
    }
  }
}

// MARK: - Summaries

extension HBLocalStore {
  /// Every known space, sorted by name, then id; those without a name come last.
  ///
  /// - Parameter measuringMaps: whether to find the unpacked sizes of the world maps, for which
  ///   each is read through. Without it no map is looked at.
  package func spaceSummaries(measuringMaps: Bool = true) throws -> [SpaceSummary] {
    try reaching {
      let listed = try context.spaces.loadAll()
      let anchorBytes = try context.anchors.bytesBySpace()
      let ids = try context.spaces.ids().union(context.spacesWithLog()).union(anchorBytes.keys)
      return try ids.map { id in
        let bytes = try bytesOnDisk(of: id) + (anchorBytes[id] ?? 0)
        return try summary(of: id, listed[id]?.file, bytes, measuringMaps: measuringMaps)
      }.sorted(by: Self.precedes)
    }
  }

  private static func precedes(_ left: SpaceSummary, _ right: SpaceSummary) -> Bool {
    switch (left.name, right.name) {
    case (let left?, let right?) where left != right: left < right
    case (.some, nil): true
    case (nil, .some): false
    default: left.id.uuidString < right.id.uuidString
    }
  }

  private func summary(
    of id: UUID, _ file: SpaceFile?, _ bytes: Int, measuringMaps: Bool
  ) throws -> SpaceSummary {
    return try record(of: id).withLog { log in
      let index = log.index
      let state = index.state(through: index.count)
      let slots = index.slotsInStoreOrder
      let alive = slots.count { index.isVisible(slot: Int($0), in: state) }
      return SpaceSummary(
        id: id, name: file?.name, createdAt: file?.createdAt ?? index.start,
        updatedAt: file?.updatedAt ?? index.end, anchors: alive,
        deletedAnchors: slots.count - alive, events: index.count, startDate: index.start,
        endDate: index.end,
        worldMapBytes: measuringMaps ? file.flatMap(context.spaces.mapSize) ?? 0 : 0,
        bytes: bytes, problems: log.problems.count)
    }
  }

  /// The space's file, map and log.
  private func bytesOnDisk(of id: UUID) throws -> Int {
    let file = try NamedFiles.path(
      of: id, in: context.layout.spaces, suffix: StoreLayout.fileSuffix, context.files)
    let map = try context.spaces.mapPath(of: id).flatMap { try context.files.status(at: $0) }
    let log = try context.log(of: id).status
    return [file.status, map, log].reduce(0) { $0 + ($1?.size ?? 0) }
  }
}
