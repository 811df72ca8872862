package import Foundation
package import Hyperbasis
import Synchronization

/// A cloud in memory: the tables of a server of either tier, with the server's rules, and a bucket.
///
/// Each device reaches it through its own ``FakeCloudClient``, whose calls can be made to fail.
package final class FakeCloud: Sendable {
  package struct State: Sendable {
    package var tier: CloudTier
    package var spaces: [UUID: SpaceRow] = [:]
    package var anchors: [UUID: AnchorRow] = [:]
    package var events: [UUID: AnchorEventRow] = [:]
    package var tombstones: [String: Tombstone] = [:]
    /// The bucket, by address.
    package var objects: [String: Data] = [:]
    package var sequence: Int64 = 0
    /// By the server's clock, which advances by a second with each write.
    package var now = HBInstant(microseconds: 1_704_106_800_000_000)
    /// The most rows in a page.
    package var mostRows = 1000
    /// Whether a rule hides all rows, and lets none be written, without an error.
    package var isInvisible = false
    /// Whether a rule allows rows to be read only, and refuses all writes.
    package var isReadOnly = false
    /// Spaces for which a rule refuses all writes.
    package var deniedSpaces: Set<UUID> = []
    /// Rows of the table of anchors that no device can read; each page of that table lists them.
    package var unreadable: [UnreadableRow] = []
    /// Who may do what; nil if everybody may do everything.
    package var teams: FakeTeams?
    /// Events that a rule refuses.
    package var deniedEvents: Set<UUID> = []
    /// How often each call was made, and how many rows and map bytes were sent.
    package var calls: [FakeCall: Int] = [:]
    package var rowsWritten = 0
    package var rowsRead = 0
    /// Whether it can report what is new in all tables at once.
    package var tellsChanges = true
    package var uploads = 0
    /// The answer to an inspection; nil if all is well.
    package var report: HBCloudReport?
  }

  private let state: Mutex<State>

  package init(_ tier: CloudTier) {
    state = Mutex(State(tier: tier))
  }

  @discardableResult
  package func change<Result: Sendable>(
    _ body: (inout State) throws(CloudFailure) -> Result
  ) throws(CloudFailure) -> Result {
    let result = state.withLock { state -> Swift.Result<Result, CloudFailure> in
      var copy = state
      do throws(CloudFailure) {
        let result = try body(&copy)
        state = copy
        return .success(result)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  package var now: State { state.withLock { $0 } }

  /// Brings a plain server to the next tier, as the migration does: existing rows get numbers.
  package func migrate() {
    state.withLock { state in
      state.tier = .migrated
      for id in state.spaces.keys {
        state.sequence += 1
        state.spaces[id]?.sequence = state.sequence
      }
      for id in state.anchors.keys {
        state.sequence += 1
        state.anchors[id]?.sequence = state.sequence
      }
    }
  }

  package func resetCounts() {
    state.withLock { state in
      state.calls = [:]
      state.rowsWritten = 0
      state.rowsRead = 0
      state.uploads = 0
    }
  }
}

/// The kinds of calls that a device makes.
package enum FakeCall: String, Hashable, Sendable, CaseIterable {
  case probe, spaceManifest, anchorManifest, spacesById, anchorsById, memberships, changeCounts
  case changes, spaces, anchors, events, tombstones, anchorsOfSpace, eventsOfSpace
  case spacesOfEvents, hasEvents
  case writeSpaces, writeAnchors, insertEvents, deleteSpaces
  case upload, download, removeMap, mapVersion
}

// MARK: - Writing

extension FakeCloud.State {
  /// Text that no JSON column accepts.
  package static let poison = "poison\u{0}"

  private mutating func nextSequence() -> Int64? {
    guard tier == .migrated else { return nil }
    sequence += 1
    return sequence
  }

  private mutating func tick() {
    now = now.advanced(byMicroseconds: 1_000_000)
  }

  private func refuse(
    _ code: String, _ status: Int, _ message: String
  ) -> CloudFailure {
    .rejected(ServerResponse(status: status, code: code, message: message))
  }

  private func checkUnique(_ ids: [UUID]) throws(CloudFailure) {
    guard Set(ids).count == ids.count else {
      throw refuse("21000", 500, "ON CONFLICT DO UPDATE command cannot affect row a second time")
    }
  }

  private func check(_ metadata: [String: AnyCodableValue]?) throws(CloudFailure) {
    let isBad = metadata?.values.contains { value in
      value.stringValue?.utf8.contains(0) ?? false
    }
    if isBad ?? false { throw refuse("22P05", 400, "unsupported Unicode escape sequence") }
  }

  private func checkPermission(_ spaces: [UUID]) throws(CloudFailure) {
    try check(!isInvisible && !isReadOnly && deniedSpaces.isDisjoint(with: spaces))
  }

  private func check(_ isAllowed: Bool) throws(CloudFailure) {
    if !isAllowed { throw refuse("42501", 403, "new row violates row-level security policy") }
  }

  package mutating func write(
    spaces writes: [RowWrite<SpaceRow>], by user: String? = nil
  ) throws(CloudFailure) -> [UUID: SpaceRow] {
    tick()
    try checkPermission(writes.map(\.row.id))
    for write in writes where write.mayInsert || sees(write.row.id, user) {
      try check(maySave(write.row.id, user))
    }
    try checkUnique(writes.map(\.row.id))
    rowsWritten += writes.count
    var result: [UUID: SpaceRow] = [:]
    for write in writes {
      if write.row.name?.utf8.contains(0) ?? false {
        throw refuse("22021", 400, "invalid byte sequence for encoding")
      }
      var row = write.row
      row.sequence = nil
      if let old = spaces[row.id] {
        if sees(row.id, user), write.seen == old.updatedAt, !row.isSame(as: old) {
          row.sequence = nextSequence()
          spaces[row.id] = row
        }
      } else if write.mayInsert, !isForgotten(row.id), !isBuried(.space, row.id, row.updatedAt) {
        row.sequence = nextSequence()
        spaces[row.id] = row
        claim(row.id, user)
      }
      result[row.id] = sees(row.id, user) ? spaces[row.id] : nil
    }
    return result
  }

  package mutating func write(
    anchors writes: [RowWrite<AnchorRow>], by user: String? = nil
  ) throws(CloudFailure) -> [UUID: AnchorRow] {
    tick()
    try checkPermission(writes.map(\.row.spaceId))
    for row in writes.map(\.row) {
      try check(
        mayEdit(row.spaceId, user) && mayEdit(anchors[row.id]?.spaceId ?? row.spaceId, user))
    }
    try checkUnique(writes.map(\.row.id))
    rowsWritten += writes.count
    var result: [UUID: AnchorRow] = [:]
    for write in writes {
      try check(write.row.metadata)
      var row = write.row
      row.sequence = nil
      if let old = anchors[row.id] {
        if wins(write, over: old) {
          row.sequence = nextSequence()
          anchors[row.id] = row
        }
      } else if write.mayInsert || tier == .migrated {
        guard spaces[row.spaceId] != nil else {
          throw .missingParent(
            ServerResponse(status: 409, code: "23503", message: "violates foreign key constraint"))
        }
        if !isBuried(.anchor, row.id, row.updatedAt) {
          row.sequence = nextSequence()
          anchors[row.id] = row
        }
      }
      result[row.id] = anchors[row.id]
    }
    return result
  }

  /// A plain server's filter accepts a write that was made with knowledge of the current row; a migrated
  /// server's trigger accepts one that is later, or of the same date but different.
  private func wins(_ write: RowWrite<AnchorRow>, over old: AnchorRow) -> Bool {
    tier == .plain
      ? write.seen == old.updatedAt
      : write.row.updatedAt >= old.updatedAt && !write.row.isWholly(old)
  }

  private mutating func isBuried(
    _ kind: Tombstone.Kind, _ id: UUID, _ updatedAt: HBInstant
  ) -> Bool {
    guard let tombstone = tombstones["\(kind) \(id)"] else { return false }
    if tombstone.deletedAt >= updatedAt { return true }
    tombstones["\(kind) \(id)"] = nil
    return false
  }

  package mutating func insert(
    _ rows: [AnchorEventRow], by user: String? = nil
  ) throws(CloudFailure) -> [UUID: Int64] {
    tick()
    guard tier == .migrated else {
      throw .missing(
        "table anchor_events", ServerResponse(status: 404, code: "PGRST205"))
    }
    try checkPermission(rows.map(\.spaceId))
    try check(!rows.contains { deniedEvents.contains($0.id) || !mayEdit($0.spaceId, user) })
    rowsWritten += rows.count
    var numbers: [UUID: Int64] = [:]
    for row in rows {
      try check(row.metadata)
      // Events of a forgotten space are accepted silently, and not kept.
      guard events[row.id] == nil, !isForgotten(row.spaceId) else {
        // An event that is there already uses up a number, too.
        _ = nextSequence()
        continue
      }
      var row = row
      row.sequence = nextSequence()
      events[row.id] = row
      teams?.note(row)
      numbers[row.id] = row.sequence
    }
    return numbers
  }

  /// - Returns: the spaces that were there, as far as the user sees them.
  @discardableResult
  package mutating func delete(
    spaces ids: [UUID], by user: String? = nil
  ) throws(CloudFailure) -> Set<UUID> {
    tick()
    // A rule that hides rows makes deletions miss them silently.
    let seen = ids.filter { sees($0, user) && spaces[$0] != nil }
    for id in seen { try check(mayDelete(id, user)) }
    for id in isInvisible ? [] : ids where seen.contains(id) || spaces[id] == nil {
      for anchor in anchors.values.filter({ $0.spaceId == id }) {
        anchors[anchor.id] = nil
        bury(.anchor, anchor.id, space: id)
      }
      if spaces.removeValue(forKey: id) != nil { bury(.space, id, space: nil) }
      objects = objects.filter { !"\($0.key)/".contains("/\(id.uuidString.lowercased())/") }
    }
    return isInvisible ? [] : Set(seen)
  }

  /// Deletes a space for good, with its history.
  package mutating func forget(_ id: UUID) throws(CloudFailure) {
    try delete(spaces: [id])
    events = events.filter { $0.value.spaceId != id }
    tombstones = tombstones.filter { $0.value.id != id && $0.value.spaceId != id }
    bury(.forgotten, id, space: nil)
  }

  private func isForgotten(_ id: UUID) -> Bool {
    tombstones["\(Tombstone.Kind.forgotten) \(id)"] != nil
  }

  /// Removes an anchor's row for good.
  package mutating func delete(anchor id: UUID) {
    guard let row = anchors.removeValue(forKey: id) else { return }
    bury(.anchor, id, space: row.spaceId)
  }

  private mutating func bury(_ kind: Tombstone.Kind, _ id: UUID, space: UUID?) {
    guard let sequence = nextSequence() else { return }
    tombstones["\(kind) \(id)"] = Tombstone(
      kind: kind, id: id, spaceId: space, deletedAt: now, sequence: sequence)
  }

  /// Stores a map as programs do that know only the two tables: under the space's own name, where the
  /// next map replaces it.
  ///
  /// - Parameter touchesRow: Whether to write the row even if it names that place already.
  package mutating func overwriteMap(
    of space: UUID, with bytes: Data, at time: HBInstant, touchesRow: Bool
  ) {
    guard var row = spaces[space] else { return }
    let map = WorldMapReference(address: "fake://world-maps/\(space.uuidString.lowercased())")
    objects[map.address] = bytes
    guard touchesRow || row.map != map else { return }
    row.map = map
    row.updatedAt = max(time, row.updatedAt.advanced(byMicroseconds: 1))
    row.sequence = nextSequence()
    spaces[space] = row
  }

  /// Writes a row as programs do that know only the two tables: the last to upload wins.
  package mutating func upsertBlindly(_ row: AnchorRow) {
    var row = row
    row.sequence = nextSequence()
    anchors[row.id] = row
  }
}

extension SpaceRow {
  fileprivate func isSame(as other: SpaceRow) -> Bool {
    name == other.name && map == other.map && createdAt == other.createdAt
      && updatedAt == other.updatedAt
  }
}

extension AnchorRow {
  fileprivate func isWholly(_ other: AnchorRow) -> Bool {
    hasSameContent(as: other) && createdAt == other.createdAt && updatedAt == other.updatedAt
      && deletedAt == other.deletedAt
  }
}
