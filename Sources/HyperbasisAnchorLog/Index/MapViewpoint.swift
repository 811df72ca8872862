/// The direction from which a space is viewed, and so how its places project onto a flat picture.
///
/// A picture is measured in metres to the right and downwards, so that one scale holds for both.
public enum MapViewpoint: String, CaseIterable, Hashable, Sendable {
  /// From above: x to the right, z downwards.
  case top
  /// From +z: x to the right, y upwards.
  case front
  /// From +x: −z to the right, so that someone who faces −z walks to the right, and y upwards.
  case side
}

extension MapViewpoint {
  /// Returns the point in the picture, right and down, of a place in space.
  @inlinable
  public func project(_ place: SIMD3<Double>) -> SIMD2<Double> {
    // A subtraction, because a negated zero has a sign that would show.
    switch self {
    case .top: SIMD2(place.x, place.z)
    case .front: SIMD2(place.x, 0 - place.y)
    case .side: SIMD2(0 - place.z, 0 - place.y)
    }
  }

  /// Returns a place in space moved within the picture, as far from the viewer as before.
  ///
  /// - Parameter point: The point in the picture, right and down.
  public func moving(_ place: SIMD3<Double>, to point: SIMD2<Double>) -> SIMD3<Double> {
    switch self {
    case .top: SIMD3(point.x, place.y, point.y)
    case .front: SIMD3(point.x, 0 - point.y, place.z)
    case .side: SIMD3(place.x, 0 - point.y, 0 - point.x)
    }
  }
}
