import HyperbasisModels

/// Two rooms that one burst moves by two motions: the first one by that of the grid, the other one by −3°.
package enum TwoRooms {
  private static let other = GridCase.places.map { Place($0.position + SIMD3(8, 0, 0)) }
  package static let places = GridCase.places + other
  package static let shifted =
    GridCase.places.moved(by: GridCase.motion())
    + other.moved(by: other.motion(yaw: -3, then: SIMD3(-0.2, 0, 0.25)))

  /// Returns a log in which operation 1 moves both rooms at one instant.
  package static func log() -> DriftLog {
    var log = DriftLog()
    for (number, place) in places.enumerated() {
      log.write(.created, number, place.transform, at: 20 * Double(number), actor: "A")
    }
    for (number, place) in shifted.enumerated() {
      log.write(.moved, number, place.transform, at: 7200, actor: "A", operation: 1)
    }
    return log
  }
}
