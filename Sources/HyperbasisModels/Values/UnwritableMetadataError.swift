import Foundation

/// Metadata that could not be read back from a file of a store, so none of it is written.
package struct UnwritableMetadataError: LocalizedError, Equatable {
  /// The top-level key of the value.
  let key: String
  let obstacle: Obstacle

  enum Obstacle: Equatable {
    case notFinite
    case tooDeep
    case tooLong
  }

  /// How deep arrays and objects may be nested in what is saved: less deep than in a log, since the lists
  /// in which events are sent take some levels.
  static let nestingLimit = 500
  /// How deep they may be nested in a log. The JSON parser allows 512 levels, two of which are the line and
  /// its metadata.
  fileprivate static let mostReadable = 510

  package var errorDescription: String? {
    let key = key.debugDescription
    return switch obstacle {
    case .notFinite:
      "metadata \(key) holds a number that is not finite, which JSON cannot hold; leave it out, or "
        + "save it as text"
    case .tooDeep:
      "metadata \(key) is nested more than \(Self.nestingLimit) levels deep and could not be read "
        + "back; flatten it, or save it as text"
    case .tooLong:
      "with metadata \(key) the event would be longer than 16 MiB and could not be read back; keep "
        + "data this large in a separate file"
    }
  }

  /// Names the largest value of metadata that make an event too long; nil if there are no metadata.
  package init?(tooLong metadata: [String: AnyCodableValue]) {
    let sizes = metadata.mapValues(\.leastSize)
    guard let largest = sizes.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else {
      return nil
    }
    self.init(key: largest.key, obstacle: .tooLong)
  }

  private init(key: String, obstacle: Obstacle) {
    (self.key, self.obstacle) = (key, obstacle)
  }

  /// - Throws: ``HBStorageError/encodingFailed(underlying:)`` for the first key that cannot be written.
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
  /// About how many bytes the value takes up in a line, not counting escapes.
  fileprivate var leastSize: Int {
    switch self {
    case .string(let text): text.utf8.count + 2
    case .array(let elements): elements.reduce(2) { $0 + $1.leastSize + 1 }
    case .dictionary(let members):
      members.reduce(2) { $0 + $1.key.utf8.count + 4 + $1.value.leastSize }
    case .int, .double, .bool, .null: 4
    }
  }

  /// - Parameter levels: how many arrays and objects enclose the value.
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
