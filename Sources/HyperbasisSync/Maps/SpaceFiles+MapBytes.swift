import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore
import SystemPackage

extension SpaceFiles {
  /// Calls `body` with the bytes of a space's world map as they are stored, piece by piece.
  func forEachMapPiece(
    of space: LocalSpace, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    switch space.map {
    case .none: return
    case .separate(let path):
      let source = LogBytes(file: try files.open(path, .read), files: files)
      try source.forEachPiece(from: 0, body)
    case .inline(let range):
      let source = LogBytes(file: try files.open(space.path, .read), files: files)
      var decoder = Base64Pieces()
      try source.forEachPiece(of: range) { try decoder.add($0, body) }
      try decoder.finish(body)
    }
  }

  /// The hash and the size of a space's world map; nil where it has none or an empty one.
  func mapDigest(of space: LocalSpace) throws -> (sha256: String, byteCount: Int)? {
    var hash = SHA256()
    var count = 0
    try forEachMapPiece(of: space) { piece in
      hash.update(piece)
      count += piece.count
    }
    return count == 0 ? nil : (hash.hexDigest(), count)
  }

  /// The hash and the size of a file.
  func digest(of path: FilePath) throws -> (sha256: String, byteCount: Int) {
    var hash = SHA256()
    var count = 0
    let source = LogBytes(file: try files.open(path, .read), files: files)
    try source.forEachPiece(from: 0) { piece in
      hash.update(piece)
      count += piece.count
    }
    return (hash.hexDigest(), count)
  }
}

extension LogBytes {
  /// Calls `body` with the bytes of a range, at most 64 KiB at a time.
  func forEachPiece(
    of range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let wanted = min(buffer.count, range.upperBound - offset)
      let count = try read(
        at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      guard count > 0 else { throw LogError.lineChanged(offset: offset) }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }
}

/// Decodes base64 that comes in pieces, as it stands in a JSON string: slashes may be escaped.
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
