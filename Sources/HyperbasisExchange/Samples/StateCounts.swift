/// Counts the anchors that complete states found, and those that they deleted.
struct StateCounts {
  private(set) var count = 0
  /// Anchors that were deleted, counted once for each time.
  private(set) var dropped = 0
  /// Anchors that were there before a state, counted once for each state.
  private var before = 0
  private var kept: Int?
  private var hasDroppedMany = false

  mutating func add(visible: Int, dropped: Int) {
    count += 1
    before += kept ?? visible
    kept = visible - dropped
    self.dropped += dropped
    if Self.isMost(dropped, of: visible) { hasDroppedMany = true }
  }

  /// Whether one state dropped more than half of what was there, or all of them together did: in a
  /// table in which each row has a time of its own, each state has one anchor.
  var dropMany: Bool { hasDroppedMany || Self.isMost(dropped, of: before) }

  /// Returns whether most anchors were dropped; of few, more than half are soon gone.
  private static func isMost(_ dropped: Int, of visible: Int) -> Bool {
    visible > 10 && dropped * 2 > visible
  }
}

extension StateCounts {
  /// Returns what the states delete, as sentences.
  ///
  /// - Parameter absent: the number of deleted anchors that no row names.
  func notes(absent: Int) -> [String] {
    guard count > 1 else { return (absent > 0 ? [Self.note(absent)] : []) + warnings }
    guard dropped > 0 else { return warnings }
    let times = dropped == 1 ? "1 anchor is" : "\(dropped) anchors are"
    return [
      "The input holds \(count) complete states, one for each time, and \(times) deleted because the "
        + "next state does not have \(dropped == 1 ? "it" : "them")."
    ] + warnings
  }

  private static func note(_ absent: Int) -> String {
    absent == 1
      ? "1 anchor of the space is not in the state and is deleted."
      : "\(absent) anchors of the space are not in the state and are deleted."
  }

  private var warnings: [String] {
    guard dropMany else { return [] }
    let text = "A state drops more than half of the anchors of the one before it"
    guard count > 1 else { return [text + "."] }
    return [text + "; if all rows are one state, give its time with --at DATE."]
  }
}
