import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisWording

/// How much of a log is damaged, skipped and kept.
package struct LogDamage: Hashable, Sendable {
  /// Whole lines that are not events.
  package var lines = 0
  /// Whether the last line is cut off; that of a log somebody is writing to may be so for a moment.
  package var isTorn = false
}

extension LogDamage {
  init(_ problems: some Sequence<LogProblem>) {
    for problem in problems where problem.kind.isDamage {
      if problem.kind == .tornTail { isTorn = true } else { lines += 1 }
    }
  }

  /// What is said of it when a log is opened; nil where all is well.
  var text: TerminalText? { Self.text(lines + (isTorn ? 1 : 0), "") }

  /// What is said of it in a log that was open while it came; nil where nothing did.
  ///
  /// - Parameter told: what was told of before. A cut line that was is no news once it has an end.
  func news(since told: LogDamage) -> TerminalText? {
    Self.text(lines - told.lines - (told.isTorn && !isTorn ? 1 : 0), "new ")
  }

  /// What is told of once its news are: whether a line that is cut off now is damaged will be seen.
  func told(after former: LogDamage) -> LogDamage {
    LogDamage(lines: lines, isTorn: isTorn && former.isTorn)
  }

  private static func text(_ count: Int, _ attribute: String) -> TerminalText? {
    guard count > 0 else { return nil }
    let lines = CountText.text(count, "\(attribute)damaged line")
    return count == 1
      ? "\(lines) was skipped and kept; verify shows it"
      : "\(lines) were skipped and kept; verify shows them"
  }
}
