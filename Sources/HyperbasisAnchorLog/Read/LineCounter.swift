/// Finds the numbers of lines from their offsets by counting newlines: few are ever needed, so that
/// keeping a number for each row of a log would cost more.
struct LineCounter {
  let source: any ByteSource
  /// Where some lines start, and their numbers from 1; ascending.
  private let marks: [(offset: Int, line: Int)]

  private static let step = 64 << 10

  init(_ source: any ByteSource, from marks: [(offset: Int, line: Int)] = [(0, 1)]) {
    self.source = source
    self.marks = marks
  }
}

extension LineCounter {
  /// Returns the numbers of lines.
  ///
  /// - Parameter offsets: where the lines start, ascending; none lies before the first mark.
  func lines(at offsets: [Int]) throws -> [Int] {
    var known = (offset: 0, line: 1)
    return try offsets.map { offset in
      let place = marks.indices.partition { marks[$0].offset <= offset }
      // What lies between two lines is counted once.
      if place > 0, marks[place - 1].offset > known.offset { known = marks[place - 1] }
      known.line += try newlines(in: known.offset..<max(known.offset, offset))
      known.offset = max(known.offset, offset)
      return known.line
    }
  }

  private func newlines(in range: Range<Int>) throws -> Int {
    var count = 0
    var buffer = [UInt8](repeating: 0, count: min(Self.step, range.count))
    var place = range.lowerBound
    while place < range.upperBound {
      let wanted = min(buffer.count, range.upperBound - place)
      let read = try buffer.withUnsafeMutableBytes {
        try source.read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<wanted]))
      }
      if read <= 0 { break }
      for byte in buffer[..<read] where byte == UInt8(ascii: "\n") { count += 1 }
      place += read
    }
    return count
  }
}
