import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// The rows of a list that follow what has been read: first those below, then those above where the
/// reading began.
struct UnreadRows {
  let next: Int
  /// The row to end before; nil for the end of the list.
  let end: Int?
  /// How many rows there are up to the next end.
  let count: Int
  /// How many rows were above where the reading began.
  let skipped: Int

  /// - Parameter former: What had not been read before; nil if the reading has just begun.
  /// - Returns: nil if everything has been read.
  init?(after reading: ListReading, within former: UnreadRows?) {
    let above = former.map(\.skipped) ?? reading.first
    if reading.rest > 0 {
      (next, end, count, skipped) = (reading.next, former?.end, reading.rest, above)
    } else {
      guard above > 0 else { return nil }
      (next, end, count, skipped) = (0, above, above, 0)
    }
  }

  func text(_ key: TerminalText) -> TerminalText {
    let isAbove = next == 0
    return isAbove
      ? "\(CountText.text(count, "row")) above; \(key) reads \(count == 1 ? "it" : "them")"
      : "\(CountText.text(count, "more row")); \(key) continues"
  }
}
