import Foundation
import HyperbasisAnchorLog
import HyperbasisJSONText
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// A space's file without its world map, which stays where it is.
struct LocalSpace: Sendable {
  let id: UUID
  let name: String?
  let createdAt: HBInstant
  let updatedAt: HBInstant
  let isCompressed: Bool
  let map: MapPlace
  /// What the files were like, to see whether they have changed.
  let status: FileStatus
  let mapStatus: FileStatus?
  /// Where the file is, and its members in their order.
  let path: FilePath
  let members: [MemberScanner.Member]
}

/// Where the bytes of a world map lie.
enum MapPlace: Equatable, Sendable {
  case none
  /// In the space's own file, in base64, between its quotes.
  case inline(Range<Int>)
  case separate(FilePath)
}

extension SpaceFiles {
  /// A space's file; nil where there is none.
  ///
  /// - Throws: ``HBStorageError/decodingFailed(underlying:)`` for a damaged one.
  func loadHead(_ id: UUID) throws -> LocalSpace? {
    let found = try NamedFiles.path(
      of: id, in: layout.spaces, suffix: StoreLayout.fileSuffix, files)
    guard found.status != nil else { return nil }
    let file = try files.open(found.path, .read)
    let source = LogBytes(file: file, files: files)
    var scanner = MemberScanner()
    try source.forEachPiece(from: 0) { scanner.add($0) }
    guard scanner.isWhole else { throw Self.damaged(found.path, "it is not a JSON object", layout) }
    let separate = try mapPath(of: id)
    let head = SpaceHead(members: scanner.members, source: source)
    guard try head.id() == id, let createdAt = try head.instant("createdAt") else {
      throw Self.damaged(found.path, "its id or its createdAt is missing", layout)
    }
    return LocalSpace(
      id: id, name: try head.value("name")?.stringValue, createdAt: createdAt,
      updatedAt: try head.instant("updatedAt") ?? createdAt,
      isCompressed: try head.value("isCompressed")?.boolValue ?? false,
      map: try separate.map { .separate($0) } ?? head.inlineMap(),
      status: try files.status(of: file),
      mapStatus: try separate.flatMap { path throws(FileError) in try files.status(at: path) },
      path: found.path, members: scanner.members)
  }

  private static func damaged(
    _ path: FilePath, _ reason: String, _ layout: StoreLayout
  ) -> HBStorageError {
    .decodingFailed(
      underlying: FileFormatError(reason: "\(layout.relative(path)): \(reason)"))
  }
}

/// The small members of a space's file.
private struct SpaceHead {
  let members: [MemberScanner.Member]
  let source: LogBytes

  private static let mapName = "worldMapData"
  /// No name or date is longer; a value that is, is neither.
  private static let mostBytes = 1 << 20

  /// The first member with a name counts, as elsewhere.
  private func span(_ name: String) -> Range<Int>? {
    members.first { $0.name == name }?.value
  }

  func value(_ name: String) throws -> AnyCodableValue? {
    guard let span = span(name), span.count <= Self.mostBytes else { return nil }
    // A member that is not JSON is absent.
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
