import HyperbasisAnchorLog

/// The path of an anchor: one piece for each unbroken period in which it was there. Where it was put while
/// it was deleted, it did not go.
struct TrailPieces {
  private(set) var pieces: [ArraySlice<MapPoint>] = []
  private var isInterrupted = true

  /// Adds where an anchor was after each of some of its events, oldest first.
  init(_ ordinals: some Sequence<Int>, of index: EventIndex, seen viewpoint: (Int) -> MapPoint) {
    for ordinal in ordinals {
      guard index.isVisible(ordinal) else {
        isInterrupted = true
        continue
      }
      add(viewpoint(ordinal))
    }
  }

  private mutating func add(_ point: MapPoint) {
    guard point.isFinite else { return }
    if isInterrupted {
      pieces.append([point])
      isInterrupted = false
    } else if point != pieces[pieces.count - 1].last {
      pieces[pieces.count - 1].append(point)
    }
  }
}
