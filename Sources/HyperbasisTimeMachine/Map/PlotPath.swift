import HyperbasisAnchorLog
import HyperbasisHistory

/// The path of one anchor between two dates.
package struct PlotPath: Equatable, Sendable {
  /// Its places, one line for each unbroken period in which it was there.
  package let trails: [MapTrail]
  /// How far it went while it was there, in metres, in all three dimensions.
  package let length: Double
}

extension SpaceData {
  /// Returns the path of an anchor between the state after `from` events and the one after `to` events.
  ///
  /// - Complexity: O(events of the anchor), and O(events) the first time.
  package func plotPath(ofSlot slot: Int, from: Int, to: Int) -> PlotPath {
    let (first, last) = (min(from, to), max(from, to))
    let start = index.latestOrdinal(ofSlot: slot, through: first)
    let later = index.ordinals(ofSlot: slot).filter { first <= $0 && $0 < last }
    let pieces = TrailPieces((start.map { [$0] } ?? []) + later, of: index) {
      MapViewpoint.top.point(of: index.position($0))
    }
    let trails = pieces.pieces.filter { $0.count > 1 }.map { MapTrail(points: Array($0)) }
    let length = { (ordinal: Int?) in ordinal.map(self.totals.pathLength) ?? 0 }
    return PlotPath(
      trails: trails,
      length: length(later.last ?? start) - length(start))
  }
}
