import HyperbasisAnchorLog
import HyperbasisHistory

/// How many anchors have a certain status after each number of events.
package struct AnchorCounts: Sendable {
  /// The counts, each with the number of events from which it holds; ascending, the first from zero on.
  private let steps: [(offset: Int32, count: Int32)]

  func count(after offset: Int) -> Int {
    let next = (0..<steps.count).partition { Int(steps[$0].offset) <= offset }
    return Int(steps[next - 1].count)
  }

  /// Returns the first instant after which the count is the highest; nil if it is never above zero. A
  /// count that holds only between events of one instant is never on screen.
  func peak(in index: EventIndex) -> CrowdedMoment? {
    var highest: CrowdedMoment?
    for step in steps.dropFirst() where Int(step.count) > highest?.anchors ?? 0 {
      let at = index.instant(Int(step.offset) - 1)
      let count = count(after: index.eventCount(through: at))
      if count > highest?.anchors ?? 0 { highest = CrowdedMoment(anchors: count, at: at) }
    }
    return highest
  }

  /// Returns the greatest count after any number of events in a range that starts and ends at the end
  /// of an instant. A count that holds only between events of one instant is never on screen.
  func most(after offsets: ClosedRange<Int>, in index: EventIndex) -> Int {
    let first = (0..<steps.count).partition { Int(steps[$0].offset) <= offsets.lowerBound } - 1
    var most = Int(steps[first].count)
    for number in (first + 1)..<max(first + 1, steps.count) {
      guard Int(steps[number].offset) <= offsets.upperBound else { break }
      if isLastOfInstant(number, index) { most = max(most, Int(steps[number].count)) }
    }
    return most
  }

  /// Returns whether no later step is of the same instant.
  private func isLastOfInstant(_ number: Int, _ index: EventIndex) -> Bool {
    guard number + 1 < steps.count else { return true }
    return index.instant(Int(steps[number].offset) - 1)
      < index.instant(Int(steps[number + 1].offset) - 1)
  }

  /// - Parameters:
  ///   - ordinals: The events that may change the status of an anchor, ascending.
  ///   - atStart: Whether an anchor counts before its first event.
  ///   - birthdays: The events at which age alone may change whether an anchor counts, ascending.
  ///   - afterEvent: Whether an anchor counts after one of its events, at a date.
  /// - Complexity: O(`ordinals` + anchors)
  private init(
    _ index: EventIndex, _ ordinals: some Sequence<Int>, atStart: (_ slot: Int) -> Bool,
    birthdays: [FilterResult.Birthday] = [],
    afterEvent: (_ slot: Int, _ ordinal: Int, _ date: HBInstant?) -> Bool
  ) {
    var isCounted = (0..<index.slotCount).map(atStart)
    var count = Int32(clamping: isCounted.count { $0 })
    var steps: [(offset: Int32, count: Int32)] = [(0, count)]
    func note(_ slot: Int, _ counts: Bool) {
      guard counts != isCounted[slot] else { return }
      isCounted[slot] = counts
      count += counts ? 1 : -1
    }
    var birthdays = birthdays[...]
    for ordinal in ordinals {
      let former = count
      let slot = index.slot(ordinal)
      note(slot, afterEvent(slot, ordinal, nil))
      while let birthday = birthdays.first, birthday.ordinal == ordinal {
        birthdays.removeFirst()
        note(
          birthday.slot, afterEvent(birthday.slot, birthday.latest, index.instant(ordinal)))
      }
      if count != former { steps.append((Int32(clamping: ordinal + 1), count)) }
    }
    self.steps = steps
  }
}

// MARK: - What is counted

extension AnchorCounts {
  package struct Key: Hashable, Sendable {
    let line: BarLine
    let filter: EventFilter?
    let slot: Int?
  }

  /// Counts the anchors that a filter lets through as they are at each date, or one anchor alone.
  init(_ key: Key, in data: SpaceData) {
    // Because of its age, an anchor may start or cease to pass a filter at an event of another one.
    if let slot = key.slot, key.filter == nil {
      self.init(key, data.index.ordinals(ofSlot: slot), in: data)
    } else {
      self.init(key, 0..<data.index.count, in: data)
    }
  }

  private init(_ key: Key, _ ordinals: some Sequence<Int>, in data: SpaceData) {
    let index = data.index
    let scope = CountedScope(key, in: data)
    switch key.line {
    case .off, .alive:
      self.init(
        index, ordinals, atStart: { _ in false }, birthdays: scope.birthdays,
        afterEvent: { slot, ordinal, date in
          index.isVisible(ordinal) && scope.includes(slot: slot, after: ordinal, at: date)
        })
    case .differing:
      let newest = (0..<index.slotCount).map { index.newestOrdinal(ofSlot: $0) }
      let isIncludedNow = newest.enumerated().map { slot, ordinal in
        ordinal >= 0 && scope.includes(slot: slot, after: ordinal, at: index.end)
      }
      self.init(
        index, ordinals,
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

/// The anchors that are counted: those that filter and narrowing leave.
private struct CountedScope {
  private let slot: Int?
  private let result: FilterResult?
  /// For each anchor, whether it passes as it is now, if only that can be determined quickly.
  private let passesNow: [Bool]?

  init(_ key: AnchorCounts.Key, in data: SpaceData) {
    slot = key.slot
    let result = key.filter.map { data.filtered($0) }
    self.result = result
    let index = data.index
    guard let result, !result.knowsEvents else {
      passesNow = nil
      return
    }
    let rows = data.rows(at: index.count)
    result.prepare((0..<index.slotCount).map { Int32(truncatingIfNeeded: $0) }, in: rows)
    passesNow = (0..<index.slotCount).map(result.inclusion(in: rows, at: index.end))
  }

  /// The events at which age alone may change whether an anchor passes.
  var birthdays: [FilterResult.Birthday] { result?.birthdays ?? [] }

  func includes(slot: Int, after ordinal: Int, at date: HBInstant? = nil) -> Bool {
    if let only = self.slot, slot != only { return false }
    if let passesNow { return passesNow[slot] }
    return result?.includes(slot: slot, after: ordinal, at: date) ?? true
  }
}

extension SpaceData {
  /// Returns how many anchors have a status; cached.
  func counts(_ key: AnchorCounts.Key) -> AnchorCounts {
    memo.anchorCounts.value(for: key) { AnchorCounts(key, in: self) }
  }

  /// Returns the same; nil if it has yet to be counted in the background.
  func knownCounts(_ key: AnchorCounts.Key) -> AnchorCounts? {
    takesTime(key) ? nil : counts(key)
  }

  /// Returns whether to count in the background: the result is not known yet, and the space is large.
  func takesTime(_ key: AnchorCounts.Key) -> Bool {
    (key.slot == nil || key.filter != nil) && isLarge && !memo.anchorCounts.knows(key)
  }

  /// Counts what the second line of the time bar shows.
  package func prepare(_ key: AnchorCounts.Key) { _ = counts(key) }
}
