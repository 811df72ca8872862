import Foundation

/// Metadata that could not be read back from a file of a store, so that nothing of it is written.
struct UnwritableMetadataError: LocalizedError, Equatable {
  /// The top-level key of the value.
  let key: String
  let obstacle: Obstacle

  enum Obstacle: Equatable {
    case notFinite
    case tooDeep
  }

  /// So many arrays and objects may stand inside one another in what is saved: fewer than a log may
  /// hold, since the lists in which events are sent need some.
  static let nestingLimit = 500
  /// So many a log may hold. What reads JSON takes 512, of which a line and its metadata are two.
  fileprivate static let mostReadable = 510

  var errorDescription: String? {
    switch obstacle {
    case .notFinite:
      "metadata \"\(key)\" holds a number that is not finite, which JSON cannot hold; leave it out, or "
        + "save it as text"
    case .tooDeep:
      "metadata \"\(key)\" is nested deeper than \(Self.nestingLimit) levels, which could not be read "
        + "back; save it flatter, or as text"
    }
  }

  /// - Throws: ``HBStorageError/encodingFailed(underlying:)`` for the first such key.
  static func check(_ metadata: [String: AnyCodableValue]) throws(HBStorageError) {
    let obstacles = metadata.compactMapValues { $0.obstacle(inside: 0, nestingLimit) }
    guard let (key, obstacle) = obstacles.min(by: { $0.key < $1.key }) else { return }
    throw .encodingFailed(underlying: UnwritableMetadataError(key: key, obstacle: obstacle))
  }
}

extension [String: AnyCodableValue] {
  /// Whether a value is nested deeper than a line of a log may be.
  package var isNestedTooDeeply: Bool {
    values.contains { $0.obstacle(inside: 0, UnwritableMetadataError.mostReadable) == .tooDeep }
  }
}

extension AnyCodableValue {
  /// - Parameter levels: how many arrays and objects the value stands in.
  fileprivate func obstacle(
    inside levels: Int, _ limit: Int
  ) -> UnwritableMetadataError.Obstacle? {
    switch self {
    case .double(let number): number.isFinite ? nil : .notFinite
    case .array(let elements): Self.obstacle(in: elements, inside: levels + 1, limit)
    case .dictionary(let members): Self.obstacle(in: members.values, inside: levels + 1, limit)
    case .string, .int, .bool, .null: nil
    }
  }

  private static func obstacle(
    in values: some Sequence<AnyCodableValue>, inside levels: Int, _ limit: Int
  ) -> UnwritableMetadataError.Obstacle? {
    if levels > limit { return .tooDeep }
    for value in values {
      if let obstacle = value.obstacle(inside: levels, limit) { return obstacle }
    }
    return nil
  }
}
