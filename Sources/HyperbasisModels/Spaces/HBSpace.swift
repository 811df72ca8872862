public import Foundation

/// An AR space: a name, and the world map with which a device finds its place in it again.
public struct HBSpace: Codable, Identifiable, Equatable, Sendable {
  /// Identifies the space; its log and the files of the store are named after it.
  public let id: UUID
  /// What people call the space; nil for a space without a name. Names need not be unique.
  public var name: String?
  /// The serialised `ARWorldMap`, not compressed; empty if there is none.
  public var worldMapData: Data
  /// When the space was created, in UTC; the store keeps whole seconds.
  public let createdAt: Date
  /// When the name or the world map last changed, in UTC; the store keeps whole seconds.
  public var updatedAt: Date

  /// Creates a space from its parts.
  ///
  /// - Parameters:
  ///   - id: a new one by default.
  ///   - name: what people call it.
  ///   - worldMapData: the serialised `ARWorldMap`, not compressed; empty for none.
  ///   - createdAt: when it was created.
  ///   - updatedAt: when it last changed; `createdAt` if nil.
  public init(
    id: UUID = UUID(), name: String? = nil, worldMapData: Data = Data(),
    createdAt: Date = Date(), updatedAt: Date? = nil
  ) {
    self.id = id
    self.name = name
    self.worldMapData = worldMapData
    self.createdAt = createdAt
    self.updatedAt = updatedAt ?? createdAt
  }
}

extension HBSpace {
  /// Gives the space another name, or none.
  public mutating func update(name: String?) {
    self.name = name
    updatedAt = Date()
  }

  /// Returns why a space cannot have a name, which is that nobody could type it again; nil if it can.
  package static func refusal(ofName name: String) -> String? {
    name.allSatisfy(\.isWhitespace) ? "a space needs a name that is not empty" : nil
  }

  /// The size of the world map in bytes, not compressed.
  public var worldMapSize: Int { worldMapData.count }

  /// The size of the world map in readable form: `812 bytes`, `1.4 kB`, `12.0 MB`.
  public var worldMapSizeFormatted: String { ByteCountText.text(worldMapSize) }

  /// Whether the world map is a keyed archive of an `ARWorldMap`.
  ///
  /// The archive is searched for its format's name and for the class name, and never unarchived:
  /// unarchiving runs the initialisers of whatever classes a file names.
  public func validate() -> Bool {
    guard worldMapData.starts(with: Data("bplist".utf8)) else { return false }
    return ["NSKeyedArchiver", "ARWorldMap"].allSatisfy { marker in
      worldMapData.range(of: Data(marker.utf8)) != nil
    }
  }
}

/// What can be wrong with a space.
public enum HBSpaceError: LocalizedError {
  /// The world map could not be archived.
  case serializationFailed(underlying: (any Error)?)
  /// The archive could not be read back as a world map.
  case deserializationFailed(underlying: (any Error)?)
  /// The space holds no world map, or something other than one.
  case invalidWorldMapData

  public var errorDescription: String? {
    switch self {
    case .serializationFailed(let underlying):
      "The world map could not be serialized\(reason(underlying)). Capture it again."
    case .deserializationFailed(let underlying):
      "The world map could not be deserialized\(reason(underlying)). Scan the space again."
    case .invalidWorldMapData:
      "The world map data is missing or invalid. Scan the space again and save it."
    }
  }

  private func reason(_ underlying: (any Error)?) -> String {
    underlying.map { ": \($0.localizedDescription)" } ?? ""
  }
}
