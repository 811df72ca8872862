import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory

/// Where anchors face, and how the plan shows it.
enum MapHeading {
  /// Returns the direction in space that a transform of 16 floats faces: opposite to its third column.
  ///
  /// Nil if the anchor was never turned at all: stores that hold only positions would otherwise be full
  /// of meaningless arrows.
  static func forward(of transform: [Float]) -> SIMD3<Float>? {
    guard transform.count == 16, transform[..<12] != HBTransform.identity[..<12] else {
      return nil
    }
    return SIMD3(-transform[8], -transform[9], -transform[10])
  }

  /// The least share of a direction that must lie in the picture for it to be shown: with less, the
  /// anchor faces towards or away from the viewer, within six degrees.
  private static let leastShare = 0.1

  /// Returns a direction in degrees counter-clockwise on the plan, 0 pointing up; nil if it is along
  /// the view.
  static func degrees(of forward: SIMD3<Float>, from viewpoint: MapViewpoint) -> Double? {
    let direction = SIMD3<Double>(forward)
    let shown = viewpoint.project(direction)
    let (length, whole) = ((shown * shown).sum(), (direction * direction).sum())
    guard length > 1e-12, length >= leastShare * leastShare * whole else { return nil }
    return atan2(0 - shown.x, 0 - shown.y) * 180 / .pi
  }
}

extension SpaceData {
  /// Whether anchors of this log face anywhere, judging by a sample of its events: if so, the legend
  /// explains the arrows.
  var hasHeadings: Bool {
    memo.hasHeadings.value(for: 0) {
      let step = max(1, index.count / 200)
      return stride(from: 0, to: index.count, by: step).contains { heading(after: $0) != nil }
    }
  }

  /// Returns the heading on the plan after an event, in degrees counter-clockwise, 0 pointing up; nil
  /// if there is none to show.
  package func heading(after ordinal: Int, from viewpoint: MapViewpoint = .top) -> Double? {
    guard let source = index.transformSource(ordinal) else { return nil }
    let forward = memo.forwards.find(source) {
      transform(after: ordinal).map(MapHeading.forward)
    }
    return (forward ?? nil).flatMap { MapHeading.degrees(of: $0, from: viewpoint) }
  }
}
