#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the values of a text of JSON one after the other: a value a line, or the elements of one
/// array.
struct JSONRecords {
  private var feed: ByteFeed
  let isLines: Bool
  /// The line at which the feed is.
  private(set) var line = 1

  struct Record {
    /// The value, with blanks around it perhaps.
    var bytes: UnsafeBufferPointer<UInt8>
    var line: Int
    /// Whether the text ends with it, without a line end or a closing bracket.
    var isTorn: Bool
    fileprivate var next: Int
    fileprivate var lineEnds: Int

    static var none: Record {
      Record(
        bytes: UnsafeBufferPointer(start: nil, count: 0), line: 0, isTorn: false, next: 0,
        lineEnds: 0)
    }
  }

  init(_ feed: ByteFeed) throws {
    self.feed = feed
    isLines = Self.isLines(UnsafeBufferPointer(start: feed.base + feed.start, count: feed.count))
    if !isLines { try skipBetween(andOpening: true) }
  }

  var encoding: TextEncoding { feed.encoding }

  /// Whether the first line is a whole object.
  private static func isLines(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = head.firstIndex(where: { $0 > 0x20 }), head[first] == UInt8(ascii: "{") else {
      return false
    }
    var scan = BracketScan()
    for index in first..<head.count {
      if scan.take(head[index]) { return true }
      if head[index] == UInt8(ascii: "\n") { return false }
    }
    return true
  }

  /// Sets the next value; false at the end.
  // Not an optional: release builds lose errors of what returns a large one.
  mutating func next(_ record: inout Record) throws -> Bool {
    try isLines ? nextLine(&record) : nextElement(&record)
  }

  mutating func take(_ record: Record) {
    feed.start = record.next
    line += record.lineEnds
  }
}

// MARK: - Lines

extension JSONRecords {
  private mutating func nextLine(_ record: inout Record) throws -> Bool {
    while true {
      let begin = feed.base + feed.start
      if feed.count > 0, let found = memchr(begin, 0x0A, feed.count) {
        record = line(found - UnsafeMutableRawPointer(begin), ends: 1, isTorn: false)
        return true
      }
      if feed.isAtEnd {
        record = line(feed.count, ends: 0, isTorn: true)
        return feed.count > 0
      }
      try readMore()
    }
  }

  private func line(_ count: Int, ends: Int, isTorn: Bool) -> Record {
    Record(
      bytes: UnsafeBufferPointer(start: feed.base + feed.start, count: count), line: line,
      isTorn: isTorn, next: feed.start + count + (isTorn ? 0 : 1), lineEnds: ends)
  }

  private mutating func readMore() throws {
    guard feed.count < ByteFeed.longestRecord else {
      throw UnreadableInput("A value of the JSON is longer than 16 MiB.")
    }
    try feed.refill()
  }
}

// MARK: - Elements

extension JSONRecords {
  private mutating func nextElement(_ record: inout Record) throws -> Bool {
    guard try skipBetween(andOpening: false) else { return false }
    var scan = BracketScan()
    var index = 0
    var ends = 0
    while true {
      while index < feed.count {
        let byte = feed.base[feed.start + index]
        index += 1
        if byte == UInt8(ascii: "\n") { ends += 1 }
        if scan.take(byte) {
          record = Record(
            bytes: UnsafeBufferPointer(start: feed.base + feed.start, count: index), line: line,
            isTorn: false, next: feed.start + index, lineEnds: ends)
          return true
        }
      }
      if feed.isAtEnd {
        record = Record(
          bytes: UnsafeBufferPointer(start: feed.base + feed.start, count: feed.count),
          line: line, isTorn: true, next: feed.start + feed.count, lineEnds: ends)
        return true
      }
      try readMore()
    }
  }

  /// Skips blanks and commas, and brackets of the array around the elements; false at the end.
  @discardableResult
  private mutating func skipBetween(andOpening: Bool) throws -> Bool {
    var mayOpen = andOpening
    while true {
      while feed.count > 0 {
        let byte = feed.base[feed.start]
        if byte == UInt8(ascii: "\n") { line += 1 }
        if byte == UInt8(ascii: "["), mayOpen {
          mayOpen = false
        } else if byte > 0x20, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") {
          return true
        }
        feed.start += 1
      }
      if feed.isAtEnd { return false }
      try feed.refill()
    }
  }
}

/// Finds the end of a value by its brackets and its quotes.
private struct BracketScan {
  private var depth = 0
  private var isQuoted = false
  private var isEscaped = false
  private var hasBegun = false

  /// Takes a byte; true where the value ends with it.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> Bool {
    if isQuoted {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = false
        return depth == 0
      }
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isQuoted = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return depth <= 0
    // A number or a word ends before what follows; the comma does no harm to its reading.
    case UInt8(ascii: ","), UInt8(ascii: "\n"): return depth == 0 && hasBegun
    default: break
    }
    if byte > 0x20 { hasBegun = true }
    return false
  }
}
