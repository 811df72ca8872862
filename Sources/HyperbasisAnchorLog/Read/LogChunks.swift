/// Cuts a log into consecutive chunks of whole lines, all about equally long.
struct LogChunks {
  private let source: any ByteSource
  private let size: Int
  private let length: Int
  private var start = 0

  /// Most lines are shorter.
  private static let firstStep = 1 << 10
  private static let step = 64 << 10

  /// - Parameters:
  ///   - size: how many bytes of the log are cut.
  ///   - length: about how many bytes a chunk has; a longer line makes it longer.
  init(_ source: any ByteSource, size: Int, length: Int) {
    self.source = source
    self.size = size
    self.length = max(1, length)
  }
}

extension LogChunks {
  /// Returns the bytes of the next chunk; nil after the last one.
  mutating func next() throws -> Range<Int>? {
    guard start < size else { return nil }
    let end = size - start > length ? try lineStart(behind: start + length - 1) : size
    defer { start = end }
    return start..<end
  }

  /// Returns where the line after the first newline at or after a place begins; `size` if there is
  /// none.
  private func lineStart(behind place: Int) throws -> Int {
    var place = place
    var step = Self.firstStep
    while place < size {
      let newline = try withUnsafeTemporaryAllocation(byteCount: step, alignment: 16) { buffer in
        let count = max(0, try source.read(at: place, into: buffer))
        return (count, buffer[..<count].firstIndex(of: UInt8(ascii: "\n")))
      }
      if let index = newline.1 { return min(size, place + index + 1) }
      if newline.0 == 0 { break }
      place += newline.0
      step = Self.step
    }
    return size
  }
}
