/// A point of the plan in metres: x to the right, z downwards, seen from above.
package struct MapPoint: Hashable, Sendable {
  package var x: Double
  package var z: Double

  package init(x: Double, z: Double) {
    self.x = x
    self.z = z
  }

  /// The point below a position in space.
  package init(_ position: SIMD3<Float>) {
    self.init(x: Double(position.x), z: Double(position.z))
  }

  package var isFinite: Bool { x.isFinite && z.isFinite }

  /// The distance in metres; infinite or not a number where a point is not finite.
  package func distance(to other: MapPoint) -> Double {
    let dx = other.x - x
    let dz = other.z - z
    return (dx * dx + dz * dz).squareRoot()
  }
}
