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

  /// So many arrays and objects may stand inside one another. What reads JSON takes 512 of them; an
  /// event, and the lists that events are sent in, need some.
  static let nestingLimit = 500

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
    let obstacles = metadata.compactMapValues { $0.obstacle(inside: 0) }
    guard let (key, obstacle) = obstacles.min(by: { $0.key < $1.key }) else { return }
    throw .encodingFailed(underlying: UnwritableMetadataError(key: key, obstacle: obstacle))
  }
}

extension AnyCodableValue {
  /// - Parameter levels: how many arrays and objects the value stands in.
  fileprivate func obstacle(inside levels: Int) -> UnwritableMetadataError.Obstacle? {
    switch self {
    case .double(let number): number.isFinite ? nil : .notFinite
    case .array(let elements): Self.obstacle(in: elements, inside: levels + 1)
    case .dictionary(let members): Self.obstacle(in: members.values, inside: levels + 1)
    case .string, .int, .bool, .null: nil
    }
  }

  private static func obstacle(
    in values: some Sequence<AnyCodableValue>, inside levels: Int
  ) -> UnwritableMetadataError.Obstacle? {
    if levels > UnwritableMetadataError.nestingLimit { return .tooDeep }
    for value in values {
      if let obstacle = value.obstacle(inside: levels) { return obstacle }
    }
    return nil
  }
}
