public import Foundation
public import HyperbasisModels

/// What a line holds beyond the nine keys that every reader knows, apart from the microseconds,
/// which are part of the instant.
public struct LogExtras: Sendable, Equatable {
  /// The user's action that the event belongs to.
  public var operation: UUID?
  /// The operation that the event undoes or redoes.
  public var undone: OperationTag?
  /// Where the event stands in an operation of several.
  public var batch: Batch?
  /// The anchor's own creation date, if it is not the instant of the event at which its fold
  /// starts.
  public var createdAt: HBInstant?
  /// The date of the cloud row that the event was derived from.
  public var derived: HBInstant?
  /// The keys of the metadata that an `updated` sets or removes, sorted.
  public var changed: [String]?
  /// The shifts that the event takes out, or whose correction it undoes or redoes.
  package var corrects: CorrectionTag?

  /// The keys beyond the standard ones, apart from the microseconds, in the order in which they are
  /// written.
  static let keys: [LineKey] = [
    .operation, .undoes, .redoes, .batch, .createdAt, .derived, .corrects, .changed,
  ]

  /// The keys that are present and their values, in the order in which they are written.
  package var members: [(key: LineKey, value: AnyCodableValue)] {
    Self.keys.compactMap { key in value(of: key).map { (key, $0) } }
  }

  /// Returns what is written for a key beyond the standard ones; nil if it is left out.
  func value(of key: LineKey) -> AnyCodableValue? {
    switch (key, undone) {
    case (.operation, _): operation.map { .string($0.uuidString) }
    case (.undoes, .undoes(let operation)), (.redoes, .redoes(let operation)):
      .string(operation.uuidString)
    case (.batch, _): batch.map { ["index": .int($0.index), "count": .int($0.count)] }
    case (.createdAt, _): createdAt.map { .int(Int($0.microseconds)) }
    case (.derived, _): derived.map { .int(Int($0.microseconds)) }
    case (.corrects, _): corrects?.value
    case (.changed, _): changed.map { .array($0.map(AnyCodableValue.string)) }
    default: nil
    }
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
