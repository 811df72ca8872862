import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport

@testable import HyperbasisSync

/// Compares a device that has only some of a cloud's spaces with what it should have: the spaces that it
/// follows and may see, as the cloud has them, and nothing that it may not know of others.
struct PartCheck {
  let cloud: FakeCloud.State
  let device: Device
  /// How its last pass ended.
  let outcome: SyncOutcome
}

extension PartCheck {
  /// Returns what is wrong, how many spaces were compared, and how many the device does not have.
  func faults() throws -> (faults: [String], compared: Int, leftOut: Int) {
    let followed = try FollowedSpacesFile(device.store).load()
    let here = try device.store.catalog.ids()
    var faults = try strangeEvents(in: here)
    if cloud.teams == nil {
      if let error = outcome.error { faults.append("sync: \(error)") }
      if !outcome.pending.isEmpty { faults.append("\(outcome.pending) pending") }
    }
    var compared = 0
    for space in cloud.spaces.keys where followed.contains(space) && cloud.sees(space, device.user)
    {
      // What this user may not write stays pending, and is reported.
      if waiting.contains(space) { continue }
      guard here.contains(space) else {
        faults.append("\(space) is not here")
        continue
      }
      compared += 1
      faults += try differences(in: space)
    }
    return (faults, compared, cloud.spaces.keys.count { !here.contains($0) })
  }

  /// Spaces of which something was refused, or is still to be sent.
  private var waiting: Set<UUID> {
    Set(outcome.quarantine.map(\.spaceId))
      .union(
        outcome.pending.compactMap { kind in
          switch kind {
          case .saveSpace(let id), .deleteSpace(let id), .uploadEvents(let id): id
          case .saveAnchor(let id): try? device.anchor(id)?.spaceId
          }
        })
  }

  private func differences(in space: UUID) throws -> [String] {
    var faults: [String] = []
    let mine = try device.store.loadAnchors(spaceId: space).filter { !$0.isDeleted }
    let theirs = cloud.anchors.values.filter { $0.spaceId == space && $0.deletedAt == nil }
    let shown = Dictionary(mine.map { ($0.id, AnchorRow($0)) }) { first, _ in first }
    let isSame =
      mine.count == theirs.count
      && theirs.allSatisfy { row in shown[row.id]?.hasSameContent(as: row) ?? false }
    if !isSame { faults.append("\(space) has other anchors") }
    if try device.store.loadSpace(id: space)?.name != cloud.spaces[space]?.name {
      faults.append("\(space) has another name")
    }
    guard cloud.tier == .migrated else { return faults }
    let ids = Set(try device.sharedEvents(of: space).map(\.id))
    let all = Set(cloud.events.values.filter { $0.spaceId == space }.map(\.id))
    if ids != all {
      faults.append(
        "\(space) lacks \(all.subtracting(ids).count) events, has \(ids.subtracting(all).count) alone"
      )
    }
    return faults
  }

  /// Returns others' events that were written while this user could not see their space. Events without
  /// an author are derived by each device for itself, from rows that it could see.
  private func strangeEvents(in spaces: Set<UUID>) throws -> [String] {
    guard let teams = cloud.teams, let user = device.user else { return [] }
    return try spaces.flatMap { space in
      try device.sharedEvents(of: space)
        .filter { event in
          guard let author = event.actorId, author != device.name else { return false }
          return !teams.mayKnow(event.id, user)
        }
        .map { "\(space) shows event \($0.id) of \($0.actorId ?? "nobody")" }
    }
  }
}
