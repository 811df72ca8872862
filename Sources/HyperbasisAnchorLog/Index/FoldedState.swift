/// A space after some number of its events: the latest event of each anchor.
public struct FoldedState: Sendable {
  /// How many events, in canonical order, have been folded.
  public let eventCount: Int
  /// The latest ordinal of each slot, −1 for none; slots beyond its end have none.
  let latest: [Int32]

  /// Returns the latest event of an anchor; nil if it has none yet.
  public func ordinal(ofSlot slot: Int) -> Int? {
    guard slot < latest.count, case let ordinal = latest[slot], ordinal >= 0 else { return nil }
    return Int(ordinal)
  }
}

/// Copies of the state at some positions, so that any state is a copy and a short replay away.
struct Keyframes: Sendable {
  private(set) var positions: [Int] = [0]
  private(set) var frames: [FixedArray<Int32>] = [FixedArray()]
  private(set) var next: Int = 0

  /// The least number of events between two keyframes.
  static let interval = 4096
}

extension Keyframes {
  init(slotCount: Int) {
    next = max(Self.interval, slotCount)
  }

  /// Keeps the state after `position` events if a keyframe is due.
  ///
  /// The distance grows with the number of anchors: keyframes take at most four bytes an event,
  /// and the replay costs no more than the copy.
  @inline(__always)
  mutating func record(_ position: Int, _ latest: [Int32]) {
    if position == next { add(position, latest) }
  }

  @inline(never)
  private mutating func add(_ position: Int, _ latest: [Int32]) {
    positions.append(position)
    frames.append(FixedArray(latest))
    next = position + max(Self.interval, latest.count)
  }

  /// Forgets the states after more than `position` events.
  mutating func truncate(to position: Int) {
    while let last = positions.last, last > position {
      positions.removeLast()
      frames.removeLast()
      next = last
    }
  }

  /// Returns the last keyframe at or before a position.
  func frame(before position: Int) -> (position: Int, latest: FixedArray<Int32>) {
    let last = positions.indices.partition { positions[$0] <= position } - 1
    return (positions[last], frames[last])
  }
}
