import HyperbasisAnchorLog

/// The rectangle beyond which a point is called an outlier.
///
/// There are two fences, and a point has to be inside both:
/// - beyond the middle 95 % of an axis, by more than ten times their extent. It cuts at most 2.5 % at
///   each end, hence nothing at all among fewer than 40 points;
/// - beyond the middle half of an axis, by more than a thousand times its extent, where no more than a
///   quarter of the points are. It catches a garbled coordinate among a few points.
///
/// The extent is the greater one of both axes, so that what stands in a row is not cut across it. What
/// is far follows from it alone, in a room and in a country: where it is nothing, as where most anchors
/// share one place, nothing says what is far. Only extents below a metre count as one: they are the
/// noise of tracking.
struct OutlierFence: Sendable {
  let x: ClosedRange<Double>
  let z: ClosedRange<Double>

  /// All finite numbers, so that infinities and not-a-number are always outside.
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
  /// What is far from the middle values.
  private struct Fence {
    /// How many of the values at each end are not in the middle.
    let share: Double
    /// How many extents of the middle lead to what is far.
    let slack: Double
    /// More than this share of the values are never outliers, both ends taken together.
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
