import Foundation
import HyperbasisAnchorLog
import HyperbasisStore
import SystemPackage

/// A file that grows line by line, with a checksum before each line, so that what a crashed process or a
/// faulty disk left of a line is not taken for one.
///
/// Writers must hold the store's sync lock.
struct CheckedLines: Sendable {
  let path: FilePath
  let files: any FileSystem

  /// What a file holds.
  struct Contents {
    var bytes: Data
    /// The lines without checksum and newline.
    var lines: [Range<Int>] = []
    /// Where the last whole line ends; what follows was never finished.
    var end = 0
  }

  /// Something other than the end of the file is not as it was written.
  struct Damage: Error {}

  /// Sixteen hexadecimal digits and a space.
  private static let checksumWidth = 17
}

extension CheckedLines {
  /// - Returns: nil if there is no file.
  /// - Throws: ``Damage`` if a damaged line is followed by others.
  func load(atMost limit: Int) throws -> Contents? {
    guard let bytes = try files.contents(of: path, atMost: limit) else { return nil }
    var contents = Contents(bytes: bytes)
    try bytes.withUnsafeBytes { buffer in
      var start = 0
      while start < buffer.count, let end = buffer.newline(from: start) {
        guard Self.isIntact(buffer, start..<end) else {
          // A block that never reached the disk may end the file, newline included.
          guard end + 1 == buffer.count else { throw Damage() }
          return
        }
        contents.lines.append(start + Self.checksumWidth..<end)
        contents.end = end + 1
        start = end + 1
      }
    }
    return contents
  }

  /// Appends lines at the known end.
  ///
  /// - Parameter end: where the last whole line ends; 0 if there is no file.
  /// - Returns: the new end.
  func append(_ lines: [UInt8], at end: Int) throws -> Int {
    if end == 0 {
      try replace(with: lines)
      return lines.count
    }
    let file = try files.open(path, .append)
    let size = try files.status(of: file).size
    guard size >= end else { throw Damage() }
    if size > end { try files.truncate(file, to: end) }
    try files.writeAll(file, lines)
    return end + lines.count
  }

  func replace(with lines: [UInt8]) throws {
    try files.createDirectories(path.removingLastComponent())
    try files.replace(path, .view) { try files.writeAll($0, lines) }
  }

  func remove() throws {
    if try files.status(at: path) != nil { try files.removeFile(path) }
  }

  /// Moves a damaged file aside, where it can still be examined.
  func setAside() throws {
    try files.rename(path, to: FilePath("\(path.string).damaged"))
  }
}

// MARK: - One line

extension CheckedLines {
  /// Returns a line with its checksum and newline.
  static func line(_ content: some Sequence<UInt8>) -> [UInt8] {
    let content = Array(content)
    let digits = Array(String(content.withUnsafeBytes { BlockChecksum.of($0) }, radix: 16).utf8)
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: checksumWidth - 1 - digits.count)
    return zeros + digits + [UInt8(ascii: " ")] + content + [UInt8(ascii: "\n")]
  }

  private static func isIntact(_ bytes: UnsafeRawBufferPointer, _ line: Range<Int>) -> Bool {
    guard line.count >= checksumWidth,
      let checksum = bytes.hexadecimal(line.lowerBound..<line.lowerBound + checksumWidth - 1)
    else { return false }
    let content = UnsafeRawBufferPointer(
      rebasing: bytes[line.lowerBound + checksumWidth..<line.upperBound])
    return BlockChecksum.of(content) == checksum
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the position of the next newline.
  fileprivate func newline(from start: Int) -> Int? {
    guard let base = baseAddress, let found = memchr(base + start, 0x0A, count - start) else {
      return nil
    }
    return UnsafeRawPointer(found) - base
  }

  /// Returns the value of lower-case hexadecimal digits; nil for other characters.
  func hexadecimal(_ digits: Range<Int>) -> UInt64? {
    var number: UInt64 = 0
    for place in digits {
      let digit: UInt8
      switch self[place] {
      case let byte where byte >= 0x30 && byte <= 0x39: digit = byte - 0x30
      case let byte where byte >= 0x61 && byte <= 0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      number = number << 4 | UInt64(digit)
    }
    return number
  }
}
