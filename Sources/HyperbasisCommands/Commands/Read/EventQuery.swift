import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// Which events of which spaces, in canonical order.
struct EventQuery {
  var types: Set<HBAnchorEvent.EventType> = []
  var from: HBInstant?
  var to: HBInstant?
  var isReversed = false
  var limit: Int?
}

/// An event of one of several spaces.
struct EventReference {
  /// The number of the space.
  let space: Int
  let ordinal: Int
}

extension EventQuery {
  /// The events in the order in which they are printed.
  ///
  /// - Parameter anchorId: the only anchor that counts; nil for all.
  func events(in indexes: [EventIndex], anchorId: UUID? = nil) -> [EventReference] {
    var all = indexes.enumerated().flatMap { space, index in
      ordinals(in: index, anchorId).map { EventReference(space: space, ordinal: $0) }
    }
    // One log is in canonical order already.
    if indexes.count > 1 { all.sort { Self.precedes($0, $1, indexes) } }
    if isReversed { all.reverse() }
    return limit.map { Array(all.prefix($0)) } ?? all
  }

  private func ordinals(in index: EventIndex, _ anchorId: UUID?) -> [Int] {
    let first = from.map(index.position(before:)) ?? 0
    let end = to.map(index.position(through:)) ?? index.count
    guard first < end else { return [] }
    let isWanted: (Int) -> Bool = { types.isEmpty || types.contains(index.type($0)) }
    guard let anchorId else { return (first..<end).filter(isWanted) }
    guard let slot = index.slot(of: anchorId) else { return [] }
    return index.ordinals(ofSlot: slot).filter { first <= $0 && $0 < end && isWanted($0) }
  }

  private static func precedes(
    _ left: EventReference, _ right: EventReference, _ indexes: [EventIndex]
  ) -> Bool {
    let (a, b) = (indexes[left.space], indexes[right.space])
    let (x, y) = (left.ordinal, right.ordinal)
    if a.instant(x) != b.instant(y) { return a.instant(x) < b.instant(y) }
    if a.version(x) != b.version(y) { return a.version(x) < b.version(y) }
    return a.id(x).uuidString < b.id(y).uuidString
  }
}
