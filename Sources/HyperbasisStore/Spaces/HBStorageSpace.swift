package import Foundation
import HyperbasisCompression
package import HyperbasisModels

/// A space as it is stored: with its world map as it lies on disk, compressed or not.
package struct HBStorageSpace: Codable, Identifiable, Equatable, Sendable {
  package let id: UUID
  package var name: String?
  /// The world map; raw DEFLATE if ``isCompressed``.
  package var worldMapData: Data
  package let createdAt: Date
  package var updatedAt: Date
  package var isCompressed: Bool

  package init(
    id: UUID, name: String?, worldMapData: Data, createdAt: Date, updatedAt: Date,
    isCompressed: Bool
  ) {
    self.id = id
    self.name = name
    self.worldMapData = worldMapData
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.isCompressed = isCompressed
  }
}

extension HBStorageSpace {
  /// Packs a space. A map that would not shrink is kept as it is.
  package init(_ space: HBSpace, compression: HBCompressionLevel) throws {
    var data = space.worldMapData
    var isCompressed = false
    if compression != .none, !data.isEmpty {
      let packed = try HBCompression.compress(data, level: compression)
      if packed.count < data.count { (data, isCompressed) = (packed, true) }
    }
    self.init(
      id: space.id, name: space.name, worldMapData: data, createdAt: space.createdAt,
      updatedAt: space.updatedAt, isCompressed: isCompressed)
  }

  /// Returns the unpacked size of the world map, without keeping the map: a small one may unpack to a
  /// very large one.
  ///
  /// - Throws: ``HBStorageError/decompressionFailed(underlying:)``.
  package func mapSize() throws -> Int {
    guard isCompressed, !worldMapData.isEmpty else { return worldMapData.count }
    return try HBCompression.decompressedSize(of: worldMapData)
  }

  /// Returns the space with its world map unpacked.
  ///
  /// - Throws: ``HBStorageError/decompressionFailed(underlying:)``.
  package func unpacked() throws -> HBSpace {
    let isPacked = isCompressed && !worldMapData.isEmpty
    return HBSpace(
      id: id, name: name,
      worldMapData: isPacked ? try HBCompression.decompress(worldMapData) : worldMapData,
      createdAt: createdAt, updatedAt: updatedAt)
  }
}
