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
  /// The date of the row of the cloud that the event was derived from.
  public var derived: HBInstant?
  /// The keys of the metadata that an `updated` sets or removes, sorted.
  public var changed: [String]?
  /// The shifts that the event takes out, or whose correction it takes back or does again.
  package var corrects: CorrectionTag?

  /// The keys beyond the standard ones, apart from the microseconds, in the order in which they are
  /// written.
  static let keys: [LineKey] = [
    .operation, .undoes, .redoes, .batch, .createdAt, .derived, .corrects, .changed,
  ]

  /// The keys that are there and their values, in the order in which they are written.
  package var members: [(key: LineKey, value: AnyCodableValue)] {
    var members: [(key: LineKey, value: AnyCodableValue)] = []
    if let operation { members.append((.operation, .string(operation.uuidString))) }
    switch undone {
    case .undoes(let operation): members.append((.undoes, .string(operation.uuidString)))
    case .redoes(let operation): members.append((.redoes, .string(operation.uuidString)))
    case nil: break
    }
    if let batch {
      members.append((.batch, ["index": .int(batch.index), "count": .int(batch.count)]))
    }
    if let createdAt { members.append((.createdAt, .int(Int(createdAt.microseconds)))) }
    if let derived { members.append((.derived, .int(Int(derived.microseconds)))) }
    if let corrects { members.append((.corrects, corrects.value)) }
    if let changed { members.append((.changed, .array(changed.map(AnyCodableValue.string)))) }
    return members
  }

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
    createdAt: HBInstant? = nil, derived: HBInstant? = nil, changed: [String]? = nil
  ) {
    self.operation = operation
    self.undone = undone
    self.batch = batch
    self.createdAt = createdAt
    self.derived = derived
    self.changed = changed
  }
}
