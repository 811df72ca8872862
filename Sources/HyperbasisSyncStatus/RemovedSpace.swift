package import Foundation

/// A space that was deleted elsewhere, and so was moved to the trash here.
package struct RemovedSpace: Equatable, Identifiable, Sendable {
  package let id: UUID
  package let name: String?
  /// Whether it held changes made here that nobody else had seen.
  package let heldOwnWork: Bool

  package init(id: UUID, name: String?, heldOwnWork: Bool) {
    (self.id, self.name, self.heldOwnWork) = (id, name, heldOwnWork)
  }
}
