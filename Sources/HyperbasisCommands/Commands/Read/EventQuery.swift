import Foundation
import Hyperbasis

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
  let snapshot: LogSnapshot
  let ordinal: Int

  var index: EventIndex { snapshot.timeline.index }
}

extension EventQuery {
  /// The events in the order in which they are printed.
  ///
  /// - Parameter anchorId: the only anchor that counts; nil for all.
  func events(in snapshots: [LogSnapshot], anchorId: UUID? = nil) -> [EventReference] {
    let lists = snapshots.map { snapshot in
      ordinals(in: snapshot.timeline.index, anchorId).map {
        EventReference(snapshot: snapshot, ordinal: $0)
      }
    }
    var all = lists.count == 1 ? lists[0] : Self.merged(lists)
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

  /// Each log is in canonical order already, and so is what is merged.
  private static func merged(_ lists: [[EventReference]]) -> [EventReference] {
    lists.flatMap { $0 }.sorted { left, right in
      let (a, b) = (left.index, right.index)
      let (x, y) = (left.ordinal, right.ordinal)
      if a.instant(x) != b.instant(y) { return a.instant(x) < b.instant(y) }
      if a.version(x) != b.version(y) { return a.version(x) < b.version(y) }
      return a.id(x).uuidString < b.id(y).uuidString
    }
  }
}
