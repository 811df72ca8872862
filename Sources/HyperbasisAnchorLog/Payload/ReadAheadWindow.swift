/// The bytes of a log from where they were last asked for, and some beyond, so that reading one
/// line after the other takes one read for many.
///
/// It reads further ahead the longer it has been of use: random access reads little more than is
/// asked for.
struct ReadAheadWindow {
  private static let least = 4 << 10
  private static let most = 128 << 10

  private var bytes: [UInt8] = []
  private var start = 0
  private var length = Self.least

  /// Copies bytes of a log; returns false if the log ends before them.
  mutating func copy(
    _ range: Range<Int>, of source: any ByteSource, into target: UnsafeMutableRawBufferPointer
  ) throws -> Bool {
    if range.lowerBound < start || range.upperBound > start + bytes.count {
      try fill(from: range.lowerBound, atLeast: range.count, source)
    }
    let offset = range.lowerBound - start
    guard offset + range.count <= bytes.count else { return false }
    bytes.withUnsafeBytes {
      target.copyMemory(from: .init(rebasing: $0[offset..<offset + range.count]))
    }
    return true
  }

  private mutating func fill(
    from offset: Int, atLeast count: Int, _ source: any ByteSource
  ) throws {
    let end = start + bytes.count
    let goesOn = (start...end).contains(offset) && !bytes.isEmpty
    length = goesOn ? min(length * 2, Self.most) : Self.least
    var new = [UInt8](repeating: 0, count: max(length, count))
    let found = try new.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
    new.removeLast(new.count - found)
    (bytes, start) = (new, offset)
  }
}
