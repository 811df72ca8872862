import Foundation
import HyperbasisHistory

/// Lays a saved draft over the space as it is now, in which others may have written since.
///
/// An anchor of which both changed the same in different ways is left out.
struct DraftRebase {
  /// The anchors as the draft leaves them now.
  private(set) var anchors: [HBAnchor] = []
  /// Edits that others' changes stand against.
  private(set) var conflicts: [SavedDraft.Edit] = []
  /// How many edits are in the store already.
  private(set) var doneCount = 0

  /// - Parameter live: an anchor as it is now, hidden or not.
  init(_ draft: SavedDraft, live: (UUID) -> HBAnchor?) {
    for edit in draft.edits {
      add(edit, DraftMerge(base: edit.before, after: edit.after, live: live(edit.after.id)))
    }
  }

  private mutating func add(_ edit: SavedDraft.Edit, _ merge: DraftMerge) {
    if merge.isDone {
      doneCount += 1
    } else if merge.isConflicting {
      conflicts.append(edit)
    } else {
      anchors.append(merge.merged)
    }
  }
}
