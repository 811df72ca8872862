public import Foundation
public import HyperbasisModels

/// What a line holds beyond the nine keys that every reader knows, apart from the microseconds,
/// which are part of the instant.
public struct LogExtras: Sendable, Equatable {
  /// The user's action that the event belongs to.
  public var operation: UUID?
  /// The operation that the event takes back or does again.
  public var undone: OperationTag?
  /// Where the event stands in an operation of several.
  public var batch: Batch?
  /// The anchor's own creation date, where it is not the instant of the event at which its fold
  /// starts.
  public var createdAt: HBInstant?
  /// The shifts that the event takes out, or whose correction it takes back or does again.
  package var corrects: CorrectionTag?

  public struct Batch: Sendable, Equatable {
    /// From 0.
    public var index: Int
    public var count: Int

    public init(index: Int, count: Int) {
      self.index = index
      self.count = count
    }
  }

  public init(
    operation: UUID? = nil, undone: OperationTag? = nil, batch: Batch? = nil,
    createdAt: HBInstant? = nil
  ) {
    self.operation = operation
    self.undone = undone
    self.batch = batch
    self.createdAt = createdAt
  }
}
