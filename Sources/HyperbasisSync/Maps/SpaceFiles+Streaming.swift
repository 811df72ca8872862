import Foundation
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// What a space's file is to say.
struct SpaceFileContents {
  var name: String?
  var createdAt: HBInstant
  var updatedAt: HBInstant
  var map: MapChange = .keep

  enum MapChange {
    case keep
    case remove
    /// The file is moved, not copied, where the form of the store allows it.
    case replace(WorldMapFile)
  }
}

extension SpaceFiles {
  /// Writes a space without holding its world map in memory, in the form in which it was found,
  /// a new one with its map inline.
  func write(_ change: SpaceFileContents, to id: UUID, replacing old: LocalSpace?) throws {
    try files.createDirectories(layout.spaces)
    let path =
      try old?.path
      ?? NamedFiles.path(of: id, in: layout.spaces, suffix: StoreLayout.fileSuffix, files).path
    let hasSeparateMaps = try files.status(at: layout.worldMaps) != nil
    // The map first: a file that says how the map is packed must not precede it.
    if hasSeparateMaps { try writeSeparateMap(change.map, of: id) }
    let isInline = old.map { $0.hasInlineMember || !hasSeparateMaps } ?? !hasSeparateMaps
    try StreamedReplacement.write(to: path, files: files) { target in
      let writer = SpaceFileWriter(target: target, files: files)
      try writer.write(change, to: id, replacing: old, isMapInline: isInline)
    }
    if case .replace(let map) = change.map, try files.status(at: map.path) != nil {
      try files.removeFile(map.path)
    }
  }

  /// A store with separate maps has one for every space.
  private func writeSeparateMap(_ change: SpaceFileContents.MapChange, of id: UUID) throws {
    let found = try NamedFiles.path(
      of: id, in: layout.worldMaps, suffix: StoreLayout.mapSuffix, files)
    switch change {
    case .keep where found.status != nil: return
    case .keep, .remove: try files.replace(found.path, with: Data(), .durable)
    case .replace(let map):
      try StreamedReplacement.write(to: found.path, files: files) { target in
        let source = LogBytes(file: try files.open(map.path, .read), files: files)
        try source.forEachPiece(from: 0) { try target.append($0) }
      }
    }
  }
}

extension LocalSpace {
  fileprivate var hasInlineMember: Bool { members.contains { $0.name == "worldMapData" } }
}

/// Writes a space's file member by member.
private struct SpaceFileWriter {
  let target: StreamedReplacement
  let files: any FileSystem

  func write(
    _ change: SpaceFileContents, to id: UUID, replacing old: LocalSpace?, isMapInline: Bool
  ) throws {
    var values = try small(change, old)
    if old == nil { values.insert(("id", try json(.string(id.uuidString))), at: 0) }
    var needsMap = isMapInline
    var isFirst = true
    for member in old?.members ?? [] {
      if member.name == "worldMapData", needsMap {
        needsMap = false
        try addMap(change, old, isFirst: &isFirst)
      } else if let place = values.firstIndex(where: { $0.name == member.name }) {
        try add(values.remove(at: place), isFirst: &isFirst)
      } else if let old {
        try copy(member, of: old, isFirst: &isFirst)
      }
    }
    for value in values {
      try add(value, isFirst: &isFirst)
      if value.name == "name", needsMap {
        needsMap = false
        try addMap(change, old, isFirst: &isFirst)
      }
    }
    if needsMap { try addMap(change, old, isFirst: &isFirst) }
    try target.append(Data((isFirst ? "{}\n" : "}\n").utf8))
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
    return [
      ("name", try json(change.name.map { .string($0) } ?? .null)),
      ("isCompressed", try json(.bool(isCompressed))),
      ("createdAt", try json(.string(change.createdAt.wholeSecondText))),
      ("updatedAt", try json(.string(change.updatedAt.wholeSecondText))),
    ]
  }

  private func json(_ value: AnyCodableValue) throws -> Data {
    try JSONWriter.data(value)
  }

  private func begin(_ name: String, isFirst: inout Bool) throws {
    let head = Data((isFirst ? "{" : ",").utf8)
    isFirst = false
    try target.append(head + json(.string(name)) + Data(":".utf8))
  }

  private func add(_ member: (name: String, value: Data), isFirst: inout Bool) throws {
    try begin(member.name, isFirst: &isFirst)
    try target.append(member.value)
  }

  private func copy(
    _ member: MemberScanner.Member, of old: LocalSpace, isFirst: inout Bool
  ) throws {
    try begin(member.name, isFirst: &isFirst)
    let source = LogBytes(file: try files.open(old.path, .read), files: files)
    try source.forEachPiece(of: member.value) { try target.append($0) }
  }

  private func addMap(_ change: SpaceFileContents, _ old: LocalSpace?, isFirst: inout Bool) throws {
    if case .keep = change.map, let old,
      let member = old.members.first(where: { $0.name == "worldMapData" })
    {
      return try copy(member, of: old, isFirst: &isFirst)
    }
    try begin("worldMapData", isFirst: &isFirst)
    try target.append(Data("\"".utf8))
    if case .replace(let map) = change.map { try appendBase64(of: map.path) }
    try target.append(Data("\"".utf8))
  }

  private func appendBase64(of path: FilePath) throws {
    let source = LogBytes(file: try files.open(path, .read), files: files)
    var rest = Data()
    try source.forEachPiece(from: 0) { piece in
      rest.append(contentsOf: piece)
      // Groups of three bytes give text without padding.
      let whole = rest.count / 3 * 3
      try target.append(rest.prefix(whole).base64EncodedData())
      rest = Data(rest.dropFirst(whole))
    }
    try target.append(rest.base64EncodedData())
  }
}
