package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisCanvas

/// The beginning of an id, enough to tell the anchors of a space apart.
package enum ShortId {
  package static func text(_ id: UUID) -> String { String(id.uuidString.prefix(8)) }
}

/// The beginnings of ids that tell the anchors of a space apart.
package struct ShortIds {
  private let length: Int

  /// Takes eight characters, or as many as are needed.
  package init(_ ids: some Sequence<UUID>) {
    let sorted = ids.map { UUIDBits($0) }.sorted()
    var shared = 0
    // One anchor may have events in several spaces.
    for (left, right) in zip(sorted, sorted.dropFirst()) where left != right {
      shared = max(shared, left.sharedCharacters(with: right))
    }
    length = max(8, min(36, shared + 1))
  }

  package init(_ index: EventIndex) {
    self.init((0..<index.slotCount).lazy.map { index.anchorId(ofSlot: $0) })
  }

  package func text(_ id: UUID) -> String { String(id.uuidString.prefix(length)) }
}

extension UUIDBits {
  /// Returns how many leading characters the texts of two ids have in common.
  fileprivate func sharedCharacters(with other: UUIDBits) -> Int {
    let digits =
      high == other.high
      ? 16 + (low ^ other.low).leadingZeroBitCount / 4
      : (high ^ other.high).leadingZeroBitCount / 4
    // All texts have their hyphens after the same digits.
    return digits + [8, 12, 16, 20].count { $0 <= digits }
  }
}

/// What a space is called.
package enum SpaceTitle {
  /// The name, or the id if there is none.
  package static func text(_ name: String?, _ id: UUID) -> TerminalText {
    TerminalText(name.flatMap { $0.isEmpty ? nil : $0 } ?? id.uuidString)
  }
}
