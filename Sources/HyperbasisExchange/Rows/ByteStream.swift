import HyperbasisAnchorLog

/// The bytes of a source from the first to the last, read a block at a time.
struct ByteStream {
  private let source: any ByteSource
  private var block: [UInt8]
  /// How many bytes of the block are filled.
  private var count = 0
  private var position = 0
  /// Where the block begins in the source.
  private var start = 0

  init(_ source: any ByteSource, blockSize: Int = 1 << 18) {
    self.source = source
    block = [UInt8](repeating: 0, count: blockSize)
  }

  /// The offset of the next byte in the source.
  var offset: Int { start + position }

  /// Returns the next byte without taking it; nil at the end.
  @inline(__always)
  mutating func peek() throws -> UInt8? {
    if position == count, try !refill() { return nil }
    return block[position]
  }

  /// Takes the next byte; returns nil at the end.
  @inline(__always)
  mutating func next() throws -> UInt8? {
    if position == count, try !refill() { return nil }
    position += 1
    return block[position - 1]
  }

  private mutating func refill() throws -> Bool {
    start += count
    position = 0
    let offset = start
    let source = source
    count = try block.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
    return count > 0
  }
}

extension ByteSource {
  /// Returns all bytes, for formats that are small by nature.
  ///
  /// - Throws: ``UnreadableInput`` if there are more than `limit`.
  func all(limit: Int = 256 << 20) throws -> [UInt8] {
    let size = try size()
    guard size <= limit else {
      throw UnreadableInput.unfit(
        "it is larger than the \(limit >> 20) MiB that such a file may have")
    }
    var count = 0
    return try [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while count < size {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = try read(at: count, into: rest)
        if read <= 0 { break }
        count += read
      }
      filled = count
    }
  }
}
