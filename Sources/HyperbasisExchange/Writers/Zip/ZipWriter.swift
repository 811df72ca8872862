package import Foundation
import HyperbasisCompression
package import HyperbasisModels

/// Writes a zip file, entry by entry (PKWARE's APPNOTE 6.3.2), without the extensions for files larger
/// than four gigabytes.
package struct ZipWriter {
  private let sink: ByteSink
  private let modified: DOSTime
  private var offset = 0
  private var directory: [UInt8] = []
  private var count = 0

  /// - Parameter modified: the modification time of all entries, which is kept to two seconds and in UTC.
  package init(to sink: ByteSink, modified: HBInstant) {
    self.sink = sink
    self.modified = DOSTime(modified)
  }
}

/// Why a zip file cannot hold its content.
package enum ZipError: Error, Equatable {
  case tooManyEntries
  case tooLarge
}

extension ZipWriter {
  /// Adds a file.
  ///
  /// - Parameter path: relative, with `/` between its parts.
  /// - Throws: ``ZipError``, and whatever the sink throws.
  package mutating func add(_ path: String, _ content: Data) throws {
    let packed = try HBCompression.compress(content)
    let isPacked = packed.count < content.count
    let body = isPacked ? packed : content
    let name = Array(path.utf8)
    guard count < 0xFFFF else { throw ZipError.tooManyEntries }
    guard content.count < 0xFFFF_FFFF, offset + body.count + name.count + 30 < 0xFFFF_FFFF else {
      throw ZipError.tooLarge
    }
    var fields: [UInt8] = []
    // Version 2.0 for deflate; bit 11: the name is UTF-8.
    fields += Self.two(20) + Self.two(1 << 11) + Self.two(isPacked ? 8 : 0)
    fields += Self.two(modified.time) + Self.two(modified.date)
    fields += Self.four(Int(CRC32.checksum(content))) + Self.four(body.count)
    fields += Self.four(content.count) + Self.two(name.count) + Self.two(0)
    addToDirectory(fields, name)
    let header = Self.four(0x0403_4b50) + fields + name
    try sink.append(header)
    try sink.append(body)
    offset += header.count + body.count
    count += 1
  }

  private mutating func addToDirectory(_ fields: [UInt8], _ name: [UInt8]) {
    // Made on Unix, so that the attributes are read as permissions: a file, 0644.
    directory += Self.four(0x0201_4b50) + Self.two(3 << 8 | 20) + fields
    directory += Self.two(0) + Self.two(0) + Self.two(0) + Self.four(0o100644 << 16)
    directory += Self.four(offset) + name
  }

  /// Writes the directory; nothing can be added after it.
  package func finish() throws {
    guard offset + directory.count < 0xFFFF_FFFF else { throw ZipError.tooLarge }
    try sink.append(directory)
    let end =
      Self.four(0x0605_4b50) + Self.two(0) + Self.two(0) + Self.two(count) + Self.two(count)
    try sink.append(end + Self.four(directory.count) + Self.four(offset) + Self.two(0))
  }

  private static func two(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private static func four(_ number: Int) -> [UInt8] { two(number) + two(number >> 16) }
}

/// A date as MS-DOS stores it, from 1980 to 2107.
private struct DOSTime {
  let date: Int
  let time: Int

  init(_ instant: HBInstant) {
    let days = instant.wholeSeconds.flooredQuotient(86_400)
    let second = Int(instant.wholeSeconds - days * 86_400)
    let (year, month, day) = HBInstant.civil(fromDays: days)
    guard (1980...2107).contains(year) else {
      (date, time) = (1 << 5 | 1, 0)
      return
    }
    date = (year - 1980) << 9 | month << 5 | day
    time = (second / 3600) << 11 | (second / 60 % 60) << 5 | second % 60 / 2
  }
}
