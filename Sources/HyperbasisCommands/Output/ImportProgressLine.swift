import Hyperbasis
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisWording

/// Shows the progress of an import on a terminal once it takes longer than half a second: bytes, rows
/// per second, and the time left.
final class ImportProgressLine {
  private let context: CommandContext
  private let isShown: Bool
  private let start: HBInstant
  private var phaseStart: HBInstant
  private var phase: (ImportProgress.Phase, Int)?
  private var last: HBInstant
  private var hasLine = false

  init(_ context: CommandContext) {
    self.context = context
    isShown = context.terminals.error && context.environment["TERM"] != "dumb"
    start = context.now()
    phaseStart = start
    last = start
  }

  func show(_ progress: ImportProgress) throws {
    guard isShown else { return }
    let now = context.now()
    if phase?.0 != progress.phase || phase?.1 != progress.pass {
      phase = (progress.phase, progress.pass)
      phaseStart = now
    }
    guard now.microseconds - start.microseconds > 500_000,
      now.microseconds - last.microseconds > 100_000
    else { return }
    last = now
    let seconds = Double(now.microseconds - phaseStart.microseconds) / 1_000_000
    let text = ImportText.progress(progress, seconds: seconds)
    let line = text.prefix(columns: (context.terminals.columns ?? 80) - 1)
    try context.errorOutput.write("\r\(line.plain(isUTF8: context.isUTF8))\(Self.eraseRest)")
    try context.errorOutput.flush()
    hasLine = true
  }

  /// Erases the line.
  func end() throws {
    guard hasLine else { return }
    hasLine = false
    try context.errorOutput.write("\r\(Self.eraseRest)")
    try context.errorOutput.flush()
  }

  /// EL, erase in line (ECMA-48, 8.3.41).
  static let eraseRest = "\u{1B}[K"
}
