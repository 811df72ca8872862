package import HyperbasisAnchorLog
package import HyperbasisHistory

/// When events happened: the distinct instants in order, and how many events each has.
///
/// It answers the queries of the time bar by binary search. It is made once for a snapshot of the log,
/// or for the events that a filter lets through.
package struct EventTimes: Equatable, Sendable {
  /// Distinct instants in microseconds, ascending.
  private var distinct: [Int64] = []
  /// How many events there are up to and including the instant with the same number.
  private var cumulative: [Int32] = []
  /// The longest gap that ends in each block of ``blockLength`` instants.
  private var blockGaps: [Int64] = []

  private static let blockLength = 512

  /// Creates the times of events in ascending order of their instants.
  ///
  /// - Complexity: O(n)
  package init(_ instants: some Sequence<HBInstant>) {
    distinct.reserveCapacity(instants.underestimatedCount)
    cumulative.reserveCapacity(instants.underestimatedCount)
    append(instants)
  }

  /// Adds later events; an instant before the end counts as the end.
  package mutating func append(_ instants: some Sequence<HBInstant>) {
    var last = distinct.last
    var count = cumulative.last ?? 0
    for instant in instants {
      count += 1
      if let last, instant.microseconds <= last {
        cumulative[cumulative.count - 1] = count
      } else {
        last = instant.microseconds
        distinct.append(instant.microseconds)
        cumulative.append(count)
      }
    }
    extendBlocks()
  }
}

// MARK: - Instants

extension EventTimes {
  /// How many distinct instants there are.
  package var instantCount: Int { distinct.count }

  package var start: HBInstant? { distinct.first.map(HBInstant.init(microseconds:)) }

  package var end: HBInstant? { distinct.last.map(HBInstant.init(microseconds:)) }

  /// Returns the instant with a number from 0 to `instantCount` − 1.
  package func instant(_ number: Int) -> HBInstant {
    HBInstant(microseconds: distinct[number])
  }

  /// Returns how many distinct instants lie at or before an instant.
  package func instants(through instant: HBInstant) -> Int {
    distinct.partitioningIndex { $0 > instant.microseconds }
  }

  /// Returns how many distinct instants lie before an instant.
  package func instants(before instant: HBInstant) -> Int {
    distinct.partitioningIndex { $0 >= instant.microseconds }
  }

  /// Returns how many events lie at or before an instant.
  package func events(through instant: HBInstant) -> Int {
    let number = instants(through: instant)
    return number == 0 ? 0 : Int(cumulative[number - 1])
  }

  /// Returns how many events lie before an instant.
  package func events(before instant: HBInstant) -> Int {
    let number = instants(before: instant)
    return number == 0 ? 0 : Int(cumulative[number - 1])
  }

  /// Returns how many events the instant with a number has.
  func eventCount(ofInstant number: Int) -> Int {
    Int(cumulative[number]) - (number > 0 ? Int(cumulative[number - 1]) : 0)
  }

  /// Returns the first instant with events after an instant.
  package func next(after instant: HBInstant) -> HBInstant? {
    let number = instants(through: instant)
    return number < distinct.count ? self.instant(number) : nil
  }

  /// Returns the last instant with events before an instant.
  package func previous(before instant: HBInstant) -> HBInstant? {
    let number = instants(before: instant)
    return number > 0 ? self.instant(number - 1) : nil
  }
}

// MARK: - Gaps

extension EventTimes {
  /// Returns the longest time between two neighbouring instants, on a tie the earlier; nil if there are
  /// fewer than two.
  ///
  /// - Parameter window: The part of time that counts; nil for all.
  /// - Complexity: O(n / 512)
  package func longestSilence(within window: ClosedRange<HBInstant>?) -> ClosedRange<HBInstant>? {
    let first = window.map { instants(before: $0.lowerBound) } ?? 0
    let end = window.map { instants(through: $0.upperBound) } ?? instantCount
    guard first < end, let gap = longestGaps(in: first..<end, count: 1).first else { return nil }
    return instant(gap.end - 1)...instant(gap.end)
  }

  /// A time without events, between two neighbouring instants.
  struct Gap: Equatable, Sendable {
    /// The number of the instant that ends it.
    let end: Int
    /// Its length in microseconds.
    let length: Int64
  }

  /// Returns the longest gaps between the instants of a range, at most `count`, the longest first.
  ///
  /// - Complexity: O(n / 512 + 512 · count): blocks of instants know their longest gap, and the
  ///   `count` longest gaps can only lie in the `count` blocks with the longest ones.
  func longestGaps(in range: Range<Int>, count: Int) -> [Gap] {
    guard range.count >= 2, count > 0 else { return [] }
    let ends = (range.lowerBound + 1)..<range.upperBound
    let length = Self.blockLength
    let firstBlock = (ends.lowerBound + length - 1) / length
    let inner = firstBlock..<max(firstBlock, ends.upperBound / length)
    var longest = Longest(limit: count)
    func collect(_ numbers: Range<Int>) {
      for end in numbers { longest.offer(Gap(end: end, length: gapLength(endingAt: end))) }
    }
    if inner.isEmpty {
      collect(ends)
    } else {
      var blocks = Longest(limit: count)
      for block in inner { blocks.offer(Gap(end: block, length: blockGaps[block])) }
      for block in blocks.gaps.map(\.end) { collect(block * length..<(block + 1) * length) }
      collect(ends.lowerBound..<inner.lowerBound * length)
      collect(inner.upperBound * length..<ends.upperBound)
    }
    return longest.gaps
  }

  /// The longest of the gaps that it was offered, the longest first, on a tie the earlier.
  private struct Longest {
    let limit: Int
    private(set) var gaps: [Gap] = []

    init(limit: Int) {
      self.limit = limit
    }

    @inline(__always)
    mutating func offer(_ gap: Gap) {
      if gaps.count == limit, let last = gaps.last, !Self.precedes(gap, last) { return }
      insert(gap)
    }

    private mutating func insert(_ gap: Gap) {
      if gaps.count == limit { gaps.removeLast() }
      let place = gaps.firstIndex { Self.precedes(gap, $0) } ?? gaps.count
      gaps.insert(gap, at: place)
    }

    private static func precedes(_ left: Gap, _ right: Gap) -> Bool {
      left.length == right.length ? left.end < right.end : left.length > right.length
    }
  }

  /// Returns the median of at most 255 evenly spaced gaps of a range, in microseconds; 0 if it has none.
  func usualGap(in range: Range<Int>) -> Int64 {
    guard range.count >= 2 else { return 0 }
    let step = max(1, (range.count - 1) / 255)
    let sample = stride(from: range.lowerBound + 1, to: range.upperBound, by: step)
      .map(gapLength(endingAt:)).sorted()
    return sample[(sample.count - 1) / 2]
  }

  private func gapLength(endingAt end: Int) -> Int64 {
    let (length, overflow) = distinct[end].subtractingReportingOverflow(distinct[end - 1])
    return overflow ? .max : length
  }

  private mutating func extendBlocks() {
    // The last block may have been incomplete.
    if !blockGaps.isEmpty { blockGaps.removeLast() }
    while blockGaps.count * Self.blockLength < distinct.count {
      let first = blockGaps.count * Self.blockLength
      let last = min(first + Self.blockLength, distinct.count)
      var longest: Int64 = 0
      for end in max(first, 1)..<max(last, 1) { longest = max(longest, gapLength(endingAt: end)) }
      blockGaps.append(longest)
    }
  }

  /// Creates the times of all events of an index.
  ///
  /// - Complexity: O(n) for n events; keep the result with the snapshot instead of making it per frame.
  package init(index: EventIndex) {
    self = index.withInstants { instants in
      EventTimes(instants.lazy.map(HBInstant.init(microseconds:)))
    }
  }

  /// Creates the times of some events of an index, such as those of one anchor.
  ///
  /// - Parameter ordinals: The events in ascending order.
  package init(index: EventIndex, ordinals: some Collection<Int>) {
    self.init(ordinals.lazy.map(index.instant))
  }
}
