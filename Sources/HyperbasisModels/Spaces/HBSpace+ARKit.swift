// On visionOS and macOS the module of this name has different contents, without world maps.
#if canImport(ARKit) && !os(visionOS) && !os(macOS)
  public import ARKit
  public import Foundation

  extension HBSpace {
    /// Creates a new space from a world map.
    ///
    /// - Throws: ``HBSpaceError/serializationFailed(underlying:)``.
    public init(id: UUID = UUID(), name: String? = nil, worldMap: ARWorldMap) throws {
      self.init(id: id, name: name, worldMapData: try HBSpace.serialize(worldMap: worldMap))
    }

    /// Returns a world map as the bytes of a keyed archive.
    ///
    /// - Throws: ``HBSpaceError/serializationFailed(underlying:)``.
    public static func serialize(worldMap: ARWorldMap) throws -> Data {
      do {
        return try NSKeyedArchiver.archivedData(
          withRootObject: worldMap, requiringSecureCoding: true)
      } catch {
        throw HBSpaceError.serializationFailed(underlying: error)
      }
    }

    /// Returns the world map in an archive.
    ///
    /// - Throws: ``HBSpaceError/deserializationFailed(underlying:)``.
    public static func deserialize(worldMapData data: Data) throws -> ARWorldMap {
      let worldMap: ARWorldMap?
      do {
        worldMap = try NSKeyedUnarchiver.unarchivedObject(ofClass: ARWorldMap.self, from: data)
      } catch {
        throw HBSpaceError.deserializationFailed(underlying: error)
      }
      guard let worldMap else { throw HBSpaceError.deserializationFailed(underlying: nil) }
      return worldMap
    }

    /// Returns the space's world map.
    ///
    /// - Throws: ``HBSpaceError/deserializationFailed(underlying:)``.
    public func arWorldMap() throws -> ARWorldMap {
      try HBSpace.deserialize(worldMapData: worldMapData)
    }

    /// Replaces the world map.
    ///
    /// - Throws: ``HBSpaceError/serializationFailed(underlying:)``.
    public mutating func update(worldMap: ARWorldMap) throws {
      worldMapData = try HBSpace.serialize(worldMap: worldMap)
      updatedAt = Date()
    }
  }
#endif
