public import Foundation
public import HyperbasisAnchorLog
import HyperbasisCompression

/// The files in a zip archive, found by its central directory alone: the header before the data of a
/// file may lack its size.
///
/// Layout: PKWARE's APPNOTE 6.3, sections 4.3 and 4.5.3 (zip64). Names are only ever compared; none
/// becomes a path.
public struct ZipArchive: Sendable {
  public struct Entry: Sendable {
    public let name: String
    /// The unpacked size in bytes, according to the directory.
    public let size: Int
    /// The checksum of the unpacked data.
    fileprivate let checksum: Int
    fileprivate let packedSize: Int
    fileprivate let method: Int
    fileprivate let isEncrypted: Bool
    /// Where the header before the data begins.
    fileprivate let offset: Int
  }

  public let entries: [Entry]
  private let source: any ByteSource
  private let size: Int

  /// The most that all files together may unpack to: 4 GiB.
  public static let limit = 4 << 30

  /// - Throws: ``UnreadableInput``.
  public init(_ source: any ByteSource) throws {
    self.source = source
    size = try source.size()
    let directory = try ZipDirectory(source, size: size)
    entries = try directory.entries()
    guard entries.reduce(0, { $0 &+ $1.size }) <= Self.limit, entries.allSatisfy({ $0.size >= 0 })
    else { throw UnreadableInput("the archive unpacks to more than 4 GiB") }
  }

  /// Returns whether the bytes are the beginning of a zip archive.
  public static func isArchive(_ head: [UInt8]) -> Bool {
    head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Returns a file's bytes.
  ///
  /// - Throws: ``UnreadableInput`` if the archive is damaged, or if the file is encrypted or packed in
  ///   a way that cannot be read.
  public func data(of entry: Entry) throws -> Data {
    guard !entry.isEncrypted else { throw UnreadableInput("\"\(entry.name)\" is encrypted") }
    guard let data = try unpack(try packedBytes(of: entry), of: entry), data.count == entry.size,
      // Altered bytes may well unpack, and even read as events of other anchors and places.
      Int(CRC32.checksum(data)) == entry.checksum
    else {
      throw UnreadableInput(
        "\"\(entry.name)\" is damaged in the archive; make or fetch the archive again")
    }
    return data
  }

  /// - Returns: nil for damaged data.
  private func unpack(_ packed: Data, of entry: Entry) throws(UnreadableInput) -> Data? {
    switch entry.method {
    case 0: return packed
    case 8:
      guard entry.size > 0 else { return Data() }
      // Raw DEFLATE, whatever its first bytes look like.
      return try? HBCompression.decompress(packed, limit: entry.size)
    default: throw UnreadableInput("\"\(entry.name)\" is packed in a way that cannot be read")
    }
  }

  private func packedBytes(of entry: Entry) throws -> Data {
    let header = try ZipBytes(source, size, at: entry.offset, count: 30)
    guard header.number(0, 4) == 0x0403_4B50 else { throw ZipDirectory.damaged }
    let start = entry.offset + 30 + header.number(26, 2) + header.number(28, 2)
    return Data(try ZipBytes(source, size, at: start, count: entry.packedSize).bytes)
  }
}

/// The directory at the end of an archive.
private struct ZipDirectory {
  let source: any ByteSource
  let size: Int
  private var offset = 0
  private var count = 0

  static let damaged = UnreadableInput("the archive is damaged, or cut off")

  init(_ source: any ByteSource, size: Int) throws {
    self.source = source
    self.size = size
    // A comment of at most 65,535 bytes may follow the end record of 22.
    let tail = try ZipBytes(source, size, at: max(0, size - 65_557), count: min(size, 65_557))
    guard let end = tail.lastIndex(of: [0x50, 0x4B, 0x05, 0x06]), end + 22 <= tail.bytes.count
    else { throw Self.damaged }
    count = tail.number(end + 10, 2)
    offset = tail.number(end + 16, 4)
    if count == 0xFFFF || offset == 0xFFFF_FFFF {
      try readLong(before: size - tail.bytes.count + end)
    }
  }

  private mutating func readLong(before end: Int) throws {
    let locator = try ZipBytes(source, size, at: end - 20, count: 20)
    guard locator.number(0, 4) == 0x0706_4B50 else { throw Self.damaged }
    let record = try ZipBytes(source, size, at: locator.number(8, 8), count: 56)
    guard record.number(0, 4) == 0x0606_4B50 else { throw Self.damaged }
    count = record.number(32, 8)
    offset = record.number(48, 8)
  }

  func entries() throws -> [ZipArchive.Entry] {
    guard count <= size / 46 + 1 else { throw Self.damaged }
    var result: [ZipArchive.Entry] = []
    var position = offset
    for _ in 0..<count {
      let fixed = try ZipBytes(source, size, at: position, count: 46)
      guard fixed.number(0, 4) == 0x0201_4B50 else { throw Self.damaged }
      let nameLength = fixed.number(28, 2)
      let extraLength = fixed.number(30, 2)
      let rest = try ZipBytes(source, size, at: position + 46, count: nameLength + extraLength)
      result.append(try entry(fixed, rest, nameLength))
      position += 46 + nameLength + extraLength + fixed.number(32, 2)
    }
    return result
  }

  private func entry(
    _ fixed: ZipBytes, _ rest: ZipBytes, _ nameLength: Int
  ) throws -> ZipArchive.Entry {
    var sizes = [fixed.number(24, 4), fixed.number(20, 4), fixed.number(42, 4)]
    if sizes.contains(0xFFFF_FFFF) { try rest.readLongSizes(from: nameLength, into: &sizes) }
    return ZipArchive.Entry(
      name: String(decoding: rest.bytes[..<nameLength], as: UTF8.self), size: sizes[0],
      checksum: fixed.number(16, 4), packedSize: sizes[1], method: fixed.number(10, 2),
      isEncrypted: fixed.number(8, 2) & 1 == 1, offset: sizes[2])
  }
}

/// Bytes of an archive, with numbers whose least significant byte comes first.
private struct ZipBytes {
  let bytes: [UInt8]

  init(_ source: any ByteSource, _ size: Int, at offset: Int, count: Int) throws {
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else {
      throw ZipDirectory.damaged
    }
    var result = [UInt8](repeating: 0, count: count)
    guard try result.withUnsafeMutableBytes({ try source.readFully(at: offset, into: $0) }) else {
      throw ZipDirectory.damaged
    }
    bytes = result
  }

  /// Returns a number; for one that is too large or cut off, a value that no archive can have.
  func number(_ offset: Int, _ length: Int) -> Int {
    guard offset + length <= bytes.count else { return .max >> 8 }
    let value = bytes[offset..<offset + length].reversed().reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    return Int(exactly: value) ?? .max >> 8
  }

  func lastIndex(of mark: [UInt8]) -> Int? {
    guard bytes.count >= mark.count else { return nil }
    return (0...bytes.count - mark.count).last { bytes[$0..<$0 + mark.count].elementsEqual(mark) }
  }

  /// Reads the sizes that do not fit 32 bits from the extra field of zip64.
  func readLongSizes(from start: Int, into sizes: inout [Int]) throws {
    var position = start
    while position + 4 <= bytes.count {
      let length = number(position + 2, 2)
      if number(position, 2) == 1 {
        var field = position + 4
        for index in sizes.indices where sizes[index] == 0xFFFF_FFFF {
          guard field + 8 <= position + 4 + length else { throw ZipDirectory.damaged }
          sizes[index] = number(field, 8)
          field += 8
        }
        return
      }
      position += 4 + length
    }
    throw ZipDirectory.damaged
  }
}
