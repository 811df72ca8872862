import Foundation

/// The anchors whose files were found changed by other programs, in the order of discovery, so that
/// each open space can take in what it has not seen yet.
struct AnchorChanges: Sendable {
  /// The newest; older ones are forgotten.
  private var anchors: [UUID] = []
  /// How many were forgotten.
  private var start = 0

  private static let mostKept = 8192

  /// The number of the next change.
  var end: Int { start + anchors.count }

  mutating func append(_ anchor: UUID) {
    if anchors.count >= Self.mostKept {
      anchors.removeFirst(Self.mostKept / 2)
      start += Self.mostKept / 2
    }
    anchors.append(anchor)
  }

  /// Returns the anchors whose files were found changed since a given change, each once; nil if that
  /// was too long ago to know.
  func anchors(since number: Int) -> Set<UUID>? {
    number >= start ? Set(anchors.dropFirst(number - start)) : nil
  }
}
