package import Hyperbasis

/// Lays an edit over an anchor that others may have changed since the edit was made.
///
/// Place, life and each key of the metadata are looked at on their own: what the edit changed is
/// taken, and what others changed stays. Where both changed the same in different ways the edit
/// counts, and ``isConflicting`` says so.
package struct DraftMerge: Sendable {
  /// The anchor as writing the edit would leave it.
  package let merged: HBAnchor
  /// What a further edit is to be compared with: as others left it, but for what both changed.
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
    parts.take(\.transform, base, after, live) { $0.isBitwiseLike($1) }
    parts.take(\.deletedAt, base, after, live) { ($0 == nil) == ($1 == nil) }
    for key in Set(after.metadata.keys).union(base.metadata.keys).union(live.metadata.keys) {
      parts.take(\.metadata[key], base, after, live) { $0 == $1 }
    }
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

    mutating func take<Value>(
      _ part: WritableKeyPath<HBAnchor, Value>, _ former: HBAnchor, _ after: HBAnchor,
      _ live: HBAnchor, isSame: (Value, Value) -> Bool
    ) {
      let isMine = !isSame(former[keyPath: part], after[keyPath: part])
      let isTheirs = !isSame(former[keyPath: part], live[keyPath: part])
      if isMine { merged[keyPath: part] = after[keyPath: part] }
      if isMine, isTheirs, !isSame(after[keyPath: part], live[keyPath: part]) {
        isConflicting = true
      } else {
        base[keyPath: part] = live[keyPath: part]
      }
    }
  }
}

extension HBAnchor {
  /// Whether place, metadata and life are the same; the dates of changes do not count.
  fileprivate func looksLike(_ other: HBAnchor) -> Bool {
    transform.isBitwiseLike(other.transform) && metadata == other.metadata
      && isDeleted == other.isDeleted
  }
}

extension [Float] {
  /// Whether the numbers are the same, where one that is none equals itself.
  fileprivate func isBitwiseLike(_ other: [Float]) -> Bool {
    elementsEqual(other) { left, right in left == right || left.isNaN && right.isNaN }
  }
}
