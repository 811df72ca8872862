package import Foundation

/// A cloud that reports what it holds, and can be made to forget it.
package protocol CloudInventory: CloudQuestions {
  /// Returns a digest of what each space holds.
  func digests() async throws(CloudFailure) -> [SpaceDigest]

  /// Returns the ids of all events of a space.
  func eventIds(of space: UUID) async throws(CloudFailure) -> Set<UUID>

  /// Returns all events of a space.
  func events(of space: UUID) async throws(CloudFailure) -> CloudRows<AnchorEventRow>

  /// Returns what forgetting a space would remove, without removing it.
  ///
  /// - Throws: ``CloudFailure/rejected(_:)`` if this user may not forget it.
  func extent(of space: UUID) async throws(CloudFailure) -> ForgottenExtent

  /// Removes a space for good: world maps, rows, history. What devices still have of it is not accepted
  /// any more.
  func forget(space: UUID) async throws(CloudFailure)

  /// Lets a space that was forgotten come back.
  ///
  /// - Returns: whether it was forgotten.
  func unforget(space: UUID) async throws(CloudFailure) -> Bool
}

/// How much of a space there is to forget.
package struct ForgottenExtent: Equatable, Sendable {
  package var events: Int
  package var anchors: Int
  package var worldMaps: Int

  package init(events: Int, anchors: Int, worldMaps: Int) {
    self.events = events
    self.anchors = anchors
    self.worldMaps = worldMaps
  }

  package var isEmpty: Bool { events + anchors + worldMaps == 0 }
}
