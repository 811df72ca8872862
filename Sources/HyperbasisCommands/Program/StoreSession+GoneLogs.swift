import Foundation
import Hyperbasis

// Logs that were there and are gone. What can be read of such a space is only what its anchor files say, and
// a change would begin another log in the place of the one that may come back.

extension StoreSession {
  /// - Throws: ``CommandFailure`` if the log of one of the spaces was there and is gone.
  func requireLogs(of spaces: some Sequence<UUID>) throws {
    for space in Set(spaces) {
      guard let problem = try store.problemOfGoneLog(of: space) else { continue }
      throw CommandFailure.data("nothing was written: \(Self.text(ofGone: problem))")
    }
  }

  /// Prints a warning for each log that is gone.
  func warnOfGoneLogs() throws {
    for problem in goneLogs.values.sorted(by: { $0.file < $1.file }) {
      try context.writeWarning(Self.text(ofGone: problem))
    }
  }

  private static func text(ofGone problem: HBStoreProblem) -> String {
    "\(problem.file): \(problem.action), with hyperbasis verify --repair"
  }
}
