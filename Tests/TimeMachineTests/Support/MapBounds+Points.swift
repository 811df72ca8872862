@testable import HyperbasisTimeMachine

extension MapBounds {
  /// Creates the bounds of all points but the outliers; two metres around the origin if there are none.
  init(points: some RandomAccessCollection<MapPoint>) {
    self.init(count: points.count) { points[points.index(points.startIndex, offsetBy: $0)] }
  }

  /// Creates the bounds of `count` points given by number; nil for a point that does not exist.
  init(count: Int, point: (Int) -> MapPoint?) {
    self.init(sample: MapBounds.sample(count: count, point: point)) { fence, extent in
      for number in 0..<count {
        if let point = point(number) { extent.include(point, within: fence) }
      }
    }
  }

  func contains(_ point: MapPoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.z >= minZ && point.z <= maxZ
  }
}
