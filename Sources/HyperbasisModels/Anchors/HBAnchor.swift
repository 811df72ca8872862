public import Foundation

/// A placed object in an AR space: where it is, how it is turned and scaled, and free-form metadata.
///
/// The transform is a 4×4 matrix of 16 floats, column-major, in metres: indices 0 to 11 hold
/// rotation and scale, 12, 13 and 14 the position x, y (up) and z.
public struct HBAnchor: Codable, Identifiable, Equatable, Sendable {
  /// Identifies the anchor, in its own space and across all others.
  public let id: UUID
  /// The space that the anchor belongs to.
  public let spaceId: UUID
  /// 16 floats, column-major, in metres.
  public var transform: [Float]
  /// What the app says about the anchor: any JSON values, by key.
  public var metadata: [String: AnyCodableValue]
  /// When the anchor was created, in UTC; to the microsecond once it has been loaded.
  public let createdAt: Date
  /// When the anchor last changed. Saving sets it: a value that the app sets is not kept.
  public var updatedAt: Date
  /// When the anchor was deleted; nil while it is active.
  public var deletedAt: Date?

  /// Creates an anchor from its stored parts.
  public init(
    id: UUID = UUID(), spaceId: UUID, transform: [Float],
    metadata: [String: AnyCodableValue] = [:], createdAt: Date = Date(),
    updatedAt: Date? = nil, deletedAt: Date? = nil
  ) {
    self.id = id
    self.spaceId = spaceId
    self.transform = transform
    self.metadata = metadata
    self.createdAt = createdAt
    self.updatedAt = updatedAt ?? createdAt
    self.deletedAt = deletedAt
  }

  /// Creates a new anchor from a matrix in metres.
  public init(
    id: UUID = UUID(), spaceId: UUID, transform: simd_float4x4,
    metadata: [String: AnyCodableValue] = [:]
  ) {
    self.init(
      id: id, spaceId: spaceId, transform: HBAnchor.flatten(transform), metadata: metadata)
  }

  private enum CodingKeys: String, CodingKey {
    case id, spaceId, transform, metadata, createdAt, updatedAt, deletedAt
  }

  /// Decodes an anchor; missing metadata count as empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(UUID.self, forKey: .id)
    spaceId = try container.decode(UUID.self, forKey: .spaceId)
    transform = try container.decode([Float].self, forKey: .transform)
    metadata =
      try container.decodeIfPresent([String: AnyCodableValue].self, forKey: .metadata) ?? [:]
    createdAt = try container.decode(Date.self, forKey: .createdAt)
    updatedAt = try container.decode(Date.self, forKey: .updatedAt)
    deletedAt = try container.decodeIfPresent(Date.self, forKey: .deletedAt)
  }

  /// Compares by value: metadata as ``AnyCodableValue`` compares them, keys by their Unicode scalars.
  public static func == (left: HBAnchor, right: HBAnchor) -> Bool {
    left.id == right.id && left.spaceId == right.spaceId && left.transform == right.transform
      && left.metadata.hasSameMembers(as: right.metadata) && left.createdAt == right.createdAt
      && left.updatedAt == right.updatedAt && left.deletedAt == right.deletedAt
  }
}

// MARK: - State

extension HBAnchor {
  /// Whether the anchor is deleted: hidden from states, with its history kept.
  public var isDeleted: Bool { deletedAt != nil }

  /// Whether there is any metadata.
  public var hasMetadata: Bool { !metadata.isEmpty }

  /// Whether the transform has exactly 16 elements, all finite.
  public func validate() -> Bool {
    transform.count == 16 && transform.allSatisfy(\.isFinite)
  }

  /// Marks the anchor as deleted now.
  public mutating func markDeleted() {
    let now = Date()
    deletedAt = now
    updatedAt = now
  }

  /// Reverses the deletion.
  public mutating func restore() {
    deletedAt = nil
    updatedAt = Date()
  }
}

// MARK: - Metadata

extension HBAnchor {
  /// Sets the value of a metadata key; nil removes the key.
  public mutating func updateMetadata(key: String, value: AnyCodableValue?) {
    metadata[key] = value
    updatedAt = Date()
  }

  /// Replaces all metadata.
  public mutating func update(metadata: [String: AnyCodableValue]) {
    self.metadata = metadata
    updatedAt = Date()
  }

  /// Returns the value of a metadata key; nil if the anchor does not have the key.
  public func metadata(forKey key: String) -> AnyCodableValue? { metadata[key] }

  /// Returns the string at a metadata key; nil if the key is missing or holds something else.
  public func stringMetadata(forKey key: String) -> String? { metadata[key]?.stringValue }

  /// Returns the whole number at a metadata key, `3.0` included; nil if the key is missing or holds
  /// something else.
  public func intMetadata(forKey key: String) -> Int? { metadata[key]?.intValue }

  /// Returns the number at a metadata key, whole or not; nil if the key is missing or holds something
  /// else.
  public func doubleMetadata(forKey key: String) -> Double? { metadata[key]?.doubleValue }

  /// Returns the Boolean at a metadata key; nil if the key is missing or holds something else.
  public func boolMetadata(forKey key: String) -> Bool? { metadata[key]?.boolValue }
}
