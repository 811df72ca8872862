import Foundation
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore
import SystemPackage

/// Reads world maps piece by piece, so that none is held in memory.
struct WorldMapReader {
  let files: any FileSystem

  /// Calls `body` with the bytes of a space's world map as they are stored.
  func forEachPiece(
    of space: LocalSpace, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    switch space.map {
    case .none: return
    case .separate(let path): try LogBytes(path, files).forEachPiece(body)
    case .inline(let range):
      var decoder = Base64Pieces()
      try LogBytes(space.path, files).forEachPiece(from: range.lowerBound, to: range.upperBound) {
        try decoder.add($0, body)
      }
      try decoder.finish(body)
    }
  }

  /// Returns the hash and the size of a space's world map; nil if it has none or an empty one.
  func digest(of space: LocalSpace) throws -> (sha256: String, byteCount: Int)? {
    let digest = try digest { try forEachPiece(of: space, $0) }
    return digest.byteCount == 0 ? nil : digest
  }

  /// Returns the hash and the size of a file.
  func digest(of path: FilePath) throws -> (sha256: String, byteCount: Int) {
    try digest { try LogBytes(path, files).forEachPiece($0) }
  }

  private func digest(
    _ forEachPiece: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> (sha256: String, byteCount: Int) {
    var hash = SHA256()
    var count = 0
    try forEachPiece { piece in
      hash.update(piece)
      count += piece.count
    }
    return (hash.hexDigest(), count)
  }
}

/// Decodes base64 from a JSON string piece by piece; slashes may be escaped.
private struct Base64Pieces {
  private var rest = Data()

  mutating func add(
    _ piece: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    if piece.contains(UInt8(ascii: "\\")) {
      rest.append(contentsOf: piece.filter { $0 != UInt8(ascii: "\\") })
    } else {
      rest.append(contentsOf: piece)
    }
    // The last group may be padded: it is kept until the end.
    let whole = max(0, rest.count - 1) / 4 * 4
    let groups = rest.prefix(whole)
    rest = Data(rest.dropFirst(whole))
    try decode(groups, body)
  }

  mutating func finish(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    try decode(rest, body)
  }

  private func decode(_ text: Data, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    guard !text.isEmpty else { return }
    guard let bytes = Data(base64Encoded: text) else {
      throw HBStorageError.decodingFailed(
        underlying: FileFormatError(reason: "its world map is not base64"))
    }
    try bytes.withUnsafeBytes { try body($0) }
  }
}
