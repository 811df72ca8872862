import Foundation

/// Converts degrees of latitude and longitude to metres around an origin, and back.
///
/// A plane that touches the ellipsoid WGS 84 at the origin: x = Δλ·N·cos φ₀ to the east and
/// z = −Δφ·M, so that north is up the plan, with the radii of curvature N (prime vertical) and
/// M (meridian) at the origin. Exactly invertible; away from the origin's latitude φ lengths to the
/// east are off by cos φ / cos φ₀. Radii: Torge, Geodesy, the ellipsoid's geometry.
public struct GeoProjection: Hashable, Sendable {
  /// Degrees, north positive.
  public let latitude: Double
  /// Degrees, east positive.
  public let longitude: Double
  /// Metres; the altitude at which the store's y is 0.
  public let altitude: Double

  /// Metres per degree of longitude at the origin.
  private let metresEast: Double
  /// Metres per degree of latitude at the origin.
  private let metresNorth: Double

  public init(latitude: Double, longitude: Double, altitude: Double = 0) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
    let equatorialRadius = 6_378_137.0
    let flattening = 1 / 298.257223563
    let eccentricitySquared = flattening * (2 - flattening)
    let radians = Double.pi / 180
    let sine = sin(latitude * radians)
    let root = (1 - eccentricitySquared * sine * sine).squareRoot()
    metresEast = equatorialRadius / root * cos(latitude * radians) * radians
    metresNorth =
      equatorialRadius * (1 - eccentricitySquared) / (root * root * root) * radians
  }

  /// Returns the position in the store's axes, in metres; y is 0 without an altitude.
  public func position(latitude: Double, longitude: Double, altitude: Double?) -> SIMD3<Double> {
    var turn = longitude - self.longitude
    if turn > 180 { turn -= 360 } else if turn < -180 { turn += 360 }
    return SIMD3(
      turn * metresEast, altitude.map { $0 - self.altitude } ?? 0,
      -(latitude - self.latitude) * metresNorth)
  }

  /// Returns the degrees and the altitude, in metres, of a position in the store's axes.
  public func coordinates(
    of position: SIMD3<Double>
  ) -> (latitude: Double, longitude: Double, altitude: Double) {
    var longitude = self.longitude + position.x / metresEast
    if longitude > 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return (latitude - position.z / metresNorth, longitude, altitude + position.y)
  }
}
