package import Foundation
import HyperbasisAnchorLog
package import HyperbasisStore

/// A space on both sides, and how they differ.
package struct SpaceComparison: Equatable, Identifiable, Sendable {
  /// The events or the anchors in which the two sides differ.
  package struct Difference: Equatable, Sendable {
    package var onlyHere: [UUID] = []
    package var onlyThere: [UUID] = []
    /// On both sides, but not the same.
    package var altered: [UUID] = []

    package var isEmpty: Bool { onlyHere.isEmpty && onlyThere.isEmpty && altered.isEmpty }
  }

  /// How a space relates to the cloud.
  package enum Standing: String, Sendable {
    case followed
    /// It is left out of syncing here.
    case unfollowed
    /// Somebody has deleted it from the cloud for good, and what is here stays.
    case forgotten
  }

  package let id: UUID
  package var standing = Standing.followed
  /// nil on the side that does not have the space.
  package let here: SpaceDigest?
  package internal(set) var there: SpaceDigest?
  package var events = Difference()
  package var anchors = Difference()

  package var name: String? { here?.name ?? there?.name }

  /// Whether it differs although it should not.
  package var isAtOdds: Bool { !isSame && standing == .followed }

  /// Whether the cloud has events of a followed space that is here, too. Those that a pass has passed over
  /// do not come with the next one, unless it reads all of the space.
  package var lacksEvents: Bool { isAtOdds && here != nil && !events.onlyThere.isEmpty }

  /// Whether a followed space that is in the cloud has events that the cloud does not have.
  package var holdsUnsentEvents: Bool { isAtOdds && there != nil && !events.onlyHere.isEmpty }

  package var isSame: Bool {
    guard let here, let there else { return false }
    return here.anchors == there.anchors && here.name == there.name
      && (there.events == nil || here.events == there.events)
  }
}

/// Compares a store with its cloud. It changes nothing, and does not rely on any record of what they last
/// agreed on.
package struct CloudComparison: Sendable {
  private let store: HBLocalStore
  private let cloud: any CloudInventory
  private let forgotten: Set<UUID>

  /// - Parameter forgotten: the spaces that are known to be deleted from the cloud for good.
  package init(
    _ store: HBLocalStore, _ cloud: any CloudInventory, forgotten: Set<UUID> = []
  ) {
    self.store = store
    self.cloud = cloud
    self.forgotten = forgotten
  }

  /// Compares all spaces of both sides, in the order of their ids.
  package func spaces() async throws -> [SpaceComparison] {
    let there = Dictionary(try await cloud.digests().map { ($0.id, $0) }) { first, _ in first }
    let ids = Set(there.keys).union(try store.catalog.ids())
    let names = Dictionary(try store.catalog.names().map { ($0.id, $0.name) }) { first, _ in first }
    let followed = try FollowedSpacesFile(store).load()
    var result: [SpaceComparison] = []
    for id in ids.sorted(by: { UUIDBits($0) < UUIDBits($1) }) {
      let here = names[id].map { LocalInventory(store, id, name: $0) }
      var space = SpaceComparison(id: id, here: try here?.digest(), there: there[id])
      if !followed.contains(id) { space.standing = .unfollowed }
      if forgotten.contains(id), space.there == nil { space.standing = .forgotten }
      if let here, space.there != nil, !space.isSame { try await compare(here, &space) }
      result.append(space)
    }
    return result
  }

  private func compare(_ here: LocalInventory, _ space: inout SpaceComparison) async throws {
    if let events = space.there?.events, events != space.here?.events {
      let mine = try here.events()
      let theirs = try await cloud.eventIds(of: space.id)
      space.events.onlyHere = mine.keys.filter { !theirs.contains($0) }.inOrder
      space.events.onlyThere = theirs.filter { mine[$0] == nil }.inOrder
      if space.events.isEmpty {
        // The ids are the same, so some event differs in content.
        let rows = try await cloud.events(of: space.id).rows
        space.events.altered = rows.filter { mine[$0.id] != $0.digestNumber }.map(\.id).inOrder
        space.there?.events?.correct(by: DigestSum(rows))
      }
    }
    if space.there?.anchors != space.here?.anchors {
      let mine = try here.anchors()
      let rows = try await cloud.latestRows(of: space.id).rows.filter { $0.deletedAt == nil }
      let theirs = Dictionary(rows.map { ($0.id, $0.digestNumber) }) { first, _ in first }
      space.anchors.onlyHere = mine.keys.filter { theirs[$0] == nil }.inOrder
      space.anchors.onlyThere = theirs.keys.filter { mine[$0] == nil }.inOrder
      space.anchors.altered =
        theirs.filter { mine[$0.key] != nil && mine[$0.key] != $0.value }.map(\.key).inOrder
      space.there?.anchors.correct(by: DigestSum(rows))
    }
  }
}

extension Sequence<UUID> {
  fileprivate var inOrder: [UUID] { sorted { UUIDBits($0) < UUIDBits($1) } }
}

/// What this store holds of a space, as far as it is meant for the cloud.
private struct LocalInventory {
  private let store: HBLocalStore
  private let id: UUID
  private let name: String?

  init(_ store: HBLocalStore, _ id: UUID, name: String?) {
    (self.store, self.id, self.name) = (store, id, name)
  }

  func digest() throws -> SpaceDigest {
    var events = DigestSum()
    for number in try self.events().values { events.add(number) }
    return SpaceDigest(
      id: id, name: name, events: events, anchors: DigestSum(try rows()))
  }

  /// Returns, by id, the hashes of the events that are lines of the log and were not derived from rows.
  func events() throws -> [UUID: UInt64] {
    let outbox = try LogMarker(open: store.open).outbox(of: id, mark: nil)
    return Dictionary(
      try outbox.rows(0..<outbox.count).map { ($0.row.id, $0.row.digestNumber) }
    ) { first, _ in first }
  }

  func anchors() throws -> [UUID: UInt64] {
    let rows = try rows().filter { $0.deletedAt == nil }
    return Dictionary(rows.map { ($0.id, $0.digestNumber) }) { first, _ in first }
  }

  private func rows() throws -> [AnchorRow] {
    try CloudMerger(open: store.open).anchorRows(of: id).rows
  }
}
