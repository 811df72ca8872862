import Foundation
import Hyperbasis
import SupabaseTestSupport

// Rows for tests, with dates to the microsecond.

extension HBInstant {
  /// Returns the instant this many microseconds after noon on 1 May 2024.
  static func noon(_ microseconds: Int64 = 0) -> HBInstant {
    HBInstant(microseconds: 1_714_564_800_000_000 + microseconds)
  }
}

extension SpaceRow {
  static func sample(
    _ id: UUID = UUID(), name: String? = "Kitchen", at time: HBInstant = .noon(123_456)
  ) -> SpaceRow {
    SpaceRow(id: id, name: name, createdAt: .noon(), updatedAt: time)
  }
}

extension AnchorRow {
  static func sample(
    _ space: UUID, id: UUID = UUID(), x: Float = 0.1,
    metadata: [String: AnyCodableValue] = ["text": "note"], at time: HBInstant = .noon(123_456),
    deletedAt: HBInstant? = nil
  ) -> AnchorRow {
    AnchorRow(
      id: id, spaceId: space, transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 1.2, -2, 1],
      metadata: metadata, createdAt: .noon(), updatedAt: time, deletedAt: deletedAt)
  }
}

extension AnchorEventRow {
  static func sample(
    _ space: UUID, id: UUID = UUID(), anchor: UUID = UUID(), version: Int = 1,
    metadata: [String: AnyCodableValue]? = ["text": "note"],
    extra: [String: AnyCodableValue] = ["operation": "x"]
  ) -> AnchorEventRow {
    AnchorEventRow(
      id: id, anchorId: anchor, spaceId: space, type: .created, instant: .noon(654_321),
      version: version, transform: AnchorRow.sample(space).transform, metadata: metadata,
      actorId: "Ada", extra: extra)
  }
}

extension Array where Element: Sendable {
  /// The writes of a client that has not seen the rows on the server.
  var asNew: [RowWrite<Element>] { map { RowWrite($0, seen: nil) } }

  /// Returns the writes of a client that has seen the rows on the server as of an instant.
  func asSeen(_ instant: HBInstant = .noon(123_456)) -> [RowWrite<Element>] {
    map { RowWrite($0, seen: instant) }
  }
}

/// Returns the failure of a call; nil if it succeeded.
func failure(
  of body: () async throws(CloudFailure) -> Void
) async -> CloudFailure? {
  do {
    try await body()
    return nil
  } catch {
    return error
  }
}
