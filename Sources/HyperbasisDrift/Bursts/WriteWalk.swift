import HyperbasisAnchorLog

/// Walks the events of a log in canonical order and yields the writes among them.
struct WriteWalk: Sendable {
  /// How many events have been walked.
  private(set) var eventCount = 0
  private var live = LiveExtent()
  /// By slot: the latest event, the event whose transform is in force, and the one before that; −1
  /// for none.
  private var latest: [Int32] = []
  private var source: [Int32] = []
  private var earlier: [Int32] = []
}

extension WriteWalk {
  /// Walks on to the end of an index, which continues the one walked so far.
  mutating func advance(_ index: EventIndex, _ body: (Write) -> Void) {
    let unknown = index.slotCount - latest.count
    if unknown > 0 {
      latest.append(contentsOf: repeatElement(-1, count: unknown))
      source.append(contentsOf: repeatElement(-1, count: unknown))
      earlier.append(contentsOf: repeatElement(-1, count: unknown))
    }
    for ordinal in eventCount..<index.count {
      if let write = step(ordinal, index) { body(write) }
    }
    eventCount = index.count
  }

  @inline(__always)
  private mutating func step(_ ordinal: Int, _ index: EventIndex) -> Write? {
    let slot = index.slot(ordinal)
    let previous = latest[slot]
    let number = Int32(truncatingIfNeeded: ordinal)
    let wasVisible = previous >= 0 && index.isVisible(Int(previous))
    let isVisible = index.isVisible(ordinal)
    latest[slot] = number
    defer {
      if wasVisible { live.remove(index.position(Int(previous))) }
      if isVisible { live.add(index.position(ordinal)) }
    }
    guard index.carriesTransform(ordinal) else { return nil }
    let write =
      wasVisible && isVisible
      ? Write(
        ordinal: number, previous: previous, earlier: earlier[slot],
        slot: Int32(truncatingIfNeeded: slot), live: live.count, radius: live.radius)
      : nil
    earlier[slot] = source[slot]
    source[slot] = number
    return write
  }
}

/// How many anchors are visible, and how far they reach, as sums that each event updates.
private struct LiveExtent: Sendable {
  private(set) var count: Int32 = 0
  private var sum = SIMD3<Double>.zero
  private var squares = 0.0

  @inline(__always)
  mutating func add(_ position: SIMD3<Float>) {
    let position = SIMD3<Double>(position)
    count += 1
    sum += position
    squares += position.squaredLength
  }

  @inline(__always)
  mutating func remove(_ position: SIMD3<Float>) {
    let position = SIMD3<Double>(position)
    count -= 1
    sum -= position
    squares -= position.squaredLength
  }

  /// The root mean square distance from the centroid, in metres.
  @inline(__always)
  var radius: Float {
    let number = Double(max(1, count))
    return Float(max(0, squares / number - (sum / number).squaredLength).squareRoot())
  }
}
