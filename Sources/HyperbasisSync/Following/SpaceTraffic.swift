package import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore

/// How much of a space goes in one direction.
package struct TrafficCount: Equatable, Sendable {
  /// Rows of spaces: one, if the name or the map has changed.
  package var spaces = 0
  package var anchors = 0
  package var events = 0
  /// World maps, if it is known how many.
  package var worldMaps = 0
  /// Rows that are removed for good.
  package var removals = 0

  package init(
    spaces: Int = 0, anchors: Int = 0, events: Int = 0, worldMaps: Int = 0, removals: Int = 0
  ) {
    (self.spaces, self.anchors, self.events) = (spaces, anchors, events)
    (self.worldMaps, self.removals) = (worldMaps, removals)
  }

  package var isZero: Bool { self == TrafficCount() }
}

/// How much is new in a space of a cloud.
package struct SpaceChangeCount: Equatable, Sendable {
  package var id: UUID
  package var name: String?
  package var count: TrafficCount

  package init(id: UUID, name: String?, count: TrafficCount) {
    (self.id, self.name, self.count) = (id, name, count)
  }
}

/// What a pass would send of a space, and take in.
package struct SpaceTraffic: Equatable, Identifiable, Sendable {
  package let id: UUID
  package var name: String?
  package var isHere: Bool
  package var sends = TrafficCount()
  /// Whether the cloud has never had it.
  package var isNewInCloud = false
  /// Whether something of it cannot be read here, so that it is not known what would be sent.
  package var isUnreadable = false
  /// Whether the cloud was made to forget it, so that nothing of it is sent any more.
  package var isForgotten = false
  /// Whether so much is gone from the cloud that a pass would not believe it, and would remove nothing.
  package var isDoubted = false
  /// nil if the server does not tell how much it is.
  package var takes: TrafficCount? = TrafficCount()
}

extension SpaceTraffic {
  /// Whether a pass would do anything, or leaves something undone that must be told.
  var isWorthTelling: Bool {
    !sends.isZero || !(takes?.isZero ?? false) || isUnreadable || isForgotten
  }
}

/// Finds out what a pass would do, without doing any of it.
@SyncActor
struct PassRehearsal {
  let session: SyncSession

  func run() async throws -> [SpaceTraffic] {
    try await session.ledger.loadForLooking { known in
      try await session.ask { try await $0.probe(knownAs: known) }
    }
    let (going, unreadable) = try findAllUnsent()
    let names = Dictionary(try session.store.catalog.names().map { ($0.id, $0.name) }) { first, _ in
      first
    }
    var found: [UUID: SpaceTraffic] = [:]
    func note(_ id: UUID, _ change: (inout SpaceTraffic) -> Void) {
      var traffic =
        found[id] ?? SpaceTraffic(id: id, name: names[id] ?? nil, isHere: names[id] != nil)
      change(&traffic)
      found[id] = traffic
    }
    for id in unreadable { note(id) { $0.isUnreadable = true } }
    for (id, sends) in going {
      let isNew = !session.ledger.base.spaces.isInCloud(id)
      note(id) { traffic in
        (traffic.sends, traffic.isNewInCloud) = (sends, isNew && sends.removals == 0)
        // A space that cannot be read has no name.
        if sends.removals > 0 { traffic.name = (try? session.store.trash.name(of: id)) ?? nil }
      }
    }
    // What the cloud has of a space that is removed there goes with it.
    for change in try await coming() where !session.deletions.contains(change.id) {
      note(change.id) { traffic in
        traffic.takes = change.takes
        traffic.name = traffic.name ?? change.name
        traffic.isDoubted = change.isDoubted
        if let sends = change.sends { (traffic.sends, traffic.isNewInCloud) = (sends, false) }
        guard change.isForgotten else { return }
        (traffic.isForgotten, traffic.sends) = (true, TrafficCount())
      }
    }
    return found.values.filter(\.isWorthTelling).sorted {
      ($0.name ?? "", UUIDBits($0.id)) < ($1.name ?? "", UUIDBits($1.id))
    }
  }

  /// Finds what is known to be unsent, without asking the cloud. A space that cannot be read counts as one
  /// changed row.
  func findUnsent() throws -> [UUID: TrafficCount] {
    let (found, unreadable) = try findAllUnsent(countsMaps: false)
    return found.merging(unreadable.map { ($0, TrafficCount(spaces: 1)) }) { first, _ in first }
  }

  /// A damaged space does not keep the others from being looked at.
  ///
  /// - Parameter countsMaps: whether a world map may be read to find out whether it is sent.
  private func findAllUnsent(
    countsMaps: Bool = true
  ) throws -> (found: [UUID: TrafficCount], unreadable: [UUID]) {
    try session.readFollowed()
    try DeletionPush(session: session).find()
    var found: [UUID: TrafficCount] = [:]
    var unreadable: [UUID] = []
    for id in session.deletions { found[id] = TrafficCount(removals: 1) }
    for id in try session.activeSpaces() {
      do {
        let sends = try sent(of: id, countsMaps: countsMaps)
        if !sends.isZero { found[id] = sends }
      } catch {
        unreadable.append(id)
      }
    }
    return (found, unreadable)
  }

  private func sent(of id: UUID, countsMaps: Bool) throws -> TrafficCount {
    if session.isForgotten(id) { return TrafficCount() }
    let isDirty = try SpacePush(session: session).isDirty(space: id)
    var anchors = Set(try UnsentChanges(session: session).dirtyAnchors(of: id))
    let events = session.ledger.base.tier == .migrated ? try unsentEvents(of: id) : [:]
    anchors.formUnion(events.keys)
    return TrafficCount(
      spaces: isDirty ? 1 : 0, anchors: anchors.count, events: events.values.reduce(0, +),
      worldMaps: countsMaps && isDirty ? try sentMaps(of: id) : 0)
  }

  /// Returns how many events a pass would send of each anchor: those of the log, and those that the files
  /// of anchors imply, which a pass writes first.
  private func unsentEvents(of id: UUID) throws -> [UUID: Int] {
    // What a log has lost comes back from the cloud.
    if session.ledger.base.shortenedLogs.contains(id) { return [:] }
    if let mark = session.ledger.base.spaces[id]?.log, try !session.marker.isValid(mark, of: id) {
      return [:]
    }
    let inLog = try session.unsentEvents(of: id)?.countsByAnchor ?? [:]
    return inLog.merging(try session.merger.impliedEvents(of: id), uniquingKeysWith: +)
  }

  private func sentMaps(of id: UUID) throws -> Int {
    let known = session.ledger.base.spaces[id] ?? SpaceBase()
    let digest = try session.digest(of: session.heads.load(id), known)
    return digest != nil && digest?.sha256 != known.local?.mapHash ? 1 : 0
  }

  struct Coming {
    let id: UUID
    let name: String?
    /// nil if it is not known how much it is.
    var takes: TrafficCount?
    /// What is sent of a space that all is read of, so that what the cloud has is not sent; nil for others.
    var sends: TrafficCount?
    var isForgotten = false
    var isDoubted = false

    init(_ id: UUID, _ name: String?, _ takes: TrafficCount?) {
      (self.id, self.name, self.takes) = (id, name, takes)
    }
  }

  private func coming() async throws -> [Coming] {
    let base = session.ledger.base
    // The cursors have passed everything of these spaces, which are read separately. Of a named space that
    // has been read before, they tell what is new.
    let unread = (session.options.spaces ?? []).filter { base.spaces[$0]?.row == nil }
    let missed = base.passedOver.union(unread).filter {
      session.concerns($0) && !session.deletions.contains($0)
    }
    switch base.tier {
    case .plain:
      let found = try await PlainPull(session: session).findChanges().map {
        Coming($0.id, $0.name, $0.count)
      }
      return try await withDoubts(found) { try await PlainPull(session: session).findVanished() }
    case .migrated:
      let cursors = base.mustReadAgain ? SyncCursors() : base.cursors
      let counts = try await session.ask { try await $0.changeCounts(after: cursors) }
      guard let counts else { throw HBStorageError.missingInCloud("function changes_by_space") }
      var found = counts.filter { session.concerns($0.id) && !missed.contains($0.id) }
        .map { Coming($0.id, $0.name, $0.count) }
      found = try await withRemovalsHere(found, after: cursors)
      found = try await withDoubts(found) {
        try await MigratedPull(session: session).findVanished()
      }
      let news = NewsRehearsal(session: session)
      found = try await news.withoutKnown(found, of: counts, after: cursors)
      for id in missed { found.append(try await news.whole(id)) }
      return found
    }
  }

  /// Notes where more is gone than a pass believes.
  private func withDoubts(
    _ found: [Coming], _ findVanished: () async throws -> Disappearance
  ) async throws -> [Coming] {
    guard found.contains(where: { $0.takes?.removals ?? 0 > 0 }) else { return found }
    let vanished = try await findVanished()
    if vanished.isBelievable { return found }
    let spaces = Set(vanished.rows.map(\.spaceId))
    let whole = Set(vanished.spaces)
    return try found.map { coming in
      var coming = coming
      coming.isDoubted = spaces.contains(coming.id)
      // Of what is in doubt, only events are sent.
      if whole.contains(coming.id), session.ledger.base.tier == .migrated {
        let events = try unsentEvents(of: coming.id)
        coming.sends = TrafficCount(anchors: events.count, events: events.values.reduce(0, +))
      }
      return coming
    }
  }

  /// Counts only removals that concern this store. The server counts all that was removed there, and less
  /// of that may be here: not what this store has removed itself, nor each anchor of a space that goes as
  /// a whole.
  private func withRemovalsHere(
    _ found: [Coming], after cursors: SyncCursors
  ) async throws -> [Coming] {
    guard found.contains(where: { $0.takes?.removals ?? 0 > 0 }) else { return found }
    let tombstones = try await MigratedPull(session: session).read(
      from: cursors.tombstones, nil
    ) { end in
      try await session.ask { try await $0.tombstones(after: end) }
    }
    let bySpace = Dictionary(grouping: tombstones.rows) { $0.spaceId ?? $0.id }
    return try found.compactMap { coming in
      var coming = coming
      let tombstones = bySpace[coming.id] ?? []
      coming.isForgotten = try tombstones.contains { $0.kind == .forgotten } && isHere(coming.id)
      if coming.isForgotten {
        coming.takes = TrafficCount()
      } else {
        let removals = try removals(tombstones, in: coming.id)
        coming.takes?.removals = removals
        // With a space that was removed last, nothing else of it comes.
        if try isRemoved(coming, tombstones) { coming.takes = TrafficCount(removals: removals) }
      }
      return coming.takes?.isZero ?? false && !coming.isForgotten ? nil : coming
    }
  }

  /// Whether a space is gone: a server counts no row of one, unless it was written again.
  private func isRemoved(_ coming: Coming, _ tombstones: [Tombstone]) throws -> Bool {
    tombstones.contains { $0.kind == .space } && coming.takes?.spaces == 0
  }

  /// Returns how much some tombstones of a space remove here.
  private func removals(_ tombstones: [Tombstone], in space: UUID) throws -> Int {
    guard try isHere(space) else { return 0 }
    if tombstones.contains(where: { $0.kind == .space }) { return 1 }
    let removed = Set(tombstones.filter { $0.kind == .anchor }.map(\.id))
    return try session.merger.anchorRows(of: space).rows.count {
      removed.contains($0.id) && $0.deletedAt == nil
    }
  }

  private func isHere(_ space: UUID) throws -> Bool { try session.store.catalog.holds(space) }
}
