#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the values in a JSON text one after the other: one value per line, or the elements of one
/// array.
struct JSONRecords {
  private var feed: ByteFeed
  let isLines: Bool
  /// How many objects the array is in.
  private var depth = 0
  /// The number of the line at which the feed is.
  private(set) var line = 1
  /// Where in the array the feed is; nil if the values are not in one.
  private var place: ArrayPlace?
  /// The number of values so far.
  private(set) var count = 0
  /// Whether the array has no end, though its last value is whole.
  private(set) var isCutBetweenValues = false

  private enum ArrayPlace {
    case start, afterValue, afterComma, end
  }

  struct Record {
    /// The value, possibly with blanks around it.
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

  /// - Parameter path: the members that lead to the array, joined by full stops; nil if the text itself
  ///   is the array, or has a value per line.
  init(_ feed: ByteFeed, in path: String? = nil) throws {
    self.feed = feed
    if let path {
      isLines = false
      try enter(path)
      return
    }
    isLines = Self.isLines(UnsafeBufferPointer(start: feed.base + feed.start, count: feed.count))
    if !isLines, try skipBlanks() == UInt8(ascii: "[") {
      self.feed.start += 1
      place = .start
    }
  }

  var encoding: TextEncoding { feed.encoding }

  /// Returns whether the first line is a whole object.
  private static func isLines(_ head: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = head.firstIndex(where: { $0 > 0x20 }), head[first] == UInt8(ascii: "{") else {
      return false
    }
    var scan = BracketScan()
    for index in first..<head.count {
      if scan.take(head[index]) != nil { return true }
      if head[index] == UInt8(ascii: "\n") { return false }
    }
    return true
  }

  /// Sets the next value; returns false at the end.
  // Not an optional: release builds lose errors of functions that return a large one.
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

  /// - Throws: ``UnreadableInput`` if the value has no end; a document that is all one value may hold its
  ///   rows inside.
  mutating func readMore() throws {
    guard feed.count < ByteFeed.longestRecord else {
      throw UnreadableInput.missingColumn("A value of the JSON is longer than 16 MiB.")
    }
    try feed.refill()
  }
}

// MARK: - Bytes

extension JSONRecords {
  /// The bytes that have been read and not taken.
  var unread: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: feed.base + feed.start, count: feed.count)
  }

  /// Returns the next byte; nil at the end.
  mutating func peek() throws -> UInt8? {
    while feed.count == 0, !feed.isAtEnd { try feed.refill() }
    return feed.count > 0 ? feed.base[feed.start] : nil
  }

  /// Takes the next byte, which must be there.
  mutating func skipByte() {
    if feed.base[feed.start] == UInt8(ascii: "\n") { line += 1 }
    feed.start += 1
  }

  /// Takes bytes without a line end.
  mutating func skipBytes(_ count: Int) { feed.start += count }

  /// Has the values of an array follow whose opening bracket was taken.
  mutating func beginArray(depth: Int) {
    place = .start
    self.depth = depth
  }
}

// MARK: - Elements

extension JSONRecords {
  private mutating func nextElement(_ record: inout Record) throws -> Bool {
    guard try findElement() else { return false }
    count += 1
    if place != nil { place = .afterValue }
    var scan = BracketScan()
    var index = 0
    var ends = 0
    while true {
      while index < feed.count {
        let byte = feed.base[feed.start + index]
        let end = scan.take(byte)
        if end == .before {
          record = element(index, ends, isTorn: false)
          return true
        }
        index += 1
        if byte == UInt8(ascii: "\n") { ends += 1 }
        if end == .with {
          record = element(index, ends, isTorn: false)
          return true
        }
      }
      if feed.isAtEnd {
        record = element(feed.count, ends, isTorn: true)
        place = .end
        return true
      }
      try readMore()
    }
  }

  private func element(_ count: Int, _ ends: Int, isTorn: Bool) -> Record {
    Record(
      bytes: UnsafeBufferPointer(start: feed.base + feed.start, count: count), line: line,
      isTorn: isTorn, next: feed.start + count, lineEnds: ends)
  }

  /// Goes to the next value; returns false at the end.
  ///
  /// - Throws: ``UnreadableInput`` if what separates the values of an array is not valid JSON.
  private mutating func findElement() throws -> Bool {
    while let byte = try skipBlanks() {
      switch (byte, place) {
      case (UInt8(ascii: ","), nil): break
      case (_, nil): return true
      case (_, .end): throw misplaced("something follows the end of the array")
      case (UInt8(ascii: ","), .afterValue): place = .afterComma
      case (UInt8(ascii: ","), _), (UInt8(ascii: "]"), .afterComma):
        throw misplaced("there is an extra comma \(afterValue)")
      case (UInt8(ascii: "]"), _):
        place = .end
        if depth > 0 {
          skipByte()
          try checkEnd(depth: depth)
          return false
        }
      case (_, .afterValue): throw misplaced("a comma is missing \(afterValue)")
      default: return true
      }
      feed.start += 1
    }
    isCutBetweenValues = place != nil && place != .end
    return false
  }

  private var afterValue: String {
    count == 0 ? "at the beginning of the array" : "after value \(count) of the array"
  }

  private func misplaced(_ what: String) -> UnreadableInput {
    UnreadableInput("line \(line): \(what), which is not JSON.")
  }

  /// Skips blanks, and returns the next byte without taking it; nil at the end.
  mutating func skipBlanks() throws -> UInt8? {
    while true {
      while feed.count > 0 {
        let byte = feed.base[feed.start]
        if byte > 0x20 { return byte }
        if byte == UInt8(ascii: "\n") { line += 1 }
        feed.start += 1
      }
      if feed.isAtEnd { return nil }
      try feed.refill()
    }
  }
}

/// Finds the end of a value by its brackets and quotes.
struct BracketScan {
  /// Whether a value ends with a byte or before it.
  enum End {
    case with, before
  }

  private var depth: Int
  private var isQuoted = false
  private var isEscaped = false
  private var hasBegun = false

  /// - Parameter depth: how many brackets are open already.
  init(depth: Int = 0) { self.depth = depth }

  /// Takes a byte; returns nil if the value goes on.
  @inline(__always)
  mutating func take(_ byte: UInt8) -> End? {
    if isQuoted {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = false
        return depth == 0 ? .with : nil
      }
      return nil
    }
    switch byte {
    case UInt8(ascii: "\""): isQuoted = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      // A number or a word ends before what follows.
      if depth == 0, hasBegun { return .before }
      depth -= 1
      return depth <= 0 ? .with : nil
    case UInt8(ascii: ","), 0...0x20: if depth == 0, hasBegun { return .before }
    default: break
    }
    if byte > 0x20 { hasBegun = true }
    return nil
  }
}
