import Foundation
import Hyperbasis

/// Lays a saved draft over the space as it is now, in which others may have written since.
///
/// Place, metadata and life of an anchor are looked at on their own: what the draft changed is
/// taken, what others changed stays, and an anchor of which both changed the same part in
/// different ways is left out.
struct DraftRebase {
  /// The anchors as the draft leaves them now.
  private(set) var anchors: [HBAnchor] = []
  /// Edits that others' changes stand against.
  private(set) var conflicts: [SavedDraft.Edit] = []
  /// How many edits are in the store already.
  private(set) var doneCount = 0

  /// - Parameter live: an anchor as it is now, hidden or not.
  init(_ draft: SavedDraft, live: (UUID) -> HBAnchor?) {
    for edit in draft.edits { add(edit, over: live(edit.after.id)) }
  }

  private mutating func add(_ edit: SavedDraft.Edit, over live: HBAnchor?) {
    switch (edit.before, live) {
    case (nil, nil): anchors.append(edit.after)
    case (nil, .some(let live)): settle(edit, isDone: live.looksLike(edit.after))
    case (.some, nil): conflicts.append(edit)
    case (.some(let before), .some(let live)): merge(edit, before, live)
    }
  }

  private mutating func settle(_ edit: SavedDraft.Edit, isDone: Bool) {
    if isDone { doneCount += 1 } else { conflicts.append(edit) }
  }

  private mutating func merge(_ edit: SavedDraft.Edit, _ before: HBAnchor, _ live: HBAnchor) {
    let after = edit.after
    guard !live.looksLike(after) else {
      doneCount += 1
      return
    }
    var merged = live
    let places = Self.merge(before, after, live) { $0.hasTransform(of: $1) }
    let metadata = Self.merge(before, after, live) { $0.hasMetadata(of: $1) }
    let lives = Self.merge(before, after, live) { $0.isDeleted == $1.isDeleted }
    if places == .draft { merged.transform = after.transform }
    if metadata == .draft { merged.metadata = after.metadata }
    if lives == .draft { merged.deletedAt = after.deletedAt }
    if [places, metadata, lives].contains(.neither) {
      conflicts.append(edit)
    } else {
      anchors.append(merged)
    }
  }

  /// Whose version of a part of an anchor counts.
  private enum Side {
    case draft, store, neither
  }

  private static func merge(
    _ before: HBAnchor, _ after: HBAnchor, _ live: HBAnchor,
    isSame: (HBAnchor, HBAnchor) -> Bool
  ) -> Side {
    if isSame(before, after) || isSame(live, after) { return .store }
    return isSame(before, live) ? .draft : .neither
  }
}

extension HBAnchor {
  /// Whether place, metadata and life are the same; the dates of changes do not count.
  fileprivate func looksLike(_ other: HBAnchor) -> Bool {
    hasTransform(of: other) && hasMetadata(of: other) && isDeleted == other.isDeleted
  }

  /// By bits, for a number that is none equals itself here.
  fileprivate func hasTransform(of other: HBAnchor) -> Bool {
    transform.elementsEqual(other.transform) { left, right in
      left == right || left.isNaN && right.isNaN
    }
  }

  fileprivate func hasMetadata(of other: HBAnchor) -> Bool { metadata == other.metadata }
}
