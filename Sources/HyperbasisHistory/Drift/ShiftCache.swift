package import HyperbasisAnchorLog
package import HyperbasisDrift
import Synchronization

/// The shifts of one log, found when somebody first asks and kept up with it from then on.
package final class ShiftCache: Sendable {
  private let known = Mutex<DriftHistory?>(nil)

  package init() {}

  /// - Parameter history: what was found already; nil for nothing.
  init(knowing history: DriftHistory?) {
    known.withLock { $0 = history }
  }
}

extension ShiftCache {
  /// What was found in an index.
  ///
  /// - Complexity: O(n) for n events when it is first asked, about a second for a million; later as
  ///   many as came since.
  /// - Throws: where the log cannot be read.
  package func history(of index: EventIndex) throws -> DriftHistory {
    try known.withLock { known in
      guard var history = known else {
        let history = try DriftHistory(index)
        known = history
        return history
      }
      try history.update(index)
      known = history
      return history
    }
  }
}
