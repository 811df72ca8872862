package import HyperbasisAnchorLog
package import HyperbasisDrift
import Synchronization

/// The shifts of one log, found on the first request and kept up to date with the log from then on.
package final class ShiftCache: Sendable {
  private let known = Mutex<DriftHistory?>(nil)

  package init() {}

  /// - Parameter history: the shifts found already; nil for none.
  init(knowing history: DriftHistory?) {
    known.withLock { $0 = history }
  }
}

extension ShiftCache {
  /// Returns the shifts found in an index.
  ///
  /// - Complexity: O(n) for n events on the first call, about a second for a million; later O(n) for those
  ///   added since.
  /// - Throws: if the log cannot be read.
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
