import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisWording

/// The heights between which colours are spread, in metres: those of the whole history except for
/// its outliers, so that a colour means the same at every date.
struct HeightRange: Hashable, Sendable {
  let low: Float
  let high: Float

  init?(_ index: EventIndex) {
    let step = max(1, index.count / Self.sampleSize)
    let heights = stride(from: 0, to: index.count, by: step).compactMap { ordinal in
      index.hasStarted(ordinal) ? index.position(ordinal).y : nil
    }.filter(\.isFinite).sorted()
    guard let first = heights.first, let last = heights.last else { return nil }
    // Two of a hundred may be garbled; among a few heights none is left out.
    let cut = heights.count / 50
    low = cut > 0 ? heights[cut] : first
    high = cut > 0 ? heights[heights.count - 1 - cut] : last
  }

  private static let sampleSize = 5000

  /// From 0 for the lowest to 1 for the highest; the middle where all are the same.
  func share(of height: Float) -> Double {
    let extent = high - low
    guard extent > 0 else { return 0.5 }
    return min(max(Double((height - low) / extent), 0), 1)
  }
}

extension SpaceData {
  /// - Complexity: O(1) after the first time.
  var heightRange: HeightRange? {
    memo.heightRange.value(for: 0) { HeightRange(index) }
  }
}
