/// Reads a log in blocks of whole lines through one buffer that is reused.
///
/// The log is neither mapped, as another program may truncate it, nor held: a block fits into a
/// core's cache, and a line that spans two blocks is carried over.
struct LineBlocks: ~Copyable {
  private let source: any ByteSource
  private var buffer: LineBuffer

  /// Lines longer than this are skipped, not held.
  static let lineLimit = 16 << 20
  static let blockSize = 256 << 10

  /// - Parameter expected: about how many bytes are read at once.
  init(source: any ByteSource, expected: Int = blockSize) {
    self.source = source
    buffer = LineBuffer(capacity: min(Self.blockSize, max(expected, 256)))
  }

  /// Passes all lines of a range to a scan; returns the offset after the last newline.
  mutating func read(_ range: Range<Int>, into scan: inout LogScan) throws -> Int {
    buffer.restart(at: range.lowerBound)
    while true {
      let wanted = range.upperBound - buffer.end
      let count = try buffer.fill(from: source, atMost: wanted)
      buffer.takeLines { scan.lines($0, at: $1) }
      if count == 0 || buffer.end >= range.upperBound { break }
      guard buffer.isFull else { continue }
      if buffer.capacity <= Self.lineLimit {
        buffer.grow()
      } else {
        try skipLine(range, &scan)
      }
    }
    buffer.withRest { scan.tail($0, at: $1) }
    return buffer.start
  }

  /// Skips the rest of a line that is too long.
  private mutating func skipLine(_ range: Range<Int>, _ scan: inout LogScan) throws {
    let offset = buffer.start
    while true {
      buffer.clear()
      let count = try buffer.fill(from: source, atMost: range.upperBound - buffer.end)
      if buffer.dropThroughNewline() || count == 0 { break }
    }
    scan.oversizedLine(length: buffer.start - offset - 1, at: offset)
  }
}

/// Bytes of a log that have been read but not yet taken.
private struct LineBuffer: ~Copyable {
  /// The offset in the log of the first byte held.
  private(set) var start = 0
  private var memory: UnsafeMutableRawBufferPointer
  private var count = 0

  init(capacity: Int) {
    memory = Self.allocate(capacity)
  }

  deinit {
    memory.deallocate()
  }

  var capacity: Int { memory.count - ScanPointer.padding }
  /// The offset in the log after the last byte held.
  var end: Int { start + count }
  var isFull: Bool { count == capacity }

  private static func allocate(_ capacity: Int) -> UnsafeMutableRawBufferPointer {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: capacity + ScanPointer.padding, alignment: 64)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    return memory
  }
}

extension LineBuffer {
  /// Discards what is held, to continue at another offset.
  mutating func restart(at offset: Int) {
    start = offset
    count = 0
  }

  /// Reads more bytes after those held; returns how many.
  mutating func fill(from source: any ByteSource, atMost limit: Int) throws -> Int {
    let room = min(capacity - count, max(0, limit))
    guard room > 0 else { return 0 }
    let read = try source.read(
      at: end, into: UnsafeMutableRawBufferPointer(rebasing: memory[count..<count + room]))
    count += read
    return read
  }

  /// Passes on the whole lines held, and keeps what follows the last newline.
  mutating func takeLines(_ body: (UnsafeBufferPointer<UInt8>, Int) -> Void) {
    let held = UnsafeRawBufferPointer(rebasing: memory[..<count])
    guard let newline = held.lastIndex(of: UInt8(ascii: "\n")) else { return }
    let lines = UnsafeRawBufferPointer(rebasing: held[...newline])
    body(lines.bindMemory(to: UInt8.self), start)
    drop(newline + 1)
  }

  /// Passes on what is held; it has no newline.
  func withRest(_ body: (UnsafeBufferPointer<UInt8>, Int) -> Void) {
    body(UnsafeRawBufferPointer(rebasing: memory[..<count]).bindMemory(to: UInt8.self), start)
  }

  mutating func grow() {
    let larger = Self.allocate(capacity * 4)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    memory.deallocate()
    memory = larger
  }

  mutating func clear() {
    drop(count)
  }

  /// Drops everything through the first newline; returns false if there is none.
  mutating func dropThroughNewline() -> Bool {
    guard let newline = memory[..<count].firstIndex(of: UInt8(ascii: "\n")) else { return false }
    drop(newline + 1)
    return true
  }

  private mutating func drop(_ length: Int) {
    let rest = UnsafeRawBufferPointer(rebasing: memory[length..<count])
    memory.copyMemory(from: rest)
    start += length
    count -= length
  }
}
