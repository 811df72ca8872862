import Foundation

/// Where something stands in the apartment and which way it faces.
struct Pose: Equatable {
  /// Metres to the right on the plan.
  var x: Double
  /// Metres above the floor.
  var y: Double
  /// Metres down the plan.
  var z: Double
  /// Degrees counter-clockwise seen from above; 0 faces up the plan.
  var yaw: Double
  /// Whether it lies on its back, as a rug does.
  var facesUp: Bool

  init(_ x: Double, _ z: Double, y: Double = 0, yaw: Double = 0, facesUp: Bool = false) {
    self.x = x
    self.y = y
    self.z = z
    self.yaw = yaw
    self.facesUp = facesUp
  }

  func moved(right: Double = 0, down: Double = 0, turn: Double = 0) -> Pose {
    Pose(x + right, z + down, y: y, yaw: yaw + turn, facesUp: facesUp)
  }

  func at(_ x: Double, _ z: Double, yaw: Double? = nil) -> Pose {
    Pose(x, z, y: y, yaw: yaw ?? self.yaw, facesUp: facesUp)
  }
}

/// How the device's coordinates lie to the apartment: a turn about the vertical, then a shift.
struct DemoFrame: Equatable {
  /// Degrees counter-clockwise seen from above.
  var yaw = 0.0
  var x = 0.0
  var z = 0.0

  /// The pose as the device sees it: 16 floats, column-major, in metres.
  func transform(_ pose: Pose) -> [Float] {
    let (sine, cosine) = Self.sineAndCosine(yaw)
    let rotation = Self.sineAndCosine(pose.yaw + yaw)
    let right = [rotation.cosine, 0, -rotation.sine]
    let back = [rotation.sine, 0, rotation.cosine]
    // On its back, what was up is what was backwards, and the front is up.
    let columns = pose.facesUp ? [right, back, [0, -1, 0]] : [right, [0, 1, 0], back]
    let position = [
      pose.x * cosine + pose.z * sine + x, pose.y, -pose.x * sine + pose.z * cosine + z,
    ]
    return columns.flatMap { $0.map(Self.rounded) + [0] } + position.map(Self.rounded) + [1]
  }

  /// Where a thing would stand in the apartment if the turn and the shift were its own.
  func carried(_ pose: Pose) -> Pose {
    let (sine, cosine) = Self.sineAndCosine(yaw)
    return pose.at(
      pose.x * cosine + pose.z * sine + x, -pose.x * sine + pose.z * cosine + z,
      yaw: pose.yaw + yaw)
  }

  /// Five digits, so that the last bit of a sine does not differ between machines.
  private static func rounded(_ value: Double) -> Float {
    Float((value * 1e5).rounded() / 1e5 + 0)
  }

  private static func sineAndCosine(_ degrees: Double) -> (sine: Double, cosine: Double) {
    (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
  }
}
