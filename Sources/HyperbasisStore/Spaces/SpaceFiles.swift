package import Foundation
import HyperbasisDiagnostics
import HyperbasisModels
package import SystemPackage

/// The files of spaces and their world maps.
package struct SpaceFiles: Sendable {
  package let layout: StoreLayout
  package let files: any FileSystem
  /// Whether SDK 1.1.0 must be able to read all spaces.
  let isSDKCompatible: Bool
  let skipped: SkippedFiles

  /// Loads a space's file, with its path; nil if there is none.
  ///
  /// - Throws: ``HBStorageError/decodingFailed(underlying:)`` for a damaged file, or for one whose
  ///   id is not the one in its name.
  func load(_ id: UUID) throws -> (file: SpaceFile, path: FilePath)? {
    let found = try layout.spaces.find(id, files)
    guard found.status != nil else { return nil }
    return try naming(found.path) { try read(found.path, id: id).map { ($0, found.path) } }
  }

  /// Calls `body`, which reads a file, and names the file in the error if it turns out to be damaged.
  func naming<Result>(_ path: FilePath, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch HBStorageError.decodingFailed(let underlying) {
      if let format = underlying as? FileFormatError, format.file != nil {
        throw HBStorageError.decodingFailed(underlying: format)
      }
      throw HBStorageError.decodingFailed(
        underlying: FileFormatError(
          file: layout.relative(path), reason: HBStorageError.describe(underlying)))
    }
  }

  /// Loads all files that can be read, by id; the others are left out.
  func loadAll() throws -> [UUID: (file: SpaceFile, path: FilePath)] {
    try layout.spaces.paths(files, skipped).reduce(into: [:]) { result, entry in
      guard let file = try readIfSound(entry.value, id: entry.key) else { return }
      result[entry.key] = (file, entry.value)
    }
  }

  /// Returns what the readable files say, by id: from memory if they have not changed.
  func listed(_ memory: SpaceMemory) throws -> [UUID: SpaceMemory.Listed] {
    let named = try skipped.reading(layout.spaces.directory) {
      try NamedStatuses(layout.spaces, files)
    }
    var result: [UUID: SpaceMemory.Listed] = [:]
    for entry in named?.files ?? [] {
      if let known = memory.listed(entry.id, entry.status) {
        result[entry.id] = known
        continue
      }
      let path = entry.unusualPath ?? layout.spaces.usualPath(of: entry.id)
      guard let file = try readIfSound(path, id: entry.id) else { continue }
      let listed = SpaceMemory.Listed(
        name: file.name, createdAt: file.createdAt, updatedAt: file.updatedAt)
      memory.note(entry.id, entry.status, listed)
      result[entry.id] = listed
    }
    return result
  }

  /// Returns where a space's file lies; nil if it has none.
  func path(of id: UUID) throws -> FilePath? {
    let found = try layout.spaces.find(id, files)
    return found.status == nil ? nil : found.path
  }

  /// Returns the spaces that have a file, perhaps one that cannot be read.
  func ids() throws -> Set<UUID> {
    let listing = try layout.spaces.listing(files, skipped)
    return Set(listing?.paths.keys.map { $0 } ?? []).union(listing?.misfits.map(\.id) ?? [])
  }

  /// Reads a file; nil if there is none or it cannot be read, as a damaged space must not hide others.
  func readIfSound(_ path: FilePath, id: UUID) throws -> SpaceFile? {
    try skipped.reading(path) { try read(path, id: id) } ?? nil
  }

  func read(_ path: FilePath, id: UUID) throws -> SpaceFile? {
    guard let data = try files.contents(of: path, atMost: FileLimit.space) else { return nil }
    let file = try SpaceFile(data)
    guard file.id == id else {
      throw HBStorageError.decodingFailed(
        underlying: FileFormatError(
          file: layout.relative(path), reason: "it contains the id \(file.id.uuidString)"))
    }
    return file
  }
}

// MARK: - World maps

extension SpaceFile {
  /// Returns the space with a map, which may be packed.
  fileprivate func space(with map: Data) -> HBStorageSpace {
    HBStorageSpace(
      id: id, name: name, worldMapData: map, createdAt: createdAt.date, updatedAt: updatedAt.date,
      isCompressed: isCompressed)
  }
}

extension SpaceFiles {
  /// Returns the space with its map as it lies on disk.
  ///
  /// If both a `.bin` and an inline map exist, the `.bin` counts: the only other writer of these
  /// files knows just that.
  func stored(_ file: SpaceFile) throws -> HBStorageSpace {
    file.space(with: try separateMap(of: file.id) ?? file.inlineMap() ?? Data())
  }

  /// Returns the space with its map as it lies on disk, or without one if that cannot be read, which is
  /// noted in `skipped`, as is a map that cannot be unpacked.
  func storedAsFarAsReadable(_ file: SpaceFile) throws -> HBStorageSpace {
    let path = try mapPath(of: file.id) ?? layout.spaces.find(file.id, files).path
    let space = try skipped.reading(path) { try stored(file) }
    guard let space else { return file.space(with: Data()) }
    _ = try skipped.reading(path) { try space.mapSize() }
    return space
  }

  private func separateMap(of id: UUID) throws -> Data? {
    try mapPath(of: id).flatMap { try files.contents(of: $0, atMost: FileLimit.space) }
  }

  /// Returns where a space's `.bin` lies; nil if it has none.
  package func mapPath(of id: UUID) throws(FileError) -> FilePath? {
    let found = try layout.worldMaps.find(id, files)
    return found.status == nil ? nil : found.path
  }

  /// Returns the unpacked size of a space's world map; nil if it cannot be read.
  func mapSize(of file: SpaceFile) throws -> Int? {
    let path = try mapPath(of: file.id) ?? layout.spaces.find(file.id, files).path
    return try skipped.reading(path) { try stored(file).mapSize() }
  }
}

// MARK: - Saving

extension SpaceFiles {
  /// Writes a space in the form in which it was found; a new one with its map inline.
  ///
  /// - Parameter keepingMap: whether to leave the map on disk as it is, for changes to the rest.
  func save(_ space: HBStorageSpace, keepingMap: Bool = false) throws {
    try files.createDirectories(layout.spaces.directory, isFlushed: true)
    let found = try layout.spaces.find(space.id, files)
    // A damaged file is replaced; it was moved away before.
    let old = found.status == nil ? nil : try readIfSound(found.path, id: space.id)
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
    // The space is saved; a map that another space lacks is no reason to report a failure.
    DiagnosticLog.store.attempt("give every space its map") { try completeSeparateMaps() }
  }

  /// Whether every space must have its `.bin`: because the store has any, or because SDK 1.1.0 must
  /// be able to read it.
  package func hasSeparateMaps() throws(FileError) -> Bool {
    if isSDKCompatible {
      try files.createDirectories(layout.worldMaps.directory, isFlushed: true)
      return true
    }
    return try files.status(at: layout.worldMaps.directory) != nil
  }

  /// Records that a space whose map is gone has none.
  package func forgetMap(of id: UUID) throws {
    guard let path = try path(of: id), let file = try readIfSound(path, id: id) else { return }
    var space = try stored(file)
    (space.worldMapData, space.isCompressed) = (Data(), false)
    try save(space)
  }

  private func saveSeparateMap(_ map: Data, id: UUID) throws {
    try files.replace(layout.worldMaps.find(id, files).path, with: map, .durable)
  }

  /// Gives every space its `.bin` if the store has any: the other reader of such stores fails on all
  /// spaces if one lacks it.
  func completeSeparateMaps() throws {
    guard try hasSeparateMaps() else { return }
    for (id, path) in try layout.spaces.paths(files, skipped) where try mapPath(of: id) == nil {
      // A damaged space has no map to move.
      guard let file = try readIfSound(path, id: id) else { continue }
      try saveSeparateMap(try file.inlineMap() ?? Data(), id: id)
    }
  }
}
