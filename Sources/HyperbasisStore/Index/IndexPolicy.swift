/// Whether what was read of a log is kept on disk for those who open it next.
package struct IndexPolicy: Sendable {
  /// Whether this process writes indexes.
  package var isWritten = true
  /// Whether it reads them.
  package var isRead = true
  /// Logs with fewer events are read as quickly as their index would be.
  package var leastEvents = 10_000
  /// An index is written again when at least one of so many events is not in it.
  package var tailShare = 8

  package init() {}

  package static let standard = IndexPolicy()

  /// For those who compare: everything is read, and nothing is kept.
  package static let unread: IndexPolicy = {
    var policy = IndexPolicy.readOnly
    policy.isRead = false
    return policy
  }()

  /// For sessions that are to write nothing.
  package static let readOnly: IndexPolicy = {
    var policy = IndexPolicy()
    policy.isWritten = false
    return policy
  }()
}

extension IndexPolicy {
  /// Whether an index is worth its writing.
  ///
  /// - Parameters:
  ///   - events: how many the log has.
  ///   - indexed: how many of them came from an index.
  func wants(events: Int, indexed: Int) -> Bool {
    guard isWritten, events >= leastEvents else { return false }
    return indexed == 0 || (events - indexed) * tailShare >= events
  }
}
