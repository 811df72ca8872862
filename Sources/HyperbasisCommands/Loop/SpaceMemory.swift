import Foundation
import HyperbasisCanvas
import HyperbasisTimeMachine

/// What the time machine asks of its memory of spaces; a scratch store has none.
final class SpaceMemory {
  private let folder: StateFolder?
  /// What is to be said when the terminal is given back.
  private(set) var farewell: String?

  init(folder: StateFolder?) {
    self.folder = folder
  }

  /// What is remembered of a space.
  func recall(_ spaceId: UUID) -> Input {
    .recalled(folder?.recall(spaceId) ?? Recollection(spaceId: spaceId))
  }

  func remember(_ view: RememberedView, of spaceId: UUID) {
    folder?.remember(view, of: spaceId)
  }

  func save(_ draft: SavedDraft) {
    guard let folder else { return }
    let count = draft.edits.count == 1 ? "1 edit" : "\(draft.edits.count) edits"
    do {
      try folder.save(draft)
      farewell = "the draft of \(count) is saved; the next start offers it"
    } catch {
      farewell = "the draft of \(count) could not be saved: \(error)"
    }
  }

  func forget(_ draft: SavedDraft) {
    folder?.forget(draft)
  }
}
