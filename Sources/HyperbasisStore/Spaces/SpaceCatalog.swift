package import Foundation
import HyperbasisAnchorLog
package import HyperbasisHistory
import HyperbasisModels
import SystemPackage

/// Which spaces there are: all that a file, a log or an anchor file names. Writes nothing, and works
/// on a read-only directory.
package struct SpaceCatalog: Sendable {
  let open: OpenSpaces

  private var context: StoreContext { open.context }
}

extension SpaceCatalog {
  package func ids() throws -> Set<UUID> {
    try reachingFiles {
      try context.spaces.ids().union(context.spacesWithLog()).union(context.anchors.spaceIds())
    }
  }

  package func sortedIds() throws -> [UUID] {
    try ids().sorted { UUIDBits($0) < UUIDBits($1) }
  }

  /// Whether anything names a space.
  package func holds(_ id: UUID) throws -> Bool {
    try reachingFiles { try isOnDisk(id) || !context.anchors.anchorIds(of: id).isEmpty }
  }

  /// Whether a space has a file, perhaps a damaged one, or a log, perhaps an empty one.
  func isOnDisk(_ id: UUID) throws -> Bool {
    if try context.log(of: id).status != nil { return true }
    return try context.layout.spaces.find(id, context.files).status != nil
  }

  /// The space that an anchor belongs to; nil where no anchor has that id.
  ///
  /// Of several logs that hold the id, the one that the anchor's file names.
  package func space(ofAnchor id: UUID) throws -> UUID? {
    try space(ofAnchor: id, besides: nil)
  }

  /// - Parameter known: a space whose log is known not to hold the anchor.
  package func space(ofAnchor id: UUID, besides known: UUID?) throws -> UUID? {
    try reachingFiles {
      if let anchor = try context.anchors.load(id) { return anchor.spaceId }
      for space in try context.spacesWithLog(besides: known) {
        let isHere = try readingLog(of: space) { $0.index.slot(of: id) != nil }
        if isHere ?? false { return space }
      }
      return nil
    }
  }
}

// MARK: - Spaces that cannot be read

extension SpaceCatalog {
  /// Calls `body` with a space's log; nil where it cannot be read, which is remembered.
  func readingLog<Result>(
    of space: UUID, _ body: (inout LoadedLog) throws -> Result
  ) throws -> Result? {
    try context.skipped.reading(open[space].usualLog) { try open[space].withLog(body) }
  }

  /// Calls `body`, which reads a space; nil where its log cannot be read, which is remembered.
  package func unlessUnreadable<Result>(
    _ space: UUID, _ body: () throws -> Result
  ) throws -> Result? {
    try context.skipped.reading(open[space].usualLog, body)
  }

  /// The files that could not be read so far, relative to the store, each with what is wrong.
  package var skipped: [(file: String, reason: String)] {
    context.skipped.all.map { (context.layout.relative($0.key), $0.value) }
      .sorted { $0.0 < $1.0 }
  }
}

// MARK: - Lists

extension SpaceCatalog {
  /// The ids and names of all spaces, sorted by name, then id; those without a name come last. No
  /// log is read for it.
  package func names() throws -> [(id: UUID, name: String?)] {
    try reachingFiles {
      let listed = try context.spaces.loadAll()
      return try ids().map { (id: $0, name: listed[$0]?.file.name) }
        .sorted { Self.isBefore(($0.name, $0.id), ($1.name, $1.id)) }
    }
  }

  /// Every space, sorted as names are.
  ///
  /// - Parameter measuringMaps: whether to find the unpacked sizes of the world maps, for which
  ///   each is read through. Without it no map is looked at.
  package func summaries(measuringMaps: Bool = true) throws -> [SpaceSummary] {
    try reachingFiles {
      let listed = try context.spaces.loadAll()
      let anchorBytes = try context.anchors.bytesBySpace()
      let ids = try context.spaces.ids().union(context.spacesWithLog()).union(anchorBytes.keys)
      return try ids.map { id in
        let bytes = try bytesOnDisk(of: id) + (anchorBytes[id] ?? 0)
        return try summary(of: id, listed[id]?.file, bytes, measuringMaps: measuringMaps)
      }.sorted { Self.isBefore(($0.name, $0.id), ($1.name, $1.id)) }
    }
  }

  private static func isBefore(
    _ left: (name: String?, id: UUID), _ right: (name: String?, id: UUID)
  ) -> Bool {
    (left.name == nil ? 1 : 0, left.name ?? "", left.id.uuidString)
      < (right.name == nil ? 1 : 0, right.name ?? "", right.id.uuidString)
  }

  private func summary(
    of id: UUID, _ file: SpaceFile?, _ bytes: Int, measuringMaps: Bool
  ) throws -> SpaceSummary {
    let mapBytes = measuringMaps ? try file.flatMap(context.spaces.mapSize) ?? 0 : 0
    let summary = try readingLog(of: id) { log in
      let index = log.index
      let state = index.state(through: index.count)
      let slots = index.slotsInStoreOrder
      let alive = slots.count { index.isVisible(slot: Int($0), in: state) }
      return SpaceSummary(
        id: id, name: file?.name, createdAt: file?.createdAt ?? index.start,
        updatedAt: file?.updatedAt ?? index.end, anchors: alive,
        deletedAnchors: slots.count - alive, events: index.count, startDate: index.start,
        endDate: index.end,
        worldMapBytes: mapBytes, bytes: bytes, problems: log.problems.count)
    }
    // Its name and its file are known all the same.
    return summary
      ?? SpaceSummary(
        id: id, name: file?.name, createdAt: file?.createdAt, updatedAt: file?.updatedAt,
        anchors: 0, deletedAnchors: 0, events: 0, startDate: nil, endDate: nil,
        worldMapBytes: mapBytes, bytes: bytes, problems: 1)
  }

  /// The space's file, map and log.
  private func bytesOnDisk(of id: UUID) throws -> Int {
    let layout = context.layout
    let (map, log) = (layout.worldMaps, open[id].usualLog)
    let looks: [(path: FilePath, look: () throws -> FileStatus?)] = [
      (layout.spaces.directory, { try layout.spaces.find(id, context.files).status }),
      (map.directory, { try map.find(id, context.files).status }),
      (log, { try context.log(of: id).status }),
    ]
    return try looks.reduce(0) { total, part in
      total + (try context.skipped.reading(part.path, part.look)??.size ?? 0)
    }
  }
}
