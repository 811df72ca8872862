/// The extents in space of the positions in force, for each block of a log's events.
///
/// They give the extent of some events without reading most of them: a block that lies entirely
/// within the area counts as a whole.
public struct PositionBlocks: Sendable {
  /// Events in a block.
  static let size = 1024

  /// The boxes of whole blocks; the events after the last one are read each time.
  private(set) var boxes: [PositionBox] = []

  public init() {}

  /// Creates the blocks of all events of a log.
  ///
  /// - Complexity: O(events)
  public init(_ index: EventIndex) {
    extend(to: index)
  }

  /// Adds the blocks of a log that has grown at its end.
  ///
  /// - Complexity: O(events added)
  public mutating func extend(to index: EventIndex) {
    let known = boxes.count
    let whole = index.count / Self.size
    guard whole > known else { return }
    withExtendedLifetime(index.columns) {
      let folded = index.columns.folded.rows(known * Self.size..<whole * Self.size)
      for block in known..<whole {
        let rows = UnsafeBufferPointer(start: folded + block * Self.size, count: Self.size)
        boxes.append(PositionBox(rows))
      }
    }
  }
}

/// The smallest box around some positions, in metres; every event's position is finite.
struct PositionBox: BitwiseCopyable {
  private(set) var low = SIMD3<Float>(repeating: .infinity)
  private(set) var high = SIMD3<Float>(repeating: -.infinity)

  /// Encloses the positions of events; those before the fold of their anchor do not count.
  init(_ rows: UnsafeBufferPointer<FoldedRow>) {
    for row in rows where row.flags.contains(.started) {
      let position = row.position.vector
      low = pointwiseMin(low, position)
      high = pointwiseMax(high, position)
    }
  }

  /// Whether there is no position at all.
  var isEmpty: Bool { low.x > high.x }
}
