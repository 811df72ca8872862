import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// The files of spaces without their world maps, which stay where they are.
struct SpaceHeads: Sendable {
  let open: OpenSpaces

  private var context: StoreContext { open.context }
  private var layout: StoreLayout { context.layout }
  private var files: any FileSystem { context.files }
}

extension SpaceHeads {
  /// Returns the status of a space's files without reading them; nil if there is no space file.
  func status(_ id: UUID) throws -> (file: FileStatus, separateMap: FileStatus?)? {
    try reachingFiles {
      guard let file = try layout.spaces.find(id, files).status else { return nil }
      return (file, try layout.worldMaps.find(id, files).status)
    }
  }

  /// Writes a space, unless it was changed after it had been read.
  ///
  /// - Parameter old: the space as it was read; nil for one that had no file.
  /// - Returns: the space as it is now; nil if it was changed meanwhile.
  func write(
    _ change: SpaceFileContents, to id: UUID, replacing old: LocalSpace?
  ) throws -> LocalSpace? {
    try reachingFiles {
      try open[id].lock.withLock {
        let now = try status(id)
        guard now?.file == old?.status, now?.separateMap == old?.mapStatus || old == nil else {
          return nil
        }
        try SpaceFileWriter(spaces: context.spaces).write(change, to: id, replacing: old)
        return try load(id)
      }
    }
  }

  /// Gives a space the cloud's date, so that it was last changed at the same time everywhere.
  ///
  /// - Returns: the space as it is now; nil if its date is not earlier, or it was changed meanwhile.
  func date(_ space: LocalSpace, as row: SpaceRow) throws -> LocalSpace? {
    guard space.isEarlier(than: row) else { return nil }
    let change = SpaceFileContents(
      name: space.name, createdAt: space.createdAt, updatedAt: row.updatedAt)
    return try write(change, to: space.id, replacing: space)
  }

  /// Returns the hash and the size of a space's world map; nil if it has none or an empty one.
  func mapDigest(of space: LocalSpace) throws -> (sha256: String, byteCount: Int)? {
    try reachingFiles { try WorldMapReader(files: files).digest(of: space) }
  }

  /// Loads a space's file; nil if there is none.
  ///
  /// - Throws: ``HBStorageError/decodingFailed(underlying:)`` for a damaged one.
  func load(_ id: UUID) throws -> LocalSpace? {
    try reachingFiles {
      let found = try layout.spaces.find(id, files)
      guard found.status != nil else { return nil }
      let file = try files.open(found.path, .read)
      let source = LogBytes(file: file, files: files)
      var scanner = MemberScanner()
      try source.forEachPiece { scanner.add($0) }
      guard scanner.isWhole else { throw damaged(found.path, "it is not a JSON object") }
      let map = try layout.worldMaps.find(id, files)
      let head = SpaceHead(members: scanner.members, source: source)
      guard try head.id() == id, let createdAt = try head.instant("createdAt") else {
        throw damaged(found.path, "its id or its createdAt is missing")
      }
      return LocalSpace(
        id: id, name: try head.value("name")?.stringValue, createdAt: createdAt,
        updatedAt: try head.instant("updatedAt") ?? createdAt,
        isCompressed: try head.value("isCompressed")?.boolValue ?? false,
        map: try map.status == nil ? head.inlineMap() : .separate(map.path),
        status: try files.status(of: file), mapStatus: map.status, path: found.path,
        members: scanner.members)
    }
  }

  private func damaged(_ path: FilePath, _ reason: String) -> HBStorageError {
    .decodingFailed(
      underlying: FileFormatError(file: layout.relative(path), reason: reason))
  }
}

/// The small members of a space's file.
private struct SpaceHead {
  let members: [MemberScanner.Member]
  let source: LogBytes

  private static let mapName = "worldMapData"
  /// No name or date is longer than this; a longer value is ignored.
  private static let mostBytes = 1 << 20

  /// Of members with the same name the first counts, as elsewhere.
  private func span(_ name: String) -> Range<Int>? {
    members.first { $0.name == name }?.value
  }

  func value(_ name: String) throws -> AnyCodableValue? {
    guard let span = span(name), span.count <= Self.mostBytes else { return nil }
    // A member that is not JSON counts as absent.
    return try? JSONParser.parse(source.bytes(span))
  }

  func id() throws -> UUID? {
    try value("id")?.stringValue.flatMap { UUIDBits(text: $0)?.uuid }
  }

  func instant(_ name: String) throws -> HBInstant? {
    try value(name)?.stringValue.flatMap { HBInstant(rfc3339: $0) }
  }

  func inlineMap() throws -> MapPlace {
    guard let span = span(Self.mapName), span.count > 2,
      try source.bytes(span.lowerBound..<span.lowerBound + 1) == [0x22]
    else { return .none }
    return .inline(span.lowerBound + 1..<span.upperBound - 1)
  }
}
