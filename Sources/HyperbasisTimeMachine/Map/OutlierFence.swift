import HyperbasisAnchorLog

/// The rectangle beyond which a point counts as an outlier.
///
/// There are two fences, and a point has to be inside both:
/// - beyond the middle 95 % of an axis, by more than ten times their extent. It cuts at most 2.5 % at
///   each end, hence nothing at all among fewer than 40 points;
/// - beyond the middle half of an axis, by more than a thousand times its extent, where no more than a
///   quarter of the points are. It catches a garbled coordinate among a few points.
///
/// The extent is the greater one of both axes, so that what stands in a row is not cut across it. It
/// alone decides what is far, in a room as in a country: if it is zero, as when most anchors share one
/// place, nothing counts as far. Any other extent below a metre counts as one metre, since it is the
/// noise of tracking.
struct OutlierFence: Sendable {
  let x: ClosedRange<Double>
  let z: ClosedRange<Double>

  /// All finite numbers, so that infinities and NaN are always outside.
  private static let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude

  init(sample: [MapPoint]) {
    guard sample.count >= 4 else {
      (x, z) = (Self.all, Self.all)
      return
    }
    let (sortedX, sortedZ) = (sample.map(\.x).sorted(), sample.map(\.z).sorted())
    var (x, z) = (Self.all, Self.all)
    for fence in Self.fences {
      let (middleX, middleZ) = (fence.middle(of: sortedX), fence.middle(of: sortedZ))
      let extent = max(middleX.extent, middleZ.extent)
      guard extent > 0 else { continue }
      let margin = max(extent, 1) * fence.slack
      x = x.clamped(to: fence.range(about: middleX, margin, of: sortedX))
      z = z.clamped(to: fence.range(about: middleZ, margin, of: sortedZ))
    }
    (self.x, self.z) = (x, z)
  }

  func contains(_ point: MapPoint) -> Bool {
    x.contains(point.x) && z.contains(point.z)
  }

  func area(from viewpoint: MapViewpoint) -> MapArea {
    MapArea(from: viewpoint, right: x, down: z)
  }
}

extension OutlierFence {
  /// One rule for what is far from the middle values.
  private struct Fence {
    /// The share of the values at each end that are not in the middle.
    let share: Double
    /// How many extents beyond the middle a value is far.
    let slack: Double
    /// The largest share of the values that can be outliers, both ends taken together.
    let most: Double

    func middle(of sorted: [Double]) -> ClosedRange<Double> {
      let cut = Int(Double(sorted.count) * share)
      return sorted[cut]...sorted[sorted.count - 1 - cut]
    }

    func range(
      about middle: ClosedRange<Double>, _ margin: Double, of sorted: [Double]
    ) -> ClosedRange<Double> {
      let range = (middle.lowerBound - margin)...(middle.upperBound + margin)
      let outside = sorted.count { !range.contains($0) }
      return Double(outside) <= Double(sorted.count) * most ? range : all
    }
  }

  private static let fences = [
    Fence(share: 0.025, slack: 10, most: 0.05), Fence(share: 0.25, slack: 1000, most: 0.25),
  ]
}

extension ClosedRange<Double> {
  fileprivate var extent: Double { upperBound - lowerBound }
}
