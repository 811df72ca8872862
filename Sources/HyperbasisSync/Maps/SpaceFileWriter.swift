import Foundation
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// What to write into a space's file.
struct SpaceFileContents {
  var name: String?
  var createdAt: HBInstant
  var updatedAt: HBInstant
  var map: MapChange = .keep

  enum MapChange {
    case keep
    case remove
    /// The bytes of the file are copied; the file itself is removed.
    case replace(WorldMapFile)
  }
}

/// Writes the files of spaces without holding their world maps in memory.
struct SpaceFileWriter {
  let spaces: SpaceFiles

  private var layout: StoreLayout { spaces.layout }
  private var files: any FileSystem { spaces.files }

  /// Writes a space in the form in which it was found, a new one in the form of the store.
  func write(_ change: SpaceFileContents, to id: UUID, replacing old: LocalSpace?) throws {
    try files.createDirectories(layout.spaces.directory, isFlushed: true)
    let path = try old?.path ?? layout.spaces.find(id, files).path
    let hasSeparateMaps = try spaces.hasSeparateMaps()
    // The map first: a file that says how the map is packed must not precede it.
    if hasSeparateMaps { try writeSeparateMap(change.map, of: id) }
    let isInline = old.map { $0.hasInlineMember || !hasSeparateMaps } ?? !hasSeparateMaps
    try files.replace(path, .durable) { file in
      var writer = SpaceMemberWriter(target: file, files: files)
      try writer.write(change, to: id, replacing: old, isMapInline: isInline)
    }
    if case .replace(let map) = change.map, try files.status(at: map.path) != nil {
      try files.removeFile(map.path)
    }
  }

  /// Writes a space's map file; a store with separate maps has one for every space.
  private func writeSeparateMap(_ change: SpaceFileContents.MapChange, of id: UUID) throws {
    let found = try layout.worldMaps.find(id, files)
    switch change {
    case .keep where found.status != nil: return
    case .keep, .remove: try files.replace(found.path, with: Data(), .durable)
    case .replace(let map):
      try files.replace(found.path, .durable) { file in
        try LogBytes(map.path, files).forEachPiece { try files.writeAll(file, $0) }
      }
    }
  }
}

extension LocalSpace {
  fileprivate var hasInlineMember: Bool { members.contains { $0.name == "worldMapData" } }
}

/// Writes a space's file member by member.
private struct SpaceMemberWriter {
  let target: OpenFile
  let files: any FileSystem
  var isFirst = true

  mutating func write(
    _ change: SpaceFileContents, to id: UUID, replacing old: LocalSpace?, isMapInline: Bool
  ) throws {
    var values = try small(change, old)
    if old == nil { values.insert(("id", try json(.string(id.uuidString))), at: 0) }
    var needsMap = isMapInline
    for member in old?.members ?? [] {
      if member.name == "worldMapData", needsMap {
        needsMap = false
        try addMap(change, old)
      } else if let place = values.firstIndex(where: { $0.name == member.name }) {
        try add(values.remove(at: place))
      } else if let old {
        try copy(member, of: old)
      }
    }
    for value in values {
      try add(value)
      if value.name == "name", needsMap {
        needsMap = false
        try addMap(change, old)
      }
    }
    if needsMap { try addMap(change, old) }
    try append(Data((isFirst ? "{}\n" : "}\n").utf8))
  }

  private func small(
    _ change: SpaceFileContents, _ old: LocalSpace?
  ) throws -> [(name: String, value: Data)] {
    let isCompressed =
      switch change.map {
      case .keep: old?.isCompressed ?? false
      case .remove: false
      case .replace(let map): map.isCompressed
      }
    return try SpaceFile.members(
      name: change.name, isCompressed: isCompressed, createdAt: change.createdAt,
      updatedAt: change.updatedAt)
  }

  private func append(_ data: Data) throws(FileError) {
    try files.writeAll(target, data)
  }

  private func json(_ value: AnyCodableValue) throws -> Data {
    try JSONWriter.data(value)
  }

  private mutating func begin(_ name: String) throws {
    let head = Data((isFirst ? "{" : ",").utf8)
    isFirst = false
    try append(head + json(.string(name)) + Data(":".utf8))
  }

  private mutating func add(_ member: (name: String, value: Data)) throws {
    try begin(member.name)
    try append(member.value)
  }

  private mutating func copy(
    _ member: MemberScanner.Member, of old: LocalSpace
  ) throws {
    try begin(member.name)
    let source = try LogBytes(old.path, files)
    try source.forEachPiece(from: member.value.lowerBound, to: member.value.upperBound) {
      try files.writeAll(target, $0)
    }
  }

  private mutating func addMap(_ change: SpaceFileContents, _ old: LocalSpace?) throws {
    if case .keep = change.map, let old,
      let member = old.members.first(where: { $0.name == "worldMapData" })
    {
      return try copy(member, of: old)
    }
    try begin("worldMapData")
    try append(Data("\"".utf8))
    if case .replace(let map) = change.map { try appendBase64(of: map.path) }
    try append(Data("\"".utf8))
  }

  private func appendBase64(of path: FilePath) throws {
    var rest = Data()
    try LogBytes(path, files).forEachPiece { piece in
      rest.append(contentsOf: piece)
      // Groups of three bytes give text without padding.
      let whole = rest.count / 3 * 3
      try append(rest.prefix(whole).base64EncodedData())
      rest = Data(rest.dropFirst(whole))
    }
    try append(rest.base64EncodedData())
  }
}
