package import Foundation

/// What a line holds beyond the nine keys that every reader knows, apart from the microseconds,
/// which are part of the instant.
package struct LogExtras: Sendable, Equatable {
  /// The user's action that the event belongs to.
  package var operation: UUID?
  /// The operation that the event takes back or does again.
  package var undone: OperationTag?
  /// Where the event stands in an operation of several.
  package var batch: Batch?

  package struct Batch: Sendable, Equatable {
    /// From 0.
    package var index: Int
    package var count: Int

    package init(index: Int, count: Int) {
      self.index = index
      self.count = count
    }
  }

  package init(operation: UUID? = nil, undone: OperationTag? = nil, batch: Batch? = nil) {
    self.operation = operation
    self.undone = undone
    self.batch = batch
  }
}
