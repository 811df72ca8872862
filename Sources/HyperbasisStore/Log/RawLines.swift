/// A line of a log as it is on disk.
package struct RawLine: Sendable {
  /// From 1.
  package let number: Int
  /// Where it begins, in bytes.
  package let offset: Int
  /// Its bytes without the newline.
  package let bytes: [UInt8]
}

/// Cuts bytes that come in pieces into lines, at newlines alone.
struct LineSplitter {
  private(set) var rest: [UInt8] = []
  /// Where the next line begins.
  var offset = 0
  private(set) var number = 1

  mutating func add(_ piece: UnsafeRawBufferPointer, _ body: (RawLine) throws -> Void) throws {
    var start = 0
    while let end = piece[start...].firstIndex(of: 0x0a) {
      rest.append(contentsOf: piece[start..<end])
      try emit(body, terminator: 1)
      start = end + 1
    }
    rest.append(contentsOf: piece[start...])
  }

  /// The last line, where it has no newline.
  mutating func finish(_ body: (RawLine) throws -> Void) throws {
    if !rest.isEmpty { try emit(body, terminator: 0) }
  }

  private mutating func emit(_ body: (RawLine) throws -> Void, terminator: Int) throws {
    try body(RawLine(number: number, offset: offset, bytes: rest))
    offset += rest.count + terminator
    number += 1
    rest.removeAll(keepingCapacity: true)
  }
}
