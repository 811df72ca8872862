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

  /// Eight characters, or as many as it takes.
  package init(_ ids: some Sequence<UUID>) {
    let sorted = ids.map(\.uuidString).sorted()
    var shared = 0
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      shared = max(shared, zip(left.utf8, right.utf8).prefix { $0 == $1 }.count)
    }
    length = max(8, min(36, shared + 1))
  }

  package init(_ index: EventIndex) {
    self.init((0..<index.slotCount).lazy.map { index.anchorId(ofSlot: $0) })
  }

  package func text(_ id: UUID) -> String { String(id.uuidString.prefix(length)) }
}

/// What a space is called.
package enum SpaceTitle {
  /// The name, or the id where there is none.
  package static func text(_ name: String?, _ id: UUID) -> TerminalText {
    TerminalText(name.flatMap { $0.isEmpty ? nil : $0 } ?? id.uuidString)
  }
}
