import Foundation
import HyperbasisModels
import HyperbasisStore

/// Lists what a cloud has, without taking any of it in.
struct CloudSpaceList {
  let store: HBLocalStore
  let cloud: any CloudService

  /// - Parameters:
  ///   - most: how many to return at most.
  ///   - skipped: how many to leave out before them.
  func load(_ most: Int, skipping skipped: Int) async throws -> ListedCloudSpaces {
    var list: ListedCloudSpaces
    if let told = try await cloud.listedSpaces(most, skipping: skipped) {
      list = told
    } else {
      let all = try await all()
      list = ListedCloudSpaces(
        spaces: Array(all.dropFirst(skipped).prefix(most)), total: all.count)
    }
    let followed = try FollowedSpacesFile(store).load()
    let here = try store.catalog.ids()
    for (place, space) in list.spaces.enumerated() {
      list.spaces[place].isHere = here.contains(space.id)
      list.spaces[place].isFollowed = followed.contains(space.id)
    }
    return list
  }

  /// Lists all spaces of a server that does not return pages of them.
  private func all() async throws -> [CloudSpace] {
    try await rows().filter { $0.deletedAt == nil }.map { row in
      CloudSpace(
        id: row.id, name: row.name, changedAt: row.updatedAt, mapBytes: row.map?.byteCount)
    }
    .sorted { ($0.name ?? "", $0.id) < ($1.name ?? "", $1.id) }
  }

  private func rows() async throws -> [SpaceRow] {
    guard try await cloud.probe().tier == .migrated else { return try await plainRows() }
    var rows: [SpaceRow] = []
    var cursor = TableCursor()
    while true {
      let page = try await cloud.spaces(after: cursor)
      rows += page.rows
      guard let end = page.end, !page.isLast else { return rows }
      cursor.advance(to: end)
    }
  }

  private func plainRows() async throws -> [SpaceRow] {
    var ids: [UUID] = []
    var end: UUID?
    repeat {
      let page = try await cloud.spaceManifest(after: end)
      ids += page.rows.map(\.id)
      end = page.isLast ? nil : page.end
    } while end != nil
    var rows: [SpaceRow] = []
    for part in ids.chunks(of: SyncLimits.idsPerRequest) {
      rows += try await cloud.spaces(ids: Array(part)).rows
    }
    return rows
  }
}
