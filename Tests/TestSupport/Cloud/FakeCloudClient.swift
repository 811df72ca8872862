package import Foundation
package import Hyperbasis
import HyperbasisAnchorLog
package import SystemPackage

/// What one device sees of a ``FakeCloud``.
package struct FakeCloudClient: CloudService {
  /// When a call can be made to fail: before it has any effect, or afterwards, so that only the answer is
  /// lost.
  package enum Moment: Sendable {
    case before, after
  }

  package typealias Hook = @Sendable (FakeCall, Moment) async throws(CloudFailure) -> Void

  private let cloud: FakeCloud
  private let user: String?
  private let hook: Hook

  package init(
    _ cloud: FakeCloud, user: String? = nil,
    hook: @escaping Hook = { _, _ throws(CloudFailure) in }
  ) {
    self.cloud = cloud
    self.user = user
    self.hook = hook
  }

  private func call<Result: Sendable>(
    _ call: FakeCall, _ body: (inout FakeCloud.State) throws(CloudFailure) -> Result
  ) async throws(CloudFailure) -> Result {
    // Lets other tasks run, as every request does.
    await Task.yield()
    try cloud.change { state throws(CloudFailure) in state.calls[call, default: 0] += 1 }
    try await hook(call, .before)
    let result = try cloud.change(body)
    try await hook(call, .after)
    return result
  }
}

extension FakeCloudClient {
  package func identity() -> CloudIdentity {
    CloudIdentity(url: "https://fake.example", user: user)
  }

  package func probe(knownAs _: CloudTier?) async throws(CloudFailure) -> CloudProbe {
    try await call(.probe) { state in
      CloudProbe(state.tier, reason: state.tier == .plain ? "table anchor_events" : nil)
    }
  }
}

extension FakeCloudClient {
  package func version(of map: WorldMapReference) async throws(CloudFailure) -> String? {
    try await call(.mapVersion) { state in state.objects[map.address]?.base64EncodedString() }
  }
}

extension FakeCloudClient: CloudInspector {
  package func inspect() async -> HBCloudReport {
    do throws(CloudFailure) {
      try await hook(.probe, .before)
    } catch {
      return HBCloudReport(connection: .unreachable(error.errorDescription ?? ""))
    }
    if let report = cloud.now.report { return report }
    var report = HBCloudReport(connection: .answered, url: identity().url)
    report.credentials = .accepted
    report.user = user
    report.tier = cloud.now.tier == .migrated ? .migrated : .plain
    return report
  }
}

// MARK: - Reading

extension FakeCloudClient {
  package func spaceManifest(
    after id: UUID?
  ) async throws(CloudFailure) -> CloudPage<ManifestEntry, UUID> {
    try await call(.spaceManifest) { state in
      let entries = state.spaces(seenBy: user).map {
        ManifestEntry(id: $0.id, updatedAt: $0.updatedAt)
      }
      return state.page(of: entries, behind: id, \.id)
    }
  }

  package func anchorManifest(
    of spaces: [UUID]?, after id: UUID?
  ) async throws(CloudFailure) -> CloudPage<ManifestEntry, UUID> {
    try await call(.anchorManifest) { state in
      let entries = state.anchors(seenBy: user).filter { row in
        spaces?.contains(row.spaceId) ?? true
      }.map {
        ManifestEntry(
          id: $0.id, updatedAt: $0.updatedAt, deletedAt: $0.deletedAt, spaceId: $0.spaceId)
      }
      return state.page(of: entries, behind: id, \.id)
    }
  }

  package func spaces(ids: [UUID]) async throws(CloudFailure) -> CloudRows<SpaceRow> {
    try await call(.spacesById) { state in
      CloudRows(
        rows: ids.compactMap { state.spaces[$0] }.filter { state.sees($0.id, user) })
    }
  }

  package func anchors(ids: [UUID]) async throws(CloudFailure) -> CloudRows<AnchorRow> {
    try await call(.anchorsById) { state in
      CloudRows(
        rows: ids.compactMap { state.anchors[$0] }.filter { state.sees($0.spaceId, user) })
    }
  }

  package func changes(
    after cursors: SyncCursors
  ) async throws(CloudFailure) -> CloudChanges? {
    try await call(.changes) { state in
      guard state.tellsChanges else { return nil }
      return CloudChanges(
        spaces: state.page(of: state.spaces(seenBy: user), after: cursors.spaces) {
          $0.sequence ?? 0
        },
        tombstones: state.page(of: state.tombstones(seenBy: user), after: cursors.tombstones) {
          $0.sequence
        },
        anchors: state.anchorPage(seenBy: user, after: cursors.anchors),
        events: state.page(of: state.events(seenBy: user), after: cursors.events) {
          $0.sequence ?? 0
        })
    }
  }

  package func spaces(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<SpaceRow, Int64> {
    try await call(.spaces) { state in
      state.page(of: state.spaces(seenBy: user), after: cursor) { $0.sequence ?? 0 }
    }
  }

  package func anchors(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorRow, Int64> {
    try await call(.anchors) { state in state.anchorPage(seenBy: user, after: cursor) }
  }

  package func events(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorEventRow, Int64> {
    try await call(.events) { state in
      state.page(of: state.events(seenBy: user), after: cursor) { $0.sequence ?? 0 }
    }
  }

  package func tombstones(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<Tombstone, Int64> {
    try await call(.tombstones) { state in
      state.page(of: state.tombstones(seenBy: user), after: cursor) { $0.sequence }
    }
  }
}

extension FakeCloudClient {
  package func changeCounts(
    after cursors: SyncCursors
  ) async throws(CloudFailure) -> [SpaceChangeCount]? {
    try await call(.changeCounts) { state in
      guard state.tellsChanges else { return nil }
      var counts: [UUID: TrafficCount] = [:]
      func count(
        _ spaces: [(UUID, Int64)], _ cursor: TableCursor, _ part: WritableKeyPath<TrafficCount, Int>
      ) {
        for (space, number) in spaces
        where number > cursor.read && !cursor.known.contains(where: { $0.contains(number) }) {
          counts[space, default: TrafficCount()][keyPath: part] += 1
        }
      }
      count(
        state.spaces(seenBy: user).map { ($0.id, $0.sequence ?? 0) }, cursors.spaces, \.spaces)
      count(
        state.anchors(seenBy: user).map { ($0.spaceId, $0.sequence ?? 0) }, cursors.anchors,
        \.anchors)
      count(
        state.events(seenBy: user).map { ($0.spaceId, $0.sequence ?? 0) }, cursors.events, \.events)
      count(
        state.tombstones(seenBy: user).map { ($0.spaceId ?? $0.id, $0.sequence) },
        cursors.tombstones, \.removals)
      return counts.map { id, count in
        SpaceChangeCount(id: id, name: state.spaces[id]?.name, count: count)
      }
    }
  }

  package func hasEvents(upTo sequence: Int64) async throws(CloudFailure) -> Bool {
    try await call(.hasEvents) { state in
      state.events(seenBy: user).contains { $0.sequence ?? 0 <= sequence }
    }
  }

  package func spaces(ofEvents ids: [UUID]) async throws(CloudFailure) -> [UUID: UUID] {
    try await call(.spacesOfEvents) { state in
      Dictionary(
        uniqueKeysWithValues: ids.compactMap { state.events[$0] }
          .filter { state.sees($0.spaceId, user) }.map { ($0.id, $0.spaceId) })
    }
  }

  package func memberships(
    after sequence: Int64
  ) async throws(CloudFailure) -> CloudPage<SpaceMembership, Int64>? {
    try await call(.memberships) { $0.memberships(of: user, after: sequence) }
  }

  package func anchors(
    of space: UUID, after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorRow, Int64> {
    try await call(.anchorsOfSpace) { state in
      state.page(of: state.anchors(seenBy: user).filter { $0.spaceId == space }, after: cursor) {
        $0.sequence ?? 0
      }
    }
  }

  package func events(
    of space: UUID, after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorEventRow, Int64> {
    try await call(.eventsOfSpace) { state in
      state.page(of: state.events(seenBy: user).filter { $0.spaceId == space }, after: cursor) {
        $0.sequence ?? 0
      }
    }
  }
}

extension FakeCloud.State {
  fileprivate func spaces(seenBy user: String?) -> [SpaceRow] {
    spaces.values.filter { sees($0.id, user) }
  }

  fileprivate func anchors(seenBy user: String?) -> [AnchorRow] {
    anchors.values.filter { sees($0.spaceId, user) }
  }

  fileprivate mutating func anchorPage(
    seenBy user: String?, after cursor: TableCursor
  ) -> CloudPage<AnchorRow, Int64> {
    var page = page(of: anchors(seenBy: user), after: cursor) { $0.sequence ?? 0 }
    page.unreadable = unreadable
    return page
  }

  fileprivate func events(seenBy user: String?) -> [AnchorEventRow] {
    events.values.filter { sees($0.spaceId, user) }
  }

  fileprivate func tombstones(seenBy user: String?) -> [Tombstone] {
    tombstones.values.filter { sees($0.spaceId ?? $0.id, user) }
  }

  fileprivate func page<Entry>(
    of entries: [Entry], behind id: UUID?, _ key: (Entry) -> UUID
  ) -> CloudPage<Entry, UUID> {
    let start = id.map { UUIDBits($0) }
    let rest = entries.filter { entry in
      start.map { $0 < UUIDBits(key(entry)) } ?? true
    }.sorted { UUIDBits(key($0)) < UUIDBits(key($1)) }
    let rows = Array(rest.prefix(mostRows))
    return CloudPage(rows: rows, end: rows.last.map(key), isLast: rows.count == rest.count)
  }

  fileprivate mutating func page<Row>(
    of rows: [Row], after cursor: TableCursor, _ key: (Row) -> Int64
  ) -> CloudPage<Row, Int64> {
    let rest = rows.filter { row in
      key(row) > cursor.read && !cursor.known.contains { $0.contains(key(row)) }
    }.sorted { key($0) < key($1) }
    let rows = Array(rest.prefix(mostRows))
    rowsRead += rows.count
    return CloudPage(rows: rows, end: rows.last.map(key), isLast: rows.count == rest.count)
  }
}

// MARK: - Writing

extension FakeCloudClient {
  package func write(
    spaces: [RowWrite<SpaceRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: SpaceRow] {
    try await call(.writeSpaces) { state throws(CloudFailure) in
      try state.write(spaces: spaces, by: user)
    }
  }

  package func write(
    anchors: [RowWrite<AnchorRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: AnchorRow] {
    try await call(.writeAnchors) { state throws(CloudFailure) in
      try state.write(anchors: anchors, by: user)
    }
  }

  package func insert(events: [AnchorEventRow]) async throws(CloudFailure) -> [UUID: Int64] {
    try await call(.insertEvents) { state throws(CloudFailure) in
      try state.insert(events, by: user)
    }
  }

  package func delete(spaces: [UUID]) async throws(CloudFailure) -> Set<UUID> {
    try await call(.deleteSpaces) { state throws(CloudFailure) in
      try state.delete(spaces: spaces, by: user)
    }
  }
}

// MARK: - World maps

extension FakeCloudClient {
  package func upload(
    map: WorldMapFile, of space: UUID, resuming uploads: any OpenUploads
  ) async throws(CloudFailure) -> WorldMapReference {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: map.path.string)) else {
      throw .file(FileError(.read, map.path, .ioError))
    }
    let address = "fake://world-maps/\(space.uuidString.lowercased())/\(map.name)"
    try await call(.upload) { state throws(CloudFailure) in
      guard state.maySave(space, user) else {
        throw .rejected(ServerResponse(status: 403, code: "AccessDenied"))
      }
      state.objects[address] = data
      state.uploads += 1
    }
    return WorldMapReference(
      address: address, sha256: map.sha256, byteCount: map.byteCount,
      isCompressed: map.isCompressed)
  }

  package func download(
    map: WorldMapReference, of space: UUID, to path: FilePath
  ) async throws(CloudFailure) {
    let data = try await call(.download) { state in
      state.sees(space, user) ? state.objects[map.address] : nil
    }
    guard let data else {
      throw .notFound(ServerResponse(status: 404, code: "NoSuchKey"))
    }
    do {
      try data.write(to: URL(fileURLWithPath: path.string))
    } catch {
      throw .file(FileError(.write, path, .ioError))
    }
  }

  package func remove(map: WorldMapReference, of space: UUID) async throws(CloudFailure) {
    try await call(.removeMap) { state in _ = state.objects.removeValue(forKey: map.address) }
  }
}
