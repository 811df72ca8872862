package import HyperbasisDrift
import HyperbasisModels

/// The position and heading of an anchor.
package struct Place: Sendable {
  package var position: SIMD3<Double>
  /// Degrees.
  package var heading: Double

  package init(_ position: SIMD3<Double>, heading: Double = 0) {
    self.position = position
    self.heading = heading
  }

  package var transform: [Float] {
    HBTransform.make(position: SIMD3<Float>(position), yaw: heading)
  }

  /// Returns the place after a motion.
  package func moved(by motion: Motion, turns: Bool = true) -> Place {
    Place(motion.apply(position), heading: heading + (turns ? motion.yaw : 0))
  }
}

extension [Place] {
  package var centroid: SIMD3<Double> {
    reduce(SIMD3<Double>.zero) { $0 + $1.position } / Double(count)
  }

  package func moved(by motion: Motion, turns: Bool = true) -> [Place] {
    map { $0.moved(by: motion, turns: turns) }
  }

  /// Returns the motion that turns the places about their centroid and then translates them.
  package func motion(yaw: Double, then translation: SIMD3<Double>) -> Motion {
    Motion(yaw: yaw, about: centroid, then: translation)
  }
}
