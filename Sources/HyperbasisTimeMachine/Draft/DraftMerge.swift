import Foundation
package import HyperbasisHistory

/// Lays an edit over an anchor that others may have changed since the edit was made.
///
/// Place, life and each key of the metadata are looked at on their own: what the edit changed is
/// taken, and what others changed stays. Where both changed the same in different ways, or one
/// deleted what the other changed, the edit counts, and ``isConflicting`` says so.
package struct DraftMerge: Sendable {
  /// The anchor as writing the edit would leave it.
  package let merged: HBAnchor
  /// What a further edit is to be compared with: as others left it, except what both changed.
  package let base: HBAnchor?
  /// Whether others changed the same in another way.
  package let isConflicting: Bool
  /// Whether the store has it already.
  package let isDone: Bool

  /// - Parameters:
  ///   - base: the anchor as it was when it was edited; nil for a new one.
  ///   - after: the anchor as it was edited.
  ///   - live: the anchor as it is now, hidden or not; nil where there is none.
  package init(base: HBAnchor?, after: HBAnchor, live: HBAnchor?) {
    guard let base, let live else {
      isDone = live.map { $0.looksLike(after) } ?? false
      isConflicting = !isDone && (base == nil) != (live == nil)
      merged = after
      self.base = isConflicting ? base : live
      return
    }
    var parts = Parts(base: base, merged: live)
    parts.mergePlace(base, after, live)
    parts.mergeLife(base, after, live)
    parts.mergeMetadata(base, after, live)
    isDone = live.looksLike(after)
    isConflicting = parts.isConflicting
    merged = parts.merged
    self.base = parts.base
  }

  /// What is put together part by part.
  private struct Parts {
    var base: HBAnchor
    var merged: HBAnchor
    var isConflicting = false

    mutating func mergePlace(_ former: HBAnchor, _ after: HBAnchor, _ live: HBAnchor) {
      let outcome = ThreeWayMerge.outcome(
        base: former.transform, mine: after.transform, theirs: live.transform,
        isSame: { $0.isBitwiseLike($1) })
      if outcome != .theirs { merged.transform = after.transform }
      if outcome == .conflict { isConflicting = true } else { base.transform = live.transform }
    }

    mutating func mergeLife(_ former: HBAnchor, _ after: HBAnchor, _ live: HBAnchor) {
      // There are two ways to be, so that two who changed it agree.
      let outcome = ThreeWayMerge.outcome(
        base: former.isDeleted, mine: after.isDeleted, theirs: live.isDeleted)
      // An anchor that one deletes and another goes on changing.
      let isContested =
        outcome == .theirs && live.isDeleted && !after.isPlacedAndNamed(like: former)
        || outcome == .mine && after.isDeleted && !live.isPlacedAndNamed(like: former)
      if outcome == .mine || isContested { merged.deletedAt = after.deletedAt }
      if isContested { isConflicting = true } else { base.deletedAt = live.deletedAt }
    }

    mutating func mergeMetadata(_ former: HBAnchor, _ after: HBAnchor, _ live: HBAnchor) {
      base.metadata = live.metadata
      // Most edits are of the place alone.
      guard former.metadata != after.metadata else { return }
      let outcomes = ThreeWayMerge.outcomes(
        base: former.metadata, mine: after.metadata, theirs: live.metadata)
      for (key, outcome) in outcomes where outcome == .mine || outcome == .conflict {
        merged.metadata[key] = after.metadata[key]
        guard outcome == .conflict else { continue }
        isConflicting = true
        base.metadata[key] = former.metadata[key]
      }
    }
  }
}

extension HBAnchor {
  /// Whether place, metadata and life are the same; the dates of changes do not count.
  fileprivate func looksLike(_ other: HBAnchor) -> Bool {
    isPlacedAndNamed(like: other) && isDeleted == other.isDeleted
  }

  /// Whether place and metadata are the same.
  fileprivate func isPlacedAndNamed(like other: HBAnchor) -> Bool {
    transform.isBitwiseLike(other.transform) && metadata == other.metadata
  }
}

extension [Float] {
  /// Whether the numbers are the same, where one that is not a number equals itself.
  fileprivate func isBitwiseLike(_ other: [Float]) -> Bool {
    elementsEqual(other) { left, right in left == right || left.isNaN && right.isNaN }
  }
}

/// Lays a saved draft over the space as it is now, in which others may have written since.
struct DraftRebase {
  /// The edits that the store lacks, each laid over what others wrote.
  private(set) var edits: [SavedDraft.Edit] = []
  /// The anchors of which others changed the same in another way.
  private(set) var conflicting: [HBAnchor] = []
  /// How many edits are in the store already.
  private(set) var doneCount = 0

  /// The anchors as the draft leaves them now.
  var anchors: [HBAnchor] { edits.map(\.after) }

  /// - Parameter live: an anchor as it is now, hidden or not.
  init(_ draft: SavedDraft, live: (UUID) -> HBAnchor?) {
    for edit in draft.edits {
      add(DraftMerge(base: edit.before, after: edit.after, live: live(edit.after.id)))
    }
  }

  private mutating func add(_ merge: DraftMerge) {
    if merge.isDone {
      doneCount += 1
      return
    }
    edits.append(SavedDraft.Edit(before: merge.base, after: merge.merged))
    if merge.isConflicting { conflicting.append(merge.merged) }
  }
}
