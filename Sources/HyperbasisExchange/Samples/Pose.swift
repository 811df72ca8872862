import HyperbasisModels

/// A transform of the store: its four columns, in metres.
struct Pose: Equatable, Sendable {
  var x = SIMD4<Float>(1, 0, 0, 0)
  var y = SIMD4<Float>(0, 1, 0, 0)
  var z = SIMD4<Float>(0, 0, 1, 0)
  var position = SIMD4<Float>(0, 0, 0, 1)

  init() {}

  init(_ rotation: RotationMatrix, at position: SIMD3<Double>) {
    x = SIMD4(SIMD3<Float>(rotation.x), 0)
    y = SIMD4(SIMD3<Float>(rotation.y), 0)
    z = SIMD4(SIMD3<Float>(rotation.z), 0)
    self.position = SIMD4(SIMD3<Float>(position), 1)
  }

  /// - Precondition: 16 floats, by columns.
  init(_ transform: [Float]) {
    precondition(transform.count == 16)
    func column(_ start: Int) -> SIMD4<Float> {
      SIMD4(transform[start], transform[start + 1], transform[start + 2], transform[start + 3])
    }
    x = column(0)
    y = column(4)
    z = column(8)
    position = column(12)
  }

  /// Sets the last row, which a rotation and a place do not affect, from 16 numbers by columns.
  mutating func setLastRow(_ numbers: [Double]) {
    x.w = Float(numbers[3])
    y.w = Float(numbers[7])
    z.w = Float(numbers[11])
    position.w = Float(numbers[15])
  }

  /// 16 floats, by columns.
  var transform: [Float] {
    [x, y, z, position].flatMap { column in [column.x, column.y, column.z, column.w] }
  }

  @inline(__always)
  var isFinite: Bool {
    // The sum is finite exactly if all of it is, unless it overflows, which it does for no pose of use.
    let sum = x + y + z + position
    return (sum.x + sum.y + sum.z + sum.w).isFinite
  }
}

extension Pose {
  /// Returns the distance in metres.
  func distance(to other: Pose) -> Double {
    let between = SIMD3<Double>(
      Double(position.x - other.position.x), Double(position.y - other.position.y),
      Double(position.z - other.position.z))
    return (between * between).sum().squareRoot()
  }

  /// Returns whether the turn or the scale differs at all.
  func isTurned(from other: Pose) -> Bool {
    x != other.x || y != other.y || z != other.z
  }

  /// Returns the angle of the turn, in degrees.
  func turn(from other: Pose) -> Double {
    HBTransform.angle(transform, other.transform)
  }
}
