/// A 3×3 matrix stored by columns: a rotation, or a change of axes.
public struct RotationMatrix: Hashable, Sendable {
  public var x: SIMD3<Double>
  public var y: SIMD3<Double>
  public var z: SIMD3<Double>

  public init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    self.x = x
    self.y = y
    self.z = z
  }

  public static let identity = RotationMatrix(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  public static func * (m: RotationMatrix, v: SIMD3<Double>) -> SIMD3<Double> {
    m.x * v.x + m.y * v.y + m.z * v.z
  }

  public static func * (a: RotationMatrix, b: RotationMatrix) -> RotationMatrix {
    RotationMatrix(a * b.x, a * b.y, a * b.z)
  }

  public var transposed: RotationMatrix {
    RotationMatrix(SIMD3(x.x, y.x, z.x), SIMD3(x.y, y.y, z.y), SIMD3(x.z, y.z, z.z))
  }

  public var determinant: Double {
    x.x * (y.y * z.z - y.z * z.y) - y.x * (x.y * z.z - x.z * z.y) + z.x * (x.y * y.z - x.z * y.y)
  }

  /// Returns a transform of the store: 16 floats in column-major order, in metres.
  public func transform(at position: SIMD3<Double>) -> [Float] {
    [
      Float(x.x), Float(x.y), Float(x.z), 0, Float(y.x), Float(y.y), Float(y.z), 0,
      Float(z.x), Float(z.y), Float(z.z), 0,
      Float(position.x), Float(position.y), Float(position.z), 1,
    ]
  }
}
