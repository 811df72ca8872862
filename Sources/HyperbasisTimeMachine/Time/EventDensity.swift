import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// How many events each column of a time bar has, as heights from 0 to 8.
package struct EventDensity: Equatable, Sendable {
  /// The number of events of each column.
  package let counts: [Int]
  /// The height of each column: 0 only if there is no event.
  package let levels: [Int]

  package static let highestLevel = 8
  /// Fewer events than this never fill a column, so that a lone event does not look like a burst.
  static let fullHeightFloor = 6

  /// Creates the density of all events.
  ///
  /// - Complexity: O(width · log n)
  package init(_ bar: TimeBar, times: EventTimes) {
    var counts = [Int](repeating: 0, count: bar.width)
    if let start = bar.start {
      var seen = times.events(before: start)
      for (position, column) in zip(bar.positions, bar.columns) {
        let count = times.events(through: position)
        counts[column] = count - seen
        seen = count
      }
    }
    self.counts = counts
    self.levels = Self.levels(counts)
  }

  /// How many events the highest column has, from the longest to the shortest text.
  var scale: [TerminalText] {
    guard let peak = counts.max(), peak > 0 else { return [] }
    let events = CountText.text(peak, "event")
    return ["peak \(events)", events, "\(peak)"]
  }

  /// Returns heights by square roots, so that quiet times stay readable next to a burst.
  static func levels(_ counts: [Int]) -> [Int] {
    let full = Double(max(counts.max() ?? 0, fullHeightFloor))
    return counts.map { count in
      guard count > 0 else { return 0 }
      let height = (Double(count) / full).squareRoot() * Double(highestLevel)
      return min(highestLevel, max(1, Int(height.rounded())))
    }
  }
}

/// The glyphs of the density, eight heights each.
enum DensityGlyphs {
  static func glyph(_ level: Int, _ charset: Charset) -> Glyph {
    let glyphs = charset.isASCII ? ascii : blocks
    return level <= 0 ? .blank : glyphs[min(level, glyphs.count) - 1]
  }

  private static let blocks: [Glyph] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let ascii: [Glyph] = [".", ":", "-", "=", "+", "*", "#", "#"]
}
