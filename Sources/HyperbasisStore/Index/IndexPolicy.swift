/// Whether what was read from a log is kept on disk for the next process that opens it.
package struct IndexPolicy: Sendable {
  /// Whether this process writes indexes.
  package var isWritten = true
  /// Whether it reads them.
  package var isRead = true
  /// Logs with fewer events are read as quickly as their index would be.
  package var leastEvents = 10_000
  /// How many anchor files must have changed before what is known about them is written.
  package var leastFiles = 64
  /// How many changes in what is known about the spaces there must be before it is written.
  package var leastSpaces = 16
  /// An index is written again when at least one event in this many is not in it.
  package var tailShare = 8

  package init() {}

  package static let standard = IndexPolicy()

  /// For comparing: everything is read, and nothing is kept.
  package static let unread: IndexPolicy = {
    var policy = IndexPolicy.readOnly
    policy.isRead = false
    return policy
  }()

  /// For sessions that must not write anything.
  package static let readOnly: IndexPolicy = {
    var policy = IndexPolicy()
    policy.isWritten = false
    return policy
  }()
}

extension IndexPolicy {
  /// Whether an index is worth writing.
  ///
  /// - Parameters:
  ///   - events: how many the log has.
  ///   - indexed: how many of them came from an index.
  func wants(events: Int, indexed: Int) -> Bool {
    guard isWritten, events >= leastEvents else { return false }
    return indexed == 0 || (events - indexed) * tailShare >= events
  }
}
