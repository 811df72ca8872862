package import Foundation

/// A cloud that tells what it holds, and can be made to forget it.
package protocol CloudInventory: CloudQuestions {
  /// All spaces with what they hold, in short.
  func digests() async throws(CloudFailure) -> [SpaceDigest]

  /// The ids of all events of a space.
  func eventIds(of space: UUID) async throws(CloudFailure) -> Set<UUID>

  /// All events of a space.
  func events(of space: UUID) async throws(CloudFailure) -> CloudRows<AnchorEventRow>

  /// What forgetting a space would remove; nothing is.
  ///
  /// - Throws: ``CloudFailure/rejected(_:)`` for who may not.
  func extent(of space: UUID) async throws(CloudFailure) -> ForgottenExtent

  /// Removes a space for good: world maps, rows, history. What devices still have of it stays out.
  func forget(space: UUID) async throws(CloudFailure)

  /// Lets a space that was forgotten come back.
  ///
  /// - Returns: whether it was forgotten.
  func unforget(space: UUID) async throws(CloudFailure) -> Bool
}

/// What there is of a space to forget.
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
