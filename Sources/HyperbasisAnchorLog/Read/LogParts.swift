/// Cuts a log into parts of whole lines, about equally long.
struct LogParts {
  let source: any ByteSource

  private static let step = 64 << 10

  /// The parts of the first `size` bytes, in their order.
  func ranges(of size: Int, count: Int) throws -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    for number in 1...max(1, count) {
      let wanted = max(start, size * number / max(1, count))
      let end = number == count ? size : try lineStart(atOrAfter: wanted, before: size)
      if end > start { ranges.append(start..<end) }
      start = end
    }
    return ranges
  }

  /// Where the first line begins at an offset or behind it; `size` where none does.
  private func lineStart(atOrAfter offset: Int, before size: Int) throws -> Int {
    guard offset > 0 else { return 0 }
    var buffer = [UInt8](repeating: 0, count: Self.step)
    // The newline before the line.
    var place = offset - 1
    while place < size {
      let count = try buffer.withUnsafeMutableBytes { try source.read(at: place, into: $0) }
      if count <= 0 { break }
      if let newline = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")) {
        return min(size, place + newline + 1)
      }
      place += count
    }
    return size
  }
}
