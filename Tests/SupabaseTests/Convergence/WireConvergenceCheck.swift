import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import SupabaseTestSupport
import TestSupport

@testable import HyperbasisSync

/// Compares the contents of machines that have all synced with each other and with PostgreSQL.
struct WireConvergenceCheck {
  let project: SupabaseProject
  let tier: CloudTier
  let stores: [HBLocalStore]
  let home: UUID
}

extension WireConvergenceCheck {
  func faults(using random: inout SeededGenerator) throws -> [ConvergenceFault] {
    let views = try stores.map { try WireView($0) }
    var faults: [String] = []
    for (number, view) in views.enumerated() {
      if view.pending > 0 { faults.append("\(number): \(view.pending) pending") }
      if view.spaces != views[0].spaces { faults.append("\(number): spaces differ") }
      if view.maps != views[0].maps { faults.append("\(number): maps differ") }
      if view.anchors != views[0].anchors { faults.append("\(number): anchors differ") }
      if tier == .migrated, view.events != views[0].events {
        faults.append("\(number): events differ")
      }
      faults += try stores[number].verifier.verify().problems.filter { $0.kind != .future }
        .map { "\(number): \($0)" }
    }
    faults += try againstDatabase(views[0])
    for number in stores.indices { faults += try past(number, using: &random) }
    return faults.map { ConvergenceFault($0) }
  }

  /// Checks that maps which the server's rows name where other programs write them are here.
  func maps(ofOthers maps: [UUID: Data]) throws -> (faults: [ConvergenceFault], held: Int) {
    var (faults, held): ([ConvergenceFault], Int) = ([], 0)
    for (space, bytes) in maps {
      let address = try project.sql("select world_map_url from spaces where id = '\(space)'")
      guard address == project.overwrittenMapAddress(of: space) else { continue }
      for (number, store) in stores.enumerated() {
        held += 1
        if try store.loadSpace(id: space)?.worldMapData != bytes {
          faults.append(ConvergenceFault("\(number): another map of \(space)", isLoss: true))
        }
      }
    }
    return (faults, held)
  }

  /// Compares the past according to the database with that of a machine.
  private func past(_ number: Int, using random: inout SeededGenerator) throws -> [String] {
    guard tier == .migrated else { return [] }
    let index = try stores[number].open[home].withLog { $0.index }
    guard index.count > 0 else { return [] }
    var faults: [String] = []
    for _ in 0..<20 {
      let instant = index.instant(Int.random(in: 0..<index.count, using: &random))
      let shown = try index.anchors(in: index.state(at: instant)).map { anchor in
        PastAnchor(id: anchor.id, transform: anchor.transform, metadata: anchor.metadata)
      }
      let told: [PastAnchor] = try project.rows(
        "select id, transform, metadata from state_at('\(home)', '\(instant.rfc3339Text)')")
      if shown.sorted() != told.sorted() {
        faults.append("\(number): at \(instant.rfc3339Text) \(shown) instead of \(told)")
      }
    }
    return faults
  }

  private func againstDatabase(_ view: WireView) throws -> [String] {
    var faults: [String] = []
    let spaces = try project.sql("select id from spaces order by id").split(separator: "\n")
    if spaces.map(String.init)
      != view.spaces.keys.map(\.uuidString).map({ $0.lowercased() }).sorted()
    {
      faults.append("the database has other spaces")
    }
    let anchors = try project.sql(
      "select id, transform[13] from anchors where deleted_at is null order by id")
    let shown = view.anchors.map { "\($0.key.uuidString.lowercased())|\(Int($0.value.x))" }.sorted()
    if anchors.split(separator: "\n").map(String.init) != shown {
      faults.append("the database has other anchors")
    }
    if tier == .migrated {
      let count = try project.sql(
        "select count(*) from anchor_events where space_id in (select id from spaces)")
      if count != "\(view.events.count)" { faults.append("the database has \(count) events") }
    }
    return faults
  }
}

/// An anchor as it was at some instant.
private struct PastAnchor: Decodable, Equatable, Comparable {
  let id: UUID
  let transform: [Float]
  let metadata: [String: AnyCodableValue]

  static func < (left: PastAnchor, right: PastAnchor) -> Bool {
    left.id.uuidString < right.id.uuidString
  }
}

/// What a store shows.
private struct WireView {
  struct Anchor: Equatable {
    var x: Float
    var metadata: [String: AnyCodableValue]
  }

  let pending: Int
  var spaces: [UUID: String?] = [:]
  var maps: [UUID: Data] = [:]
  var anchors: [UUID: Anchor] = [:]
  var events: Set<UUID> = []

  init(_ store: HBLocalStore) throws {
    pending = store.loadPendingOperations().count
    for space in try store.catalog.ids() {
      let stored = try store.loadSpace(id: space)
      spaces[space] = stored?.name
      maps[space] = stored?.worldMapData
      for anchor in try store.loadAnchors(spaceId: space) where !anchor.isDeleted {
        anchors[anchor.id] = Anchor(x: anchor.transform[12], metadata: anchor.metadata)
      }
      // Events that each store derives from rows for itself are not shared.
      let index = try store.open[space].withLog { $0.index }
      events.formUnion((0..<index.count).filter { !index.isDerived($0) }.map(index.id))
    }
  }
}
