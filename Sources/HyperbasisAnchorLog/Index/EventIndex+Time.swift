public import HyperbasisModels

extension EventIndex {
  /// The instant of the first event.
  public var start: HBInstant? { count > 0 ? instant(0) : nil }

  /// The instant of the last event.
  public var end: HBInstant? { count > 0 ? instant(count - 1) : nil }

  /// The number of events at or before an instant.
  public func position(through instant: HBInstant) -> Int {
    partition { $0 <= instant.microseconds }
  }

  /// The number of events before an instant.
  public func position(before instant: HBInstant) -> Int {
    partition { $0 < instant.microseconds }
  }

  /// The first instant with an event, of one anchor or of all, after an instant.
  public func nextInstant(after instant: HBInstant, slot: Int? = nil) -> HBInstant? {
    let position = position(through: instant)
    guard let slot else { return position < count ? self.instant(position) : nil }
    let list = ordinals(ofSlot: slot)
    let index = list.count(below: position)
    return index < list.count ? self.instant(list[index]) : nil
  }

  /// The last instant with an event, of one anchor or of all, before an instant.
  public func previousInstant(before instant: HBInstant, slot: Int? = nil) -> HBInstant? {
    let position = position(before: instant)
    guard let slot else { return position > 0 ? self.instant(position - 1) : nil }
    return ordinals(ofSlot: slot).last(below: position).map { self.instant($0) }
  }

  /// The first ordinal whose instant does not satisfy a claim that is true up to some instant.
  @inline(__always)
  private func partition(_ isBelow: (Int64) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if isBelow(columns.instants[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
