package import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisWording

/// The part of the plan, in metres, that shows where anchors really are.
///
/// A single garbled coordinate must not shrink everything else to one dot, so a few points far
/// away from all others are left out and counted. What is left out is always a small share:
/// anchors that are merely spread out are never cut.
package struct MapBounds: Sendable {
  package let minX: Double
  package let maxX: Double
  package let minZ: Double
  package let maxZ: Double
  /// Where the space is seen from.
  package let viewpoint: MapViewpoint
  /// How many of the given points lie outside or are not finite.
  package let outsideCount: Int
  /// The fence beyond which a point is an outlier; nil for bounds that were not computed from points.
  private var fence: OutlierFence?

  package init(
    minX: Double, maxX: Double, minZ: Double, maxZ: Double, outsideCount: Int = 0,
    viewpoint: MapViewpoint = .top
  ) {
    self.viewpoint = viewpoint
    self.minX = minX
    self.maxX = maxX
    self.minZ = minZ
    self.maxZ = maxZ
    self.outsideCount = outsideCount
  }

  /// Creates the bounds of what is included in an extent, with an outlier fence around a sample of it.
  init(
    sample: [MapPoint], from viewpoint: MapViewpoint = .top,
    _ include: (OutlierFence, inout Extent) -> Void
  ) {
    let fence = OutlierFence(sample: sample)
    var extent = Extent(from: viewpoint)
    include(fence, &extent)
    self = extent.bounds
    self.fence = fence
  }

  /// Returns the bounds extended by what else is included, with the fence that was found before.
  func including(_ include: (OutlierFence, inout Extent) -> Void) -> MapBounds {
    guard let fence else { return self }
    var extent = Extent(self)
    include(fence, &extent)
    var result = extent.bounds
    result.fence = fence
    return result
  }
}

extension MapBounds {
  /// What the bounds of one log depend on.
  struct Key: Hashable, Sendable {
    /// The events whose positions count.
    let ordinals: Range<Int>
    let viewpoint: MapViewpoint
  }
}

extension MapBounds: Equatable {
  /// Compares the bounds themselves; how they were found does not count.
  package static func == (left: MapBounds, right: MapBounds) -> Bool {
    left.minX == right.minX && left.maxX == right.maxX && left.minZ == right.minZ
      && left.maxZ == right.maxZ && left.outsideCount == right.outsideCount
      && left.viewpoint == right.viewpoint
  }
}

extension MapBounds {
  package var width: Double { maxX - minX }
  package var depth: Double { maxZ - minZ }
  package var centre: MapPoint { MapPoint(x: minX / 2 + maxX / 2, z: minZ / 2 + maxZ / 2) }

  /// Returns where the lines of a grid with a pitch in metres cross an axis: none if there are too
  /// many, or if they are too far out to be told apart.
  func multiples(
    of pitch: Double, along low: KeyPath<MapBounds, Double>, _ high: KeyPath<MapBounds, Double>,
    atMost limit: Int
  ) -> [Double] {
    let first = (self[keyPath: low] / pitch).rounded(.up)
    let last = (self[keyPath: high] / pitch).rounded(.down)
    guard abs(first) < 1e15, last >= first, last - first < Double(limit) else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * pitch }
  }

  private static let sampleLimit = 5000

  /// Returns evenly spaced points, so that the same points give the same bounds everywhere.
  static func sample(count: Int, point: (Int) -> MapPoint?) -> [MapPoint] {
    let stride = max(1, (count + sampleLimit - 1) / sampleLimit)
    return Swift.stride(from: 0, to: count, by: stride).compactMap { number in
      point(number).flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// The same for the positions of anchors. A position that is no real move from the anchor's last one
  /// is left out, so that an anchor saved a thousand times in place counts no more than any other.
  private static func sample(
    count: Int, place: (Int) -> (slot: Int, point: MapPoint)?
  ) -> [MapPoint] {
    var last: [Int: MapPoint] = [:]
    return sample(count: count) { number in
      guard let (slot, point) = place(number) else { return nil }
      if let last = last[slot], max(abs(point.x - last.x), abs(point.z - last.z)) < noise {
        return nil
      }
      last[slot] = point
      return point
    }
  }

  /// How far tracking alone moves an anchor, in metres.
  private static let noise = 0.1

  /// A running minimum and maximum of points within a fence.
  struct Extent {
    private let viewpoint: MapViewpoint
    private var minX = Double.infinity
    private var maxX = -Double.infinity
    private var minZ = Double.infinity
    private var maxZ = -Double.infinity
    private var outsideCount = 0

    init(from viewpoint: MapViewpoint) { self.viewpoint = viewpoint }

    init(_ bounds: MapBounds) {
      viewpoint = bounds.viewpoint
      (minX, maxX, minZ, maxZ) = (bounds.minX, bounds.maxX, bounds.minZ, bounds.maxZ)
      outsideCount = bounds.outsideCount
    }

    mutating func include(_ point: MapPoint, within fence: OutlierFence) {
      guard fence.contains(point) else {
        outsideCount += 1
        return
      }
      minX = min(minX, point.x)
      maxX = max(maxX, point.x)
      minZ = min(minZ, point.z)
      maxZ = max(maxZ, point.z)
    }

    mutating func include(_ other: MapExtent) {
      outsideCount += other.outsideCount
      minX = min(minX, other.low.x)
      maxX = max(maxX, other.high.x)
      minZ = min(minZ, other.low.y)
      maxZ = max(maxZ, other.high.y)
    }

    var bounds: MapBounds {
      guard minX <= maxX else {
        return MapBounds(
          minX: -1, maxX: 1, minZ: -1, maxZ: 1, outsideCount: outsideCount, viewpoint: viewpoint)
      }
      let (lowX, highX) = Self.widened(minX, maxX)
      let (lowZ, highZ) = Self.widened(minZ, maxZ)
      return MapBounds(
        minX: lowX, maxX: highX, minZ: lowZ, maxZ: highZ, outsideCount: outsideCount,
        viewpoint: viewpoint)
    }

    /// Widens an extent to at least half a metre, so that jitter of millimetres does not fill the screen.
    private static func widened(_ low: Double, _ high: Double) -> (Double, Double) {
      let missing = 0.5 - (high - low)
      // Half a metre is lost in the rounding of a far coordinate: keep a relative extent as well.
      let margin = max(missing / 2, max(abs(low), abs(high)) * 1e-12)
      return missing > 0 || margin > high - low ? (low - margin, high + margin) : (low, high)
    }
  }

  /// Creates the bounds of where anchors were over the whole history, so that the picture does not jump
  /// while time is scrubbed.
  ///
  /// - Complexity: O(n) for n events; keep the result with the snapshot instead of computing it per frame.
  package init(index: EventIndex, from viewpoint: MapViewpoint = .top) {
    self.init(index: index, ordinals: 0..<index.count, from: viewpoint)
  }

  /// Creates the bounds of where anchors were after the given events.
  ///
  /// - Parameter blocks: Summaries of blocks of the log, which make it fast.
  package init(
    index: EventIndex, ordinals: Range<Int>, from viewpoint: MapViewpoint = .top,
    blocks: PositionBlocks = PositionBlocks()
  ) {
    let first = ordinals.lowerBound
    let sample = MapBounds.sample(count: ordinals.count) { number -> (Int, MapPoint)? in
      let ordinal = first + number
      return index.reachedPlace(ordinal, from: viewpoint)
    }
    self.init(sample: sample, from: viewpoint) { fence, extent in
      extent.include(index.mapExtent(ordinals, in: fence.area(from: viewpoint), blocks: blocks))
    }
  }

  /// Creates the bounds of where anchors were in a state and after the events that followed it.
  ///
  /// - Complexity: O(anchors), plus one look at each event that no block shows to lie within the bounds.
  package init(
    index: EventIndex, since state: StateRows, through eventCount: Int,
    from viewpoint: MapViewpoint = .top, blocks: PositionBlocks = PositionBlocks()
  ) {
    let standing = index.visibleSlots(in: state)
    let events = state.eventCount..<max(state.eventCount, eventCount)
    let count = standing.count + events.count
    let sample = MapBounds.sample(count: count) { number -> (Int, MapPoint)? in
      guard number >= standing.count else {
        let slot = Int(standing[number])
        return state.position(ofSlot: slot).map { (slot, viewpoint.point(of: $0)) }
      }
      return index.reachedPlace(events.lowerBound + number - standing.count, from: viewpoint)
    }
    self.init(sample: sample, from: viewpoint) { fence, extent in
      let area = fence.area(from: viewpoint)
      extent.include(index.mapExtent(of: state, in: area))
      extent.include(index.mapExtent(events, in: area, blocks: blocks))
    }
  }

  /// Returns the bounds of a history that has grown, so that new events do not make the picture jump.
  ///
  /// A short history is examined afresh, as a few points cannot settle for good what is an outlier.
  func extended(by added: Range<Int>, of index: EventIndex) -> MapBounds {
    guard added.lowerBound >= Self.settledCount else {
      return MapBounds(index: index, from: viewpoint)
    }
    return including { fence, extent in
      extent.include(index.mapExtent(added, in: fence.area(from: viewpoint)))
    }
  }

  private static let settledCount = 20_000
}

extension EventIndex {
  /// Returns where an event put its anchor, in a picture of the space; nil before its fold starts.
  fileprivate func reachedPlace(
    _ ordinal: Int, from viewpoint: MapViewpoint
  ) -> (slot: Int, point: MapPoint)? {
    guard hasStarted(ordinal) else { return nil }
    return (slot(ordinal), viewpoint.point(of: position(ordinal)))
  }
}
