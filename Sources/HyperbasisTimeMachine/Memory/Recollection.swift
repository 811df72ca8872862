package import Foundation
package import HyperbasisCanvas

/// What is remembered of a space from earlier sessions.
package struct Recollection: Sendable {
  package let spaceId: UUID
  package var view: RememberedView?
  /// The newest draft that was saved and neither taken up nor dropped.
  package var draft: SavedDraft?
  /// What could not be read, and where it is kept.
  package var problem: TerminalText?

  package init(spaceId: UUID) {
    self.spaceId = spaceId
  }
}
