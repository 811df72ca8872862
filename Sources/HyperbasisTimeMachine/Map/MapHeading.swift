import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory

/// Where anchors face, and how the plan shows it.
enum MapHeading {
  /// The direction in space that 16 floats face: against their third column.
  ///
  /// Nil where the anchor was never turned at all: most stores that hold positions alone would
  /// otherwise be full of arrows that say nothing.
  static func forward(of transform: [Float]) -> SIMD3<Float>? {
    guard transform.count == 16, transform[..<12] != HBTransform.identity[..<12] else {
      return nil
    }
    return SIMD3(-transform[8], -transform[9], -transform[10])
  }

  /// What of a direction has to lie in the picture for it to be told: less, and the anchor faces
  /// the viewer or away, within six degrees.
  private static let leastShare = 0.1

  /// A direction in degrees counter-clockwise on the plan, 0 up it; nil where it is along the view.
  static func degrees(of forward: SIMD3<Float>, from viewpoint: MapViewpoint) -> Double? {
    let direction = SIMD3<Double>(forward)
    let shown = viewpoint.project(direction)
    let (length, whole) = ((shown * shown).sum(), (direction * direction).sum())
    guard length > 1e-12, length >= leastShare * leastShare * whole else { return nil }
    return atan2(0 - shown.x, 0 - shown.y) * 180 / .pi
  }
}

extension SpaceData {
  /// Whether anchors of this log face anywhere, as some of its events tell: the legend then explains
  /// the arrows.
  var hasHeadings: Bool {
    memo.hasHeadings.value(for: 0) {
      let step = max(1, index.count / 200)
      return stride(from: 0, to: index.count, by: step).contains { heading(after: $0) != nil }
    }
  }

  /// The heading on the plan after an event, in degrees counter-clockwise, 0 up it; nil where there
  /// is none to show.
  package func heading(after ordinal: Int, from viewpoint: MapViewpoint = .top) -> Double? {
    guard let source = index.transformSource(ordinal) else { return nil }
    let forward = memo.forwards.find(source) {
      transform(after: ordinal).map(MapHeading.forward)
    }
    return (forward ?? nil).flatMap { MapHeading.degrees(of: $0, from: viewpoint) }
  }
}
