import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Shows the progress of a pass: on a terminal in one line that is rewritten, elsewhere in a line for
/// each phase that begins.
final class SyncProgressLine {
  private let output: any TextOutput
  private let columns: Int?
  private let isRewritten: Bool
  private let isUTF8: Bool
  private var shown: TerminalText?
  /// The current phase, and when it began.
  private var phase: (value: HBSyncStatus.Phase, start: ContinuousClock.Instant)?

  init(_ context: CommandContext) {
    output = context.output
    columns = context.terminals.columns
    isRewritten = context.terminals.output && context.environment["TERM"] != "dumb"
    isUTF8 = context.isUTF8
  }

  func show(_ status: HBSyncStatus) throws {
    if phase?.value != status.phase { phase = (status.phase, .now) }
    let seconds = phase.map { $0.start.duration(to: .now) / .seconds(1) } ?? 0
    let text =
      isRewritten
      ? SyncText.progressLine(status, seconds: seconds)
      : SyncText.work(status.phase)
    guard let text, text != shown else { return }
    shown = text
    let line = text.prefix(columns: (columns ?? 80) - 1).plain(isUTF8: isUTF8)
    try output.write(isRewritten ? "\r\(line)\(Self.eraseRest)" : line + "\n")
    try output.flush()
  }

  /// Erases the line that was rewritten.
  func end() throws {
    guard isRewritten, shown != nil else { return }
    shown = nil
    try output.write("\r\(Self.eraseRest)")
  }

  /// EL, erase in line (ECMA-48, 8.3.41).
  private static let eraseRest = "\u{1B}[K"
}
