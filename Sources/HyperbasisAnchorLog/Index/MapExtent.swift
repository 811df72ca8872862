extension EventIndex {
  /// Returns the extent of the positions in force after some events in a picture of the space, in
  /// metres. Positions outside an area are left out and counted; events before the fold of their
  /// anchor do not count.
  ///
  /// - Parameters:
  ///   - area: The area; a position that is not a number is outside of any.
  ///   - blocks: The known extents of the events of this log, or of its beginning.
  /// - Complexity: O(events), of those that no block shows to lie within the area.
  public func mapExtent(
    _ ordinals: Range<Int>, in area: MapArea, blocks: PositionBlocks = PositionBlocks()
  ) -> MapExtent {
    precondition(
      ordinals.lowerBound >= 0 && ordinals.upperBound <= count,
      "There are no events with those ordinals.")
    var extent = MapExtent()
    var next = ordinals.lowerBound
    let size = PositionBlocks.size
    let first = min((next + size - 1) / size, blocks.boxes.count)
    for block in first..<max(first, min(ordinals.upperBound / size, blocks.boxes.count))
    where extent.include(blocks.boxes[block], area) {
      add(next..<max(next, block * size), area, to: &extent)
      next = (block + 1) * size
    }
    add(next..<max(next, ordinals.upperBound), area, to: &extent)
    return extent
  }

  private func add(_ ordinals: Range<Int>, _ area: MapArea, to extent: inout MapExtent) {
    guard !ordinals.isEmpty else { return }
    withExtendedLifetime(columns) {
      let folded = columns.folded.rows(ordinals)
      extent.include(area, ordinals.lazy.map { folded[$0] }) { $0.flags.contains(.started) }
    }
  }

  /// Returns the extent of the anchors of a state in a picture of the space, in metres. Those
  /// outside an area are left out and counted.
  ///
  /// - Complexity: O(anchors)
  public func mapExtent(of state: StateRows, in area: MapArea) -> MapExtent {
    var extent = MapExtent()
    extent.include(area, state.folded) { $0.isVisible }
    return extent
  }
}

/// A rectangle of a picture of a space.
public struct MapArea: Sendable {
  /// The direction from which the space is viewed.
  public let viewpoint: MapViewpoint
  /// The least coordinates right and down, in metres.
  fileprivate let least: SIMD2<Double>
  /// The greatest coordinates right and down, in metres.
  fileprivate let greatest: SIMD2<Double>

  /// - Parameters:
  ///   - viewpoint: The direction from which the space is viewed.
  ///   - right: Its range from left to right, in metres.
  ///   - down: Its range from top to bottom, in metres.
  public init(
    from viewpoint: MapViewpoint, right: ClosedRange<Double>, down: ClosedRange<Double>
  ) {
    self.viewpoint = viewpoint
    least = SIMD2(right.lowerBound, down.lowerBound)
    greatest = SIMD2(right.upperBound, down.upperBound)
  }

  @inline(__always)
  fileprivate func contains(_ point: SIMD2<Double>) -> Bool {
    point.x >= least.x && point.x <= greatest.x && point.y >= least.y && point.y <= greatest.y
  }
}

/// The extent of points of a picture, in metres to the right and downwards.
public struct MapExtent: Sendable {
  /// The least coordinates right and down; infinite while there is no point.
  public private(set) var low = SIMD2<Double>(repeating: .infinity)
  /// The greatest coordinates right and down.
  public private(set) var high = SIMD2<Double>(repeating: -.infinity)
  /// How many points were outside the area.
  public private(set) var outsideCount = 0

  /// Includes the positions of rows.
  @inline(__always)
  fileprivate mutating func include(
    _ area: MapArea, _ rows: some Sequence<FoldedRow>, where counts: (FoldedRow) -> Bool
  ) {
    // The switch is outside of the loops, which run over very many rows.
    switch area.viewpoint {
    case .top: include(area, rows, where: counts) { MapViewpoint.top.project($0) }
    case .front: include(area, rows, where: counts) { MapViewpoint.front.project($0) }
    case .side: include(area, rows, where: counts) { MapViewpoint.side.project($0) }
    }
  }

  @inline(__always)
  private mutating func include(
    _ area: MapArea, _ rows: some Sequence<FoldedRow>, where counts: (FoldedRow) -> Bool,
    _ project: (SIMD3<Double>) -> SIMD2<Double>
  ) {
    for row in rows where counts(row) {
      let point = project(SIMD3<Double>(row.position.vector))
      guard area.contains(point) else {
        outsideCount += 1
        continue
      }
      include(point)
    }
  }

  /// Includes a box as a whole; returns false and includes nothing if part of it may lie outside
  /// the area.
  fileprivate mutating func include(_ box: PositionBox, _ area: MapArea) -> Bool {
    guard !box.isEmpty else { return true }
    // The picture's axes are those of space, some of them reversed: corners stay corners.
    let corner = area.viewpoint.project(SIMD3<Double>(box.low))
    let opposite = area.viewpoint.project(SIMD3<Double>(box.high))
    guard area.contains(corner), area.contains(opposite) else { return false }
    include(corner)
    include(opposite)
    return true
  }

  @inline(__always)
  private mutating func include(_ point: SIMD2<Double>) {
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }
}
