import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

// MARK: - Corrections

extension SpaceFrames {
  /// Applies an event of a tagged correction, or of its undo or redo; returns false for any other.
  mutating func correct(_ ordinal: Int, _ slot: Int, _ index: EventIndex) -> Bool {
    guard !options.corrections.isEmpty else { return false }
    switch index.undone(ordinal) {
    case .undoes(let operation):
      guard let before = replaced[operation], options.corrections[operation] != nil else {
        return false
      }
      if !before.isUndone {
        keepWriters(until: ordinal)
        writers = before.writers
        replaced[operation]?.isUndone = true
      }
      anchors[slot] = before.anchors[slot] ?? anchors[slot]
      return true
    case .redoes(let operation): return correct(slot, operation, ordinal)
    case nil: return index.operation(ordinal).map { correct(slot, $0, ordinal) } ?? false
    }
  }

  private mutating func correct(_ slot: Int, _ operation: UUID, _ ordinal: Int) -> Bool {
    guard let tag = options.corrections[operation], let goal = tag.frame else { return false }
    let isFirst = replaced[operation] == nil
    if isFirst {
      replaced[operation] = Replaced(writers: writers, taken: TakenShifts(tag.shifts, self))
    }
    // Fetched one by one, so as not to copy all that was replaced so far.
    guard let taken = replaced[operation]?.taken, let now = replaced[operation]?.now else {
      return false
    }
    if isFirst || replaced[operation]?.isUndone == true {
      keepWriters(until: ordinal)
      writers.replace { taken.target($0, goal, now) }
    }
    replaced[operation]?.isUndone = false
    if replaced[operation]?.anchors[slot] == nil {
      replaced[operation]?.anchors[slot] = anchors[slot]
    }
    anchors[slot].correct(to: taken.target(anchors[slot].path, goal, now))
    return true
  }
}

extension SpaceFrames {
  /// Returns the frame that shifts lead into, seen from the reference date.
  func path(_ ids: [UUID]) -> FramePath {
    let numbers = ids.compactMap { id in shifts.firstIndex { $0.aliases.contains(id) } }
    return FramePath(
      shifts: numbers.filter { shifts[$0].firstOrdinal >= since }
        .map { Int32(truncatingIfNeeded: $0) })
  }
}
