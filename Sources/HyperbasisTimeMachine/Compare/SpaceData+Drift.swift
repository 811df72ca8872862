import HyperbasisAnchorLog
import HyperbasisDrift

extension SpaceData {
  /// The shifts of the space through its history; found once, and where the log has grown only what
  /// was added is looked at.
  ///
  /// - Throws: where the log cannot be read any more.
  var drift: DriftHistory {
    get throws {
      if let known = memo.drift[0], known.eventCount == index.count { return known }
      let history = try DriftHistory(index)
      memo.drift.remember(history, for: 0)
      return history
    }
  }
}
