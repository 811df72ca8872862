import Foundation
package import HyperbasisHistory

/// Merges an edit into an anchor that others may have changed since the edit was made.
///
/// Place, deletion and each metadata key are merged separately: what the edit changed is taken, and what
/// others changed stays. If both changed the same thing in different ways, or one side deleted what the
/// other changed, the edit wins, and ``isConflicting`` is set.
package struct DraftMerge: Sendable {
  /// The anchor as writing the edit would leave it.
  package let merged: HBAnchor
  /// What a further edit must be compared with: the anchor as others left it, except for what both sides
  /// changed.
  package let base: HBAnchor?
  /// Whether others changed the same thing in another way.
  package let isConflicting: Bool
  /// Whether the store has it already.
  package let isDone: Bool

  /// - Parameters:
  ///   - base: the anchor as it was when it was edited; nil for a new one.
  ///   - after: the anchor as it was edited.
  ///   - live: the anchor as it is now, hidden or not; nil if there is none.
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

  /// The result, assembled part by part.
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
      // An anchor is either deleted or not, so two sides that both changed that agree.
      let outcome = ThreeWayMerge.outcome(
        base: former.isDeleted, mine: after.isDeleted, theirs: live.isDeleted)
      // One side deletes the anchor while the other goes on changing it.
      let isContested =
        outcome == .theirs && live.isDeleted && !after.isPlacedAndNamed(like: former)
        || outcome == .mine && after.isDeleted && !live.isPlacedAndNamed(like: former)
      if outcome == .mine || isContested { merged.deletedAt = after.deletedAt }
      if isContested { isConflicting = true } else { base.deletedAt = live.deletedAt }
    }

    mutating func mergeMetadata(_ former: HBAnchor, _ after: HBAnchor, _ live: HBAnchor) {
      base.metadata = live.metadata
      // Most edits change only the place.
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
  /// Returns whether place, metadata and deletion are the same; the dates of changes do not count.
  fileprivate func looksLike(_ other: HBAnchor) -> Bool {
    isPlacedAndNamed(like: other) && isDeleted == other.isDeleted
  }

  /// Returns whether place and metadata are the same.
  fileprivate func isPlacedAndNamed(like other: HBAnchor) -> Bool {
    transform.isBitwiseLike(other.transform) && metadata == other.metadata
  }
}

extension [Float] {
  /// Returns whether the numbers are the same, with NaN equal to itself.
  fileprivate func isBitwiseLike(_ other: [Float]) -> Bool {
    elementsEqual(other) { left, right in left == right || left.isNaN && right.isNaN }
  }
}

/// Rebases a saved draft onto the space as it is now, in which others may have written since.
struct DraftRebase {
  /// The edits that the store lacks, each merged with what others wrote.
  private(set) var edits: [SavedDraft.Edit] = []
  /// The anchors in which others changed the same thing in another way.
  private(set) var conflicting: [HBAnchor] = []
  /// How many edits are in the store already.
  private(set) var doneCount = 0

  /// The anchors as the draft leaves them now.
  var anchors: [HBAnchor] { edits.map(\.after) }

  /// - Parameter live: returns an anchor as it is now, hidden or not.
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
