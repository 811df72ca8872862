import Foundation

extension SyncSession {
  /// Returns a reference to a map with the token of its signed link, which the base does not hold: it is
  /// taken from the row in the cloud, if that still names the same map.
  func signed(_ map: WorldMapReference, of spaceId: UUID) async throws -> WorldMapReference {
    guard map.lacksToken else { return map }
    let rows = try await ask { try await $0.spaces(ids: [spaceId]) }
    let there = rows.rows.first { $0.id == spaceId }?.map
    return there.flatMap { WorldMapReference.isSame($0, map) ? $0 : nil } ?? map
  }
}
