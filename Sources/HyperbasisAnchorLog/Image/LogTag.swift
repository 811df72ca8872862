/// What is known of a log's file without reading it, as far as an index on disk relies on it.
package struct LogTag: Hashable, Sendable {
  package var inode: UInt64
  /// When it was last written, in nanoseconds since 1970.
  package var modified: Int64
  /// Bytes.
  package var size: Int

  package init(inode: UInt64, modified: Int64, size: Int) {
    self.inode = inode
    self.modified = modified
    self.size = size
  }
}

/// How an index on disk recognises the log that it was made from.
///
/// The log may have grown since, but its first bytes must be what they were. That is assumed if it
/// is the same file, it has not shrunk, it was not written without growing, and 64 blocks spread
/// over it, including the first and the last, are unchanged.
///
/// This detects another log in its place, a copy, a repair, a log that was cut back and has grown
/// again, and one rewritten in place. It misses a change of single bytes between the blocks by a
/// program that afterwards either appends or resets the modification time. Checking a store reads
/// the log itself, and finds that too.
enum LogCheckpoints {
  static let count = 64
  private static let blockSize = 4096

  /// Returns the checksums of the blocks of a log's first bytes.
  static func checksums(of source: any ByteSource, size: Int) throws -> [UInt64] {
    try withUnsafeTemporaryAllocation(byteCount: blockSize, alignment: 16) { buffer in
      try (0..<count).map { number in
        let start = number * max(0, size - blockSize) / (count - 1)
        let block = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(blockSize, size - start)])
        guard try source.readFully(at: start, into: block) else { return 0 }
        return BlockChecksum.of(UnsafeRawBufferPointer(block))
      }
    }
  }
}
