import Foundation
import Hyperbasis

/// Starts the time machine where there is a terminal for it.
struct TimeMachineLauncher {
  let session: StoreSession
  let view: ViewOptions

  func run(spaceId: UUID?) throws {
    let terminals = session.context.terminals
    guard terminals.input, terminals.output else { throw Self.noTerminal }
    if session.context.environment["TERM"] == "dumb", !view.linear { throw Self.noTerminal }
  }

  private static let noTerminal = CommandFailure(
    ExitStatus.noTerminal,
    "the time machine needs a terminal; without one use the subcommands show, log, history, diff, "
      + "plot and stats (see hyperbasis --help)")
}
