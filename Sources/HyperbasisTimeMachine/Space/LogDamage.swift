import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisWording

/// How many lines of a log are damaged, skipped and kept.
package struct LogDamage: Hashable, Sendable {
  /// Whole lines that are not events.
  package var lines = 0
  /// Whether the last line is cut off; in a log that is being written to, it may be so for a moment.
  package var isTorn = false
}

extension LogDamage {
  init(_ problems: some Sequence<LogProblem>) {
    for problem in problems where problem.kind.isDamage {
      if problem.kind == .tornTail { isTorn = true } else { lines += 1 }
    }
  }

  /// The warning when a log is opened; nil if all is well.
  var text: TerminalText? { Self.text(lines + (isTorn ? 1 : 0), "") }

  /// Returns the warning about new damage in an open log; nil if there is none.
  ///
  /// - Parameter told: the damage reported before. A line that was cut off then is not new when it gets
  ///   an end.
  func news(since told: LogDamage) -> TerminalText? {
    Self.text(lines - told.lines - (told.isTorn && !isTorn ? 1 : 0), "new ")
  }

  /// Returns what counts as reported once the news are: a line that is cut off only now may still turn
  /// out to be whole.
  func told(after former: LogDamage) -> LogDamage {
    LogDamage(lines: lines, isTorn: isTorn && former.isTorn)
  }

  private static func text(_ count: Int, _ attribute: String) -> TerminalText? {
    guard count > 0 else { return nil }
    let lines = CountText.text(count, "\(attribute)damaged line")
    let them: TerminalText = count == 1 ? "it" : "them"
    return "skipped \(lines) (kept on disk); verify shows \(them)"
  }
}
