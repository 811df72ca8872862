package import Foundation

/// A space that was deleted elsewhere, and so was moved to the trash here, or one that was deleted here
/// although others had changed it, which was not known.
package struct RemovedSpace: Equatable, Identifiable, Sendable {
  package let id: UUID
  package let name: String?
  /// Whether it held changes made here that nobody else had seen.
  package let heldOwnWork: Bool
  /// How many events of others it had in the cloud that had not come in; 0 if it was deleted elsewhere.
  package let unseenEvents: Int

  package init(id: UUID, name: String?, heldOwnWork: Bool = false, unseenEvents: Int = 0) {
    (self.id, self.name) = (id, name)
    (self.heldOwnWork, self.unseenEvents) = (heldOwnWork, unseenEvents)
  }
}
