/// The rectangle beyond which a point is called an outlier.
///
/// On each axis there are two fences, and a point has to be inside both:
/// - beyond the middle 95 %, by more than three times their extent and more than ten metres. It
///   cuts at most 2.5 % at each end, hence nothing at all among fewer than 40 points;
/// - beyond the middle half, by more than a thousand times its extent and more than a kilometre.
///   It catches a garbled coordinate among a few points.
struct OutlierFence: Sendable {
  let x: ClosedRange<Double>
  let z: ClosedRange<Double>

  init(sample: [MapPoint]) {
    x = Self.range(of: sample.map(\.x))
    z = Self.range(of: sample.map(\.z))
  }

  func contains(_ point: MapPoint) -> Bool {
    x.contains(point.x) && z.contains(point.z)
  }

  private static func range(of values: [Double]) -> ClosedRange<Double> {
    // All finite numbers, so that infinities and not-a-number are always outside.
    let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
    guard values.count >= 4 else { return all }
    let sorted = values.sorted()
    return all.clamped(to: fence(sorted, cutting: 0.025, slack: 3, atLeast: 10))
      .clamped(to: fence(sorted, cutting: 0.25, slack: 1000, atLeast: 1000))
  }

  private static func fence(
    _ sorted: [Double], cutting share: Double, slack: Double, atLeast: Double
  ) -> ClosedRange<Double> {
    let cut = Int(Double(sorted.count) * share)
    let low = sorted[cut]
    let high = sorted[sorted.count - 1 - cut]
    let margin = max((high - low) * slack, atLeast)
    return (low - margin)...(high + margin)
  }
}
