import Foundation

/// The first bytes of an index on disk: what it is, which log it belongs to, how much it holds, and
/// the checksums of what is read when it is opened.
struct ImageHeader: Equatable {
  var space = UUIDBits(high: 0, low: 0)
  var digestKey: UInt64 = 0
  var tag = LogTag(inode: 0, modified: 0, size: 0)
  /// The number of lines in the bytes that it covers.
  var lineCount = 0
  var layout = ImageLayout()
  /// The checksums of the tables; 0 for those whose blocks have checksums of their own.
  var checksums = [UInt64](repeating: 0, count: ImageTable.allCases.count)

  static let byteCount = 1024
  private static let magic: UInt64 = 0x5845_444E_4953_4248  // HBSINDEX
  /// Also shows the byte order.
  ///
  /// Must be raised with every change of the columns, of their meaning, or of the tables.
  private static let version: UInt64 = 0x0000_0001_0000_0004
}

extension ImageHeader {
  private var words: [UInt64] {
    let numbers: [Int] =
      [tag.size, lineCount, layout.rows, layout.capacity] + layout.counts
    let strides = Column.allCases.map(\.stride) + ImageTable.allCases.map(\.stride)
    return [
      Self.magic, Self.version, space.high, space.low, digestKey, tag.inode,
      UInt64(bitPattern: tag.modified), layout.columns,
    ] + numbers.map { UInt64(bitPattern: Int64($0)) } + strides.map { UInt64($0) } + checksums
  }

  /// Returns the header's bytes, the last of which are their checksum.
  func bytes() -> [UInt8] {
    var bytes = words.withUnsafeBytes { Array($0) }
    precondition(bytes.count <= Self.byteCount - 8, "The header has to fit its place.")
    bytes.append(contentsOf: repeatElement(0, count: Self.byteCount - 8 - bytes.count))
    let checksum = bytes.withUnsafeBytes { BlockChecksum.of($0) }
    return bytes + withUnsafeBytes(of: checksum) { Array($0) }
  }

  /// - Throws: ``ImageFault`` if this is not the header of an index that this program writes.
  init(_ memory: UnsafeRawBufferPointer) throws(ImageFault) {
    guard memory.count >= Self.byteCount else { throw .notAnIndex }
    let header = UnsafeRawBufferPointer(rebasing: memory[..<(Self.byteCount - 8)])
    let stored = memory.loadUnaligned(fromByteOffset: Self.byteCount - 8, as: UInt64.self)
    guard BlockChecksum.of(header) == stored else { throw .damaged }
    var offset = 0
    func next() -> UInt64 {
      defer { offset += 8 }
      return header.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    }
    guard next() == Self.magic, next() == Self.version else { throw .notAnIndex }
    space = UUIDBits(high: next(), low: next())
    digestKey = next()
    tag.inode = next()
    tag.modified = Int64(bitPattern: next())
    layout.columns = next()
    let numbers = (0..<4 + ImageTable.allCases.count).map { _ in Int(truncatingIfNeeded: next()) }
    (tag.size, lineCount) = (numbers[0], numbers[1])
    (layout.rows, layout.capacity) = (numbers[2], numbers[3])
    layout.counts = Array(numbers[4...])
    let strides = Column.allCases.map(\.stride) + ImageTable.allCases.map(\.stride)
    for stride in strides where next() != UInt64(stride) { throw .notAnIndex }
    for place in checksums.indices { checksums[place] = next() }
  }
}

/// Why an index on disk is not used; it is then rebuilt from the log.
package enum ImageFault: String, Error, Sendable {
  case notAnIndex = "it is not an index that this version can read"
  case otherSpace = "it is the index of another space"
  case otherLog = "it was made from a different log"
  case damaged = "its checksums do not match"
  case inconsistent = "its contents are inconsistent"
}
