/// Where the bytes of a log come from, so that the engine stays free of files.
///
/// A log only grows: the bytes below any reported size stay as they are.
public protocol ByteSource: Sendable {
  /// Returns how many bytes there are now.
  func size() throws -> Int

  /// Reads at most `buffer.count` bytes from `offset`; fewer only at the end.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// A log in memory.
public struct MemoryByteSource: ByteSource {
  private let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public func size() -> Int { bytes.count }

  public func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < bytes.count else { return 0 }
    let count = min(buffer.count, bytes.count - offset)
    bytes.withUnsafeBytes { buffer.copyMemory(from: .init(rebasing: $0[offset..<offset + count])) }
    return count
  }
}

extension ByteSource {
  /// Fills the buffer; returns false if the bytes end before it is full.
  public func readFully(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Bool {
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let read = try read(at: offset + count, into: rest)
      if read <= 0 { return false }
      count += read
    }
    return true
  }
}
