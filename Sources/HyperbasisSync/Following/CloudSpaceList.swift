package import Foundation
package import HyperbasisModels
import HyperbasisStore

/// A space that a cloud has, as far as its row tells.
package struct CloudSpace: Equatable, Identifiable, Sendable {
  package let id: UUID
  package let name: String?
  /// When name or map were changed last.
  package let updatedAt: HBInstant
  /// Of its world map as it lies in the bucket; nil where nobody says.
  package let mapBytes: Int?
  package let isHere: Bool
  package let isFollowed: Bool
}

/// Lists what a cloud has, without taking any of it in.
struct CloudSpaceList {
  let store: HBLocalStore
  let cloud: any CloudService

  func load() async throws -> [CloudSpace] {
    let followed = try FollowedSpacesFile(store).load()
    let here = try store.catalog.ids()
    return try await rows().filter { $0.deletedAt == nil }.map { row in
      CloudSpace(
        id: row.id, name: row.name, updatedAt: row.updatedAt, mapBytes: row.map?.byteCount,
        isHere: here.contains(row.id), isFollowed: followed.contains(row.id))
    }
    .sorted { ($0.name ?? "", $0.id.uuidString) < ($1.name ?? "", $1.id.uuidString) }
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
