extension SIMD3<Double> {
  @inline(__always)
  var squaredLength: Double { (self * self).sum() }

  @inline(__always)
  var length: Double { squaredLength.squareRoot() }

  @inline(__always)
  var isFinite: Bool { sum().isFinite }
}
