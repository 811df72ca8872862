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

  /// What a list shows; four that differ without colour, in every charset.
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

extension HBAnchorEvent.EventType {
  /// The colour in which lists show events of this type.
  package var style: Style { difference.style }

  /// The difference that an event of this type makes.
  var difference: Difference {
    switch self {
    case .created, .restored: .added
    case .moved: .moved
    case .updated: .updated
    case .deleted: .removed
    }
  }
}

extension SpaceData {
  /// How many anchors are otherwise in another state; remembered.
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
struct LatestChanges: Sendable {
  private let differences: [Int: Difference]

  /// More anchors in one instant are an import, in which no single one stands out.
  private static let limit = 10_000

  init(_ index: EventIndex, offset: Int) {
    var differences: [Int: Difference] = [:]
    let first = offset > 0 ? index.position(before: index.instant(offset - 1)) : 0
    if offset - first <= Self.limit {
      for ordinal in first..<offset {
        let slot = index.slot(ordinal)
        let difference = index.type(ordinal).difference
        // Made and moved in one instant is new all the same.
        differences[slot] = min(differences[slot] ?? difference, difference)
      }
    }
    self.differences = differences
  }

  /// How many of some anchors changed, by how.
  func counts(where isCounted: (_ slot: Int) -> Bool) -> [Difference: Int] {
    differences.reduce(into: [:]) { counts, entry in
      if isCounted(entry.key) { counts[entry.value, default: 0] += 1 }
    }
  }

  func difference(ofSlot slot: Int) -> Difference? { differences[slot] }
}

extension SpaceData {
  /// What the instant of the latest of so many events changed; remembered.
  func latestChanges(at offset: Int) -> LatestChanges {
    memo.latestChanges.value(for: offset) { LatestChanges(index, offset: offset) }
  }
}
