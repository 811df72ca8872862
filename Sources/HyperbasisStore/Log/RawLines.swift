import HyperbasisAnchorLog

/// A line of a log as it is on disk.
package struct RawLine: Sendable {
  /// Counted from 1.
  package let number: Int
  /// Where it begins, in bytes.
  package let offset: Int
  /// How many bytes it has, without the newline.
  package let length: Int
  /// Its bytes without the newline, no more than ``limit`` of them.
  package let bytes: [UInt8]

  /// A longer line is not an event, and is never held in memory as a whole.
  package static let limit = 16 << 20

  /// Whether ``bytes`` is only the beginning of the line.
  package var isCut: Bool { bytes.count < length }
}

/// Splits bytes that come in pieces into lines, at newlines only.
struct LineSplitter {
  /// The beginning of the line that has not ended yet.
  private var rest: [UInt8] = []
  private var restLength = 0
  /// Where the next line begins.
  var offset = 0
  private(set) var number = 1

  init(offset: Int = 0) {
    self.offset = offset
  }

  mutating func add(_ piece: UnsafeRawBufferPointer, _ body: (RawLine) throws -> Void) throws {
    var start = 0
    while let end = piece[start...].firstIndex(of: 0x0a) {
      keep(piece[start..<end])
      try emit(body, terminator: 1)
      start = end + 1
    }
    keep(piece[start...])
  }

  /// Calls `body` with the last line, if it has no newline.
  mutating func finish(_ body: (RawLine) throws -> Void) throws {
    if restLength > 0 { try emit(body, terminator: 0) }
  }

  private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
    restLength += bytes.count
    rest.append(contentsOf: bytes.prefix(RawLine.limit - rest.count))
  }

  private mutating func emit(_ body: (RawLine) throws -> Void, terminator: Int) throws {
    try body(RawLine(number: number, offset: offset, length: restLength, bytes: rest))
    offset += restLength + terminator
    number += 1
    restLength = 0
    rest.removeAll(keepingCapacity: true)
  }
}

/// Reads the lines of a log, and the bytes of each.
package struct RawLineReader {
  let source: LogBytes
}

extension RawLineReader {
  /// Calls `body` with each line, damaged ones included, in the order of the file.
  package func forEachLine(_ body: (RawLine) throws -> Void) throws {
    try source.forEachLine(body)
  }

  /// Calls `body` with the bytes of a line, however many, piece by piece.
  package func forEachPiece(
    of line: RawLine, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    try source.forEachPiece(from: line.offset, to: line.offset + line.length, body)
  }

  /// Reads a line again at the place where it was found.
  package func line(number: Int, offset: Int, length: Int) throws -> RawLine {
    RawLine(
      number: number, offset: offset, length: length,
      bytes: try source.bytes(offset..<offset + min(length, RawLine.limit)))
  }
}
