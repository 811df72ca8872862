import HyperbasisAnchorLog
package import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// How an anchor differs between two states, the most important first.
package enum Difference: Int, CaseIterable, Comparable, Hashable, Sendable {
  case removed, added, moved, updated

  package static func < (left: Difference, right: Difference) -> Bool {
    left.rawValue < right.rawValue
  }

  package var word: TerminalText {
    switch self {
    case .removed: "removed"
    case .added: "added"
    case .moved: "moved"
    case .updated: "updated"
    }
  }

  /// Returns the glyph that lists show; the four can be told apart without colour in every charset.
  package func glyph(_ charset: Charset) -> Glyph {
    switch self {
    case .removed: charset.isASCII ? "x" : "×"
    case .added: "+"
    case .moved: "~"
    case .updated: charset.isASCII ? "=" : "≈"
    }
  }

  package var style: Style {
    Style(mapChange.color)
  }
}

extension StatePair {
  /// How the anchor differs; nil if it does not. One that moved and was updated counts as moved.
  package var difference: Difference? {
    guard isChanged else { return nil }
    guard isCommon else { return isVisible ? .added : .removed }
    return hasMoved ? .moved : .updated
  }
}

extension EventIndex {
  /// Returns what an event did to its anchor, whatever the kind of the event; nil if it changed nothing.
  package func difference(ofEvent ordinal: Int) -> Difference? {
    pair(ofEvent: ordinal).difference
  }
}

extension Difference? {
  /// Returns the glyph that lists show, also for events that changed nothing.
  func glyph(_ charset: Charset) -> Glyph {
    self?.glyph(charset) ?? (charset.isASCII ? "." : "·")
  }

  /// The colour in which lists show what made this difference.
  package var style: Style { self?.style ?? Style(.unchanged) }
}

extension SpaceData {
  /// Returns how many anchors differ between two states; memoized.
  ///
  /// - Complexity: O(anchors)
  package func differenceCount(from: Int, to: Int) -> Int {
    memo.differenceCounts.value(for: OffsetPair(from: from, to: to)) {
      index.differenceCount(from: rows(at: from), to: rows(at: to))
    }
  }
}

struct OffsetPair: Hashable, Sendable {
  let from: Int
  let to: Int
}

/// What the events of one instant did, by anchor: what has just changed on the screen.
///
/// Each anchor is compared with its state before all of them, as in a comparison of the two states.
struct LatestChanges: Sendable {
  private struct Change {
    let difference: Difference
    /// Whether the metadata differ too, for an anchor that moved.
    let isUpdated: Bool
  }

  private let changes: [Int: Change]

  /// More events than this in one instant are an import, in which no single anchor stands out.
  private static let limit = 10_000

  init(_ index: EventIndex, offset: Int) {
    var changes: [Int: Change] = [:]
    let first = index.previousOffset(before: offset)
    if offset - first <= Self.limit {
      for slot in Set((first..<offset).map(index.slot)) {
        let pair = index.pair(ofSlot: slot, from: first, to: offset)
        changes[slot] = pair.difference.map {
          Change(difference: $0, isUpdated: $0 == .moved && pair.isUpdated)
        }
      }
    }
    self.changes = changes
  }

  /// Returns how many of the counted anchors changed, by kind of difference; one that moved and was
  /// updated counts as both.
  func counts(where isCounted: (_ slot: Int) -> Bool) -> [Difference: Int] {
    changes.reduce(into: [:]) { counts, entry in
      guard isCounted(entry.key) else { return }
      counts[entry.value.difference, default: 0] += 1
      if entry.value.isUpdated { counts[.updated, default: 0] += 1 }
    }
  }

  func difference(ofSlot slot: Int) -> Difference? { changes[slot]?.difference }
}

extension SpaceData {
  /// Returns what the instant of the last of the first `offset` events changed; memoized.
  func latestChanges(at offset: Int) -> LatestChanges {
    memo.latestChanges.value(for: offset) { LatestChanges(index, offset: offset) }
  }
}

extension EventIndex {
  /// Returns how many events precede the instant of the last of the first `offset` events.
  func previousOffset(before offset: Int) -> Int {
    offset > 0 ? eventCount(before: instant(offset - 1)) : 0
  }
}
