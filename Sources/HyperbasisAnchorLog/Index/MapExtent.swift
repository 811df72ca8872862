extension EventIndex {
  /// How far the positions in force after some events reach in a picture of the space, in metres.
  /// Positions outside an area are left out and counted; events before the fold of their anchor do
  /// not count.
  ///
  /// - Parameters:
  ///   - viewpoint: From where the space is looked at.
  ///   - right: The area to the right; what is not a number is outside of any.
  ///   - down: The area downwards.
  public func mapExtent(
    _ ordinals: Range<Int>, from viewpoint: MapViewpoint, right: ClosedRange<Double>,
    down: ClosedRange<Double>
  ) -> MapExtent {
    precondition(
      ordinals.lowerBound >= 0 && ordinals.upperBound <= count,
      "There are no events with those ordinals.")
    let least = SIMD2(right.lowerBound, down.lowerBound)
    let greatest = SIMD2(right.upperBound, down.upperBound)
    // The viewpoint is told apart outside of the loops, which are about all events.
    return switch viewpoint {
    case .top: mapExtent(ordinals, least, greatest) { MapViewpoint.top.project($0) }
    case .front: mapExtent(ordinals, least, greatest) { MapViewpoint.front.project($0) }
    case .side: mapExtent(ordinals, least, greatest) { MapViewpoint.side.project($0) }
    }
  }

  @inline(__always)
  private func mapExtent(
    _ ordinals: Range<Int>, _ least: SIMD2<Double>, _ greatest: SIMD2<Double>,
    _ project: (SIMD3<Double>) -> SIMD2<Double>
  ) -> MapExtent {
    var extent = MapExtent()
    withExtendedLifetime(columns) {
      let folded = columns.folded.rows(ordinals)
      for ordinal in ordinals where folded[ordinal].flags.contains(.started) {
        let position = SIMD3<Double>(folded[ordinal].position.vector)
        extent.include(project(position), least, greatest)
      }
    }
    return extent
  }
}

/// How far points of a picture reach, in metres to the right and downwards.
public struct MapExtent: Sendable {
  /// The least right and down; infinite while there is no point.
  public private(set) var low = SIMD2<Double>(repeating: .infinity)
  /// The greatest right and down.
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
