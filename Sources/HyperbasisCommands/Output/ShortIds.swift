import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// The beginnings of ids that tell the anchors of a space apart.
struct ShortIds {
  private let length: Int

  /// Eight characters, or as many as it takes.
  init(_ ids: some Sequence<UUID>) {
    let sorted = ids.map(\.uuidString).sorted()
    var shared = 0
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      shared = max(shared, zip(left.utf8, right.utf8).prefix { $0 == $1 }.count)
    }
    length = max(8, min(36, shared + 1))
  }

  init(_ index: EventIndex) {
    self.init((0..<index.slotCount).lazy.map { index.anchorId(ofSlot: $0) })
  }

  func text(_ id: UUID) -> String { String(id.uuidString.prefix(length)) }
}
