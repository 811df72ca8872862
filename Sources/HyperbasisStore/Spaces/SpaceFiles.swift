package import Foundation
import HyperbasisCompression
import HyperbasisModels
package import SystemPackage

/// The files of spaces and their world maps.
package struct SpaceFiles: Sendable {
  package let layout: StoreLayout
  package let files: any FileSystem
  /// Whether SDK 1.1.0 is to be able to read all spaces.
  let isSDKCompatible: Bool

  /// A space's file and where it lies; nil where there is none.
  ///
  /// - Throws: ``HBStorageError/decodingFailed(underlying:)`` for a damaged file, or for one whose
  ///   id is not the one in its name.
  func load(_ id: UUID) throws -> (file: SpaceFile, path: FilePath)? {
    let found = try layout.spaces.find(id, files)
    guard found.status != nil else { return nil }
    return try read(found.path, id: id).map { ($0, found.path) }
  }

  /// All files that can be read, by id; the others are left out.
  func loadAll() throws -> [UUID: (file: SpaceFile, path: FilePath)] {
    try layout.spaces.paths(files).reduce(into: [:]) { result, entry in
      // A damaged space hides no other; verifying the store reports it.
      guard let file = try? read(entry.value, id: entry.key) else { return }
      result[entry.key] = (file, entry.value)
    }
  }

  func ids() throws(FileError) -> Set<UUID> {
    Set(try layout.spaces.paths(files).keys)
  }

  func read(_ path: FilePath, id: UUID) throws -> SpaceFile? {
    guard let data = try files.contents(of: path) else { return nil }
    let file = try SpaceFile(data)
    guard file.id == id else {
      throw HBStorageError.decodingFailed(
        underlying: FileFormatError(
          reason: "\(layout.relative(path)) contains the id \(file.id.uuidString)"))
    }
    return file
  }
}

// MARK: - World maps

extension SpaceFiles {
  /// The space with its map as it lies on disk.
  ///
  /// Where both a `.bin` and an inline map exist the `.bin` counts: the one other writer of these
  /// files knows only that.
  func stored(_ file: SpaceFile) throws -> HBStorageSpace {
    let map = try separateMap(of: file.id) ?? file.inlineMap() ?? Data()
    return HBStorageSpace(
      id: file.id, name: file.name, worldMapData: map, createdAt: file.createdAt.date,
      updatedAt: file.updatedAt.date, isCompressed: file.isCompressed)
  }

  private func separateMap(of id: UUID) throws -> Data? {
    try mapPath(of: id).flatMap { try files.contents(of: $0) }
  }

  /// Where a space's `.bin` lies; nil where it has none.
  package func mapPath(of id: UUID) throws(FileError) -> FilePath? {
    let found = try layout.worldMaps.find(id, files)
    return found.status == nil ? nil : found.path
  }

  /// The size of a space's world map, unpacked; nil where it cannot be read.
  func mapSize(of file: SpaceFile) -> Int? {
    // A map that cannot be read has no size; loading the space says why.
    guard let space = try? stored(file) else { return nil }
    if !space.isCompressed || space.worldMapData.isEmpty { return space.worldMapData.count }
    // The same.
    return try? HBCompression.decompressedSize(of: space.worldMapData)
  }
}

// MARK: - Saving

extension SpaceFiles {
  /// Writes a space in the form in which it was found, a new one with its map inline.
  ///
  /// - Parameter keepingMap: leaves the map on disk as it is, for changes to the rest.
  func save(_ space: HBStorageSpace, keepingMap: Bool = false) throws {
    try files.createDirectories(layout.spaces.directory, isFlushed: true)
    let found = try layout.spaces.find(space.id, files)
    // A damaged file is replaced; it was moved away before.
    let old = found.status == nil ? nil : try? read(found.path, id: space.id)
    let hasSeparateMap = try mapPath(of: space.id) != nil
    let isMapKept = keepingMap && old != nil
    // The map first: a file that says how the map is packed must not precede it.
    if !isMapKept, try hasSeparateMap || hasSeparateMaps() {
      try saveSeparateMap(space.worldMapData, id: space.id)
    }
    let data =
      try old.map { try $0.replacing(with: space, keepingMap: isMapKept) }
      ?? SpaceFile.encode(space)
    try files.replace(found.path, with: data, .durable)
    try completeSeparateMaps()
  }

  /// Whether every space is to have its `.bin`: because the store has any, or SDK 1.1.0 is to be
  /// able to read it.
  package func hasSeparateMaps() throws(FileError) -> Bool {
    if isSDKCompatible {
      try files.createDirectories(layout.worldMaps.directory, isFlushed: true)
      return true
    }
    return try files.status(at: layout.worldMaps.directory) != nil
  }

  private func saveSeparateMap(_ map: Data, id: UUID) throws {
    try files.replace(layout.worldMaps.find(id, files).path, with: map, .durable)
  }

  /// Gives every space its `.bin` where the store has any: the other reader of such stores fails
  /// on all spaces if one lacks it.
  func completeSeparateMaps() throws {
    guard try hasSeparateMaps() else { return }
    for (id, path) in try layout.spaces.paths(files) where try mapPath(of: id) == nil {
      // A damaged space has no map to move.
      guard let file = try? read(path, id: id) else { continue }
      try saveSeparateMap(try file.inlineMap() ?? Data(), id: id)
    }
  }
}
