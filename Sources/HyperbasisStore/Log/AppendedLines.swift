import HyperbasisAnchorLog

/// A log of which the last lines are in memory, since this process has just appended them.
struct AppendedLines: ByteSource {
  let log: any ByteSource
  /// Where in the log they lie.
  let range: Range<Int>
  let lines: [UInt8]

  func size() throws -> Int { try log.size() }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard range.contains(offset), offset + buffer.count <= range.upperBound else {
      return try log.read(at: offset, into: buffer)
    }
    lines.withUnsafeBytes { bytes in
      let start = offset - range.lowerBound
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[start..<start + buffer.count]))
    }
    return buffer.count
  }
}
