#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a record lies in the feed.
struct CSVRecord {
  /// The offset from the feed's base.
  var start: Int
  /// Bytes without the line end.
  var count: Int
  /// Where the next record begins.
  var next: Int
  /// How many line ends it has, including its own.
  var lineEnds: Int
  var hasQuotes: Bool
  /// What is wrong with its quotation marks; the record is then only its first line.
  var quoteFault: QuoteFault?
  /// Whether it is the last one and no line end follows.
  var isTorn: Bool

  enum QuoteFault: String {
    case unclosed = "a quotation mark is never closed"
    case textAfter = "there is text after a closing quotation mark"
  }

  static let none = CSVRecord(
    start: 0, count: 0, next: 0, lineEnds: 0, hasQuotes: false, isTorn: false)
}

/// Finds the records of a feed one after the other.
struct CSVRecords {
  var feed: ByteFeed
  let newline: UInt8
  let delimiter: CSVDialect.Delimiter

  /// Sets the record that begins at the feed's position; returns false at the end. The feed does not
  /// move.
  // Not an optional: release builds lose errors of functions that return a large one.
  @inline(__always)
  mutating func next(_ record: inout CSVRecord) throws -> Bool {
    while true {
      let available = feed.count
      if available > 0, lineInBuffer(available, &record) {
        if !record.hasQuotes { return true }
        if try quoted(&record) { return true }
        continue
      }
      if feed.isAtEnd { return try available > 0 && lastLine(available, &record) }
      guard available < ByteFeed.longestRecord else {
        throw UnreadableInput("A line is longer than 16 MiB; is this a text file?")
      }
      try feed.refill()
    }
  }

  mutating func take(_ record: CSVRecord) {
    feed.start = record.next
  }

  /// Sets the record for the next line; returns false if that does not end in the buffer.
  @inline(__always)
  private func lineInBuffer(_ available: Int, _ record: inout CSVRecord) -> Bool {
    let begin = feed.base + feed.start
    guard let found = memchr(begin, Int32(newline), available) else { return false }
    let length = found - UnsafeMutableRawPointer(begin)
    record = self.record(length, next: feed.start + length + 1, isTorn: false)
    return true
  }

  @inline(__always)
  private func record(_ length: Int, next: Int, isTorn: Bool) -> CSVRecord {
    let begin = feed.base + feed.start
    var count = length
    if count > 0, begin[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    let hasQuotes = delimiter != .blanks && memchr(begin, 0x22, count) != nil
    return CSVRecord(
      start: feed.start, count: count, next: next, lineEnds: 1, hasQuotes: hasQuotes,
      isTorn: isTorn)
  }

  private mutating func lastLine(_ available: Int, _ last: inout CSVRecord) throws -> Bool {
    last = record(available, next: feed.start + available, isTorn: true)
    return try !last.hasQuotes || quoted(&last)
  }

  /// Sets the record whose first line has quotation marks, including line ends in quotes; returns false
  /// if more has to be read first.
  private mutating func quoted(_ line: inout CSVRecord) throws -> Bool {
    let begin = feed.base + feed.start
    let available = feed.count
    var index = 0
    var isInside = false
    var isCellStart = true
    var ends = 1
    while index < available {
      let byte = begin[index]
      if isInside {
        if byte == UInt8(ascii: "\"") {
          if index + 1 < available, begin[index + 1] == UInt8(ascii: "\"") {
            index += 1
          } else {
            isInside = false
            guard mayFollowQuote(begin, index + 1, available) else {
              // Only its first line, so that a stray mark does not take the lines after it along.
              line.quoteFault = .textAfter
              return true
            }
          }
        } else if byte == newline {
          ends += 1
        }
      } else if byte == UInt8(ascii: "\""), isCellStart {
        isInside = true
        isCellStart = false
      } else if byte == newline {
        line = record(index, next: feed.start + index + 1, isTorn: false)
        line.lineEnds = ends
        return true
      } else {
        isCellStart = isSeparator(byte) || (isCellStart && byte == UInt8(ascii: " "))
      }
      index += 1
    }
    return try finish(&line, available, isInside, ends)
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    if case .byte(let separator) = delimiter { byte == separator } else { false }
  }

  /// Returns whether what follows a closing mark ends the cell.
  private func mayFollowQuote(
    _ begin: UnsafeMutablePointer<UInt8>, _ next: Int, _ available: Int
  ) -> Bool {
    var index = next
    while index < available, begin[index] == 0x20 || begin[index] == 0x0D { index += 1 }
    return index == available || begin[index] == newline || isSeparator(begin[index])
  }

  /// Sets a record whose end was not found, or reads more and returns false.
  private mutating func finish(
    _ line: inout CSVRecord, _ available: Int, _ isInside: Bool, _ ends: Int
  ) throws -> Bool {
    if isInside, feed.isAtEnd || available > Self.longestQuote {
      line.quoteFault = .unclosed
      return true
    }
    if feed.isAtEnd {
      line = record(available, next: feed.start + available, isTorn: true)
      line.lineEnds = ends
      return true
    }
    try feed.refill()
    return false
  }

  /// A text in quotes that is longer than this is assumed to be never closed.
  private static let longestQuote = 1 << 20
}
