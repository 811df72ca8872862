/// The quaternion that reproduces a rotation of floats to the last bit.
///
/// The floats of a matrix are rounded individually, so that the quaternion of the matrix as it is
/// mostly gives one of the nine slightly differently. One that gives all of them exists, as some
/// rotation was rounded to them; it is found as the one whose worst error, in units of what rounding
/// may lose, is least: by least squares with weights that grow where the error is large (C. L. Lawson,
/// 1961).
package struct RotationFit {
  package private(set) var quaternion: UnitQuaternion
  /// Whether the quaternion gives exactly these floats.
  package private(set) var isExact: Bool
  private let target: RotationMatrix
  private var weights = [Double](repeating: 1, count: 9)

  /// Returns nil if the upper left part of a transform is not nearly a rotation.
  package init?(_ transform: [Float]) {
    guard let target = RotationMatrix(transform), let start = UnitQuaternion(target) else {
      return nil
    }
    self.target = target
    quaternion = start
    isExact = start.matrix.equals(target)
    guard start.matrix.distance(to: target) < 1e-5 else { return }
    for round in 0..<60 where !isExact {
      let worst = improve()
      // Rounding loses one unit at most: what is far off after the first rounds was not just rounded.
      if round > 3, worst > 3 { break }
    }
  }

  /// Turns the quaternion so as to reduce the errors; returns the greatest error before, in units.
  private mutating func improve() -> Double {
    let axes = quaternion.freeAxes
    let matrix = quaternion.matrix
    var normal = [SIMD3<Double>](repeating: .zero, count: 3)
    var right = SIMD3<Double>.zero
    let (found, wanted) = (matrix.elements, target.elements)
    var worst = 0.0
    for place in 0..<9 {
      let unit = Self.roundingError(wanted[place])
      let error = (found[place] - wanted[place]) / unit
      worst = max(worst, abs(error))
      weights[place] = weights[place] * max(abs(error), 0.05)
      let slope = matrix.slope(place / 3, place % 3) * axes / unit
      for row in 0..<3 { normal[row] += slope * slope[row] * weights[place] }
      right -= slope * error * weights[place]
    }
    let sum = weights.reduce(0, +)
    weights = weights.map { $0 / sum }
    // An axis that is held fixed contributes nothing.
    for row in 0..<3 where axes[row] == 0 { normal[row][row] = 1 }
    guard let turn = RotationMatrix(normal[0], normal[1], normal[2]).solution(right) else {
      return .infinity
    }
    quaternion = quaternion.turned(by: turn * axes)
    isExact = quaternion.matrix.equals(target)
    return worst
  }

  /// Returns half the gap between a float and its neighbour; at least what a turn can resolve.
  private static func roundingError(_ value: Double) -> Double {
    max(Double(Float(value).ulp) / 2, 1e-12)
  }
}

extension UnitQuaternion {
  /// 1 for each axis about which the quaternion may be turned so that what is exactly 0 stays 0.
  fileprivate var freeAxes: SIMD3<Double> {
    let used = SIMD3(x == 0 ? 0.0 : 1, y == 0 ? 0 : 1, z == 0 ? 0 : 1)
    return used.sum() == 1 ? used : SIMD3(1, 1, 1)
  }

  /// Returns the quaternion turned by a small rotation: an axis times an angle in radians.
  fileprivate func turned(by turn: SIMD3<Double>) -> UnitQuaternion {
    let h = turn / 2
    return UnitQuaternion(
      x + h.x * w + h.y * z - h.z * y, y + h.y * w + h.z * x - h.x * z,
      z + h.z * w + h.x * y - h.y * x, w - h.x * x - h.y * y - h.z * z) ?? self
  }
}

extension RotationMatrix {
  /// The elements, by columns.
  fileprivate var elements: [Double] { [x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z] }

  fileprivate func equals(_ floats: RotationMatrix) -> Bool {
    zip(elements, floats.elements).allSatisfy { Float($0) == Float($1) }
  }

  fileprivate func distance(to other: RotationMatrix) -> Double {
    zip(elements, other.elements).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  /// Returns how an element changes with a turn about each of the three axes.
  fileprivate func slope(_ column: Int, _ row: Int) -> SIMD3<Double> {
    let c = [x, y, z][column]
    switch row {
    case 0: return SIMD3(0, c.z, -c.y)
    case 1: return SIMD3(-c.z, 0, c.x)
    default: return SIMD3(c.y, -c.x, 0)
    }
  }

  /// Returns the vector that this symmetric matrix maps to `v`; nil if there is none.
  fileprivate func solution(_ v: SIMD3<Double>) -> SIMD3<Double>? {
    let d = determinant
    guard d.isFinite, d != 0 else { return nil }
    let byX = RotationMatrix(v, y, z).determinant
    let byY = RotationMatrix(x, v, z).determinant
    let byZ = RotationMatrix(x, y, v).determinant
    let result = SIMD3(byX, byY, byZ) / d
    return result.x.isFinite && result.y.isFinite && result.z.isFinite ? result : nil
  }
}
