package import Foundation

/// A line of a log as it is on disk.
package struct RawLine: Sendable {
  /// From 1.
  package let number: Int
  /// Where it begins, in bytes.
  package let offset: Int
  /// Its bytes without the newline.
  package let bytes: [UInt8]
}

extension HBLocalStore {
  /// Calls `body` with each line of a space's log, damaged ones included, in the order of the
  /// file. The log is read piece by piece.
  package func rawLines(spaceId: UUID, _ body: (RawLine) throws -> Void) throws {
    try reaching {
      let (path, status) = try context.log(of: spaceId)
      guard status != nil else { return }
      let source = LogBytes(file: try context.files.open(path, .read), files: context.files)
      var splitter = LineSplitter()
      try source.forEachPiece(from: 0) { try splitter.add($0, body) }
      try splitter.finish(body)
    }
  }
}

extension LogBytes {
  /// Calls `body` with the bytes from an offset to the end, a mebibyte at a time.
  package func forEachPiece(from start: Int, _ body: (UnsafeRawBufferPointer) throws -> Void) throws
  {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { buffer.deallocate() }
    var offset = start
    while case let count = try read(at: offset, into: buffer), count > 0 {
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += count
    }
  }
}

/// Cuts bytes that come in pieces into lines, at newlines alone.
struct LineSplitter {
  private var rest: [UInt8] = []
  private var offset = 0
  private var number = 1

  init(offset: Int = 0, number: Int = 1) {
    self.offset = offset
    self.number = number
  }

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
