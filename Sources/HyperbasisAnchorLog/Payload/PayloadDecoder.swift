import HyperbasisJSONText
import HyperbasisModels

/// Decodes the values of a line that columns do not hold.
///
/// `bytes` start at the value, end with the line or later, and are followed by a newline and the
/// padding that ``ScanPointer`` needs.
enum PayloadDecoder {
  static func transform(_ bytes: UnsafeBufferPointer<UInt8>) throws -> [Float] {
    if let start = bytes.baseAddress, let quick = TransformScanner.floats(start) { return quick }
    var cursor = JSONCursor(bytes)
    guard let transform = try cursor.transform() else { throw LineFault.badTransform }
    return transform
  }

  static func metadata(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws -> [String: AnyCodableValue] {
    var cursor = JSONCursor(bytes)
    return try cursor.dictionary(depth: 1)
  }
}

/// Padded memory for bytes of a log.
struct PayloadBuffer {
  private var memory: [UInt8] = []
  private var window: ReadAheadWindow?

  /// - Parameter readsAhead: whether to read ahead, which helps to read whole lines one after the
  ///   other.
  init(readsAhead: Bool = false) {
    if readsAhead { window = ReadAheadWindow() }
  }

  /// Fills the buffer with bytes of a log and runs `body` on them.
  mutating func with<Result>(
    _ range: Range<Int>, of source: any ByteSource,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) throws -> Result {
    let needed = range.count + ScanPointer.padding
    if memory.count < needed { memory = Array(repeating: 0, count: max(4096, needed * 2)) }
    // Moved out while it is used, so that nothing is copied.
    var window = self.window.take()
    defer { self.window = window }
    func read(
      _ range: Range<Int>, of source: any ByteSource, into bytes: UnsafeMutableRawBufferPointer
    ) throws -> Bool {
      try window?.copy(range, of: source, into: bytes)
        ?? source.readFully(at: range.lowerBound, into: bytes)
    }
    return try memory.withUnsafeMutableBytes { memory in
      let bytes = UnsafeMutableRawBufferPointer(rebasing: memory[..<range.count])
      guard !range.isEmpty, try read(range, of: source, into: bytes) else {
        throw LogError.lineChanged(offset: range.lowerBound)
      }
      memory[range.count] = UInt8(ascii: "\n")
      return try body(UnsafeRawBufferPointer(bytes).bindMemory(to: UInt8.self))
    }
  }
}
