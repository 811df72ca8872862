import HyperbasisAnchorLog
import HyperbasisHistory

/// How many anchors are in a certain standing after each number of events.
struct AnchorCounts: Sendable {
  /// After no event, after one, and so on.
  private var counts: [Int32]

  func count(after offset: Int) -> Int { Int(counts[offset]) }

  /// - Parameters:
  ///   - atStart: Whether an anchor counts before its first event.
  ///   - birthdays: The events at which an anchor may count or not for its age alone, ascending.
  ///   - afterEvent: Whether an anchor counts after one of its events, at a date.
  /// - Complexity: O(events + anchors)
  private init(
    _ index: EventIndex, atStart: (_ slot: Int) -> Bool, birthdays: [FilterResult.Birthday] = [],
    afterEvent: (_ slot: Int, _ ordinal: Int, _ date: HBInstant?) -> Bool
  ) {
    var isCounted = (0..<index.slotCount).map(atStart)
    var count = Int32(clamping: isCounted.count { $0 })
    counts = [count]
    counts.reserveCapacity(index.count + 1)
    func note(_ slot: Int, _ counts: Bool) {
      guard counts != isCounted[slot] else { return }
      isCounted[slot] = counts
      count += counts ? 1 : -1
    }
    var birthdays = birthdays[...]
    for ordinal in 0..<index.count {
      let slot = index.slot(ordinal)
      note(slot, afterEvent(slot, ordinal, nil))
      while let birthday = birthdays.first, birthday.ordinal == ordinal {
        birthdays.removeFirst()
        note(
          birthday.slot, afterEvent(birthday.slot, birthday.latest, index.instant(ordinal)))
      }
      counts.append(count)
    }
  }
}

// MARK: - What is counted

extension AnchorCounts {
  struct Key: Hashable, Sendable {
    let line: BarLine
    let filter: EventFilter?
    let slot: Int?
  }

  /// Counts those that a filter lets through as they are at a date, and of one anchor alone.
  init(_ key: Key, in data: SpaceData) {
    let index = data.index
    let scope = CountedScope(key, in: data)
    switch key.line {
    case .off, .alive:
      self.init(
        index, atStart: { _ in false }, birthdays: scope.birthdays,
        afterEvent: { slot, ordinal, date in
          index.isVisible(ordinal) && scope.includes(slot: slot, after: ordinal, at: date)
        })
    case .differing:
      let newest = (0..<index.slotCount).map { index.newestOrdinal(ofSlot: $0) }
      let isIncludedNow = newest.enumerated().map { slot, ordinal in
        ordinal >= 0 && scope.includes(slot: slot, after: ordinal, at: index.end)
      }
      self.init(
        index,
        atStart: { slot in
          isIncludedNow[slot] && index.differs(after: -1, fromAfter: newest[slot])
        }, birthdays: scope.birthdays,
        afterEvent: { slot, ordinal, date in
          index.differs(after: ordinal, fromAfter: newest[slot])
            && (isIncludedNow[slot] || scope.includes(slot: slot, after: ordinal, at: date))
        })
    }
  }
}

/// The anchors that are counted: what filter and narrowing leave.
private struct CountedScope {
  private let slot: Int?
  private let result: FilterResult?
  /// For each anchor whether it passes as it is now, where only that can be known quickly.
  private let passesNow: [Bool]?

  init(_ key: AnchorCounts.Key, in data: SpaceData) {
    slot = key.slot
    // As for the density: one anchor is not filtered.
    let result = key.slot == nil ? key.filter.map { data.filtered($0) } : nil
    self.result = result
    let index = data.index
    guard let result, !result.knowsEvents else {
      passesNow = nil
      return
    }
    let newest = (0..<index.slotCount).map { index.newestOrdinal(ofSlot: $0) }
    result.prepare(newest.filter { $0 >= 0 })
    passesNow = newest.enumerated().map {
      $1 >= 0 && result.includes(slot: $0, after: $1, at: index.end)
    }
  }

  /// The events at which an anchor may pass or not for its age alone.
  var birthdays: [FilterResult.Birthday] { slot == nil ? result?.birthdays ?? [] : [] }

  func includes(slot: Int, after ordinal: Int, at date: HBInstant? = nil) -> Bool {
    if let only = self.slot { return slot == only }
    if let passesNow { return passesNow[slot] }
    return result?.includes(slot: slot, after: ordinal, at: date) ?? true
  }
}
