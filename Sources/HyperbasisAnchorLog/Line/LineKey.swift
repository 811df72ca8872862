import HyperbasisModels

/// The keys of a line that have a meaning, in the order in which they are written.
public enum LineKey: UInt8, CaseIterable, Sendable {
  case id, anchorId, spaceId, type, timestamp, version, transform, metadata, actorId
  case microseconds, operation, undoes, redoes, batch, createdAt, derived, corrects
  case changed, check

  public var name: String { Self.names[Int(rawValue)] }

  private static let names = allCases.map { String(describing: $0) }

  /// Whether every reader of the format knows the key.
  var isStandard: Bool { rawValue <= Self.actorId.rawValue }

  public init?(_ name: String) {
    guard let key = Self.byName[name], key.name.hasSameScalars(as: name) else { return nil }
    self = key
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
}
