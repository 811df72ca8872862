extension EventIndex {
  /// How far the positions in force after some events reach on the plane of x and z, in metres, but
  /// for those outside an area, which are counted; events before the fold of their anchor do not
  /// count.
  ///
  /// - Parameters:
  ///   - x: The area along x; what is not a number is outside of any.
  ///   - z: The area along z.
  public func mapExtent(
    _ ordinals: Range<Int>, x: ClosedRange<Double>, z: ClosedRange<Double>
  ) -> MapExtent {
    precondition(
      ordinals.lowerBound >= 0 && ordinals.upperBound <= count,
      "There are no events with those ordinals.")
    let least = SIMD2(x.lowerBound, z.lowerBound)
    let greatest = SIMD2(x.upperBound, z.upperBound)
    var extent = MapExtent()
    withExtendedLifetime(columns) {
      for ordinal in ordinals where columns.folded[ordinal].flags.contains(.started) {
        let position = columns.folded[ordinal].position.vector
        extent.include(SIMD2(Double(position.x), Double(position.z)), least, greatest)
      }
    }
    return extent
  }
}

/// How far points reach on the plane of x and z, in metres.
public struct MapExtent: Sendable {
  /// The least x and z; infinite while there is no point.
  public private(set) var low = SIMD2<Double>(repeating: .infinity)
  /// The greatest x and z.
  public private(set) var high = SIMD2<Double>(repeating: -.infinity)
  /// How many points were outside the area.
  public private(set) var outsideCount = 0

  @inline(__always)
  fileprivate mutating func include(
    _ point: SIMD2<Double>, _ least: SIMD2<Double>, _ greatest: SIMD2<Double>
  ) {
    guard point.x >= least.x, point.x <= greatest.x, point.y >= least.y, point.y <= greatest.y
    else {
      outsideCount += 1
      return
    }
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }
}
