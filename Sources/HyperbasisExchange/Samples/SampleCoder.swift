/// Samples as bytes, for sorting.
enum SampleCoder {
  private static let fixed = 4 + MemoryLayout<Sample>.stride

  /// Appends the total size (4 bytes), the sample as it is in memory, and its cells.
  static func encode(_ sample: Sample, _ cells: [UInt8], to bytes: inout [UInt8]) {
    var size = UInt32(truncatingIfNeeded: fixed + cells.count)
    withUnsafeBytes(of: &size) { bytes.append(contentsOf: $0) }
    var sample = sample
    withUnsafeBytes(of: &sample) { raw in
      bytes.append(contentsOf: raw)
      bytes.append(
        contentsOf: repeatElement(0, count: MemoryLayout<Sample>.stride - raw.count))
    }
    bytes.append(contentsOf: cells)
  }

  /// Returns the size of the sample at an offset; nil if the bytes end before it is known.
  static func size(_ bytes: [UInt8], at offset: Int) -> Int? {
    guard offset + 4 <= bytes.count else { return nil }
    return bytes.withUnsafeBytes {
      Int($0.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
  }

  static func copy(at offset: Int, from bytes: [UInt8], to target: inout [UInt8]) {
    guard let size = size(bytes, at: offset) else { return }
    target.append(contentsOf: bytes[offset..<offset + size])
  }

  static func decode(
    _ bytes: [UInt8], at offset: Int
  ) -> (sample: Sample, cells: [UInt8], end: Int) {
    let size = size(bytes, at: offset) ?? fixed
    precondition(offset + size <= bytes.count)
    let sample = bytes.withUnsafeBytes {
      $0.loadUnaligned(fromByteOffset: offset + 4, as: Sample.self)
    }
    return (sample, Array(bytes[offset + fixed..<offset + size]), offset + size)
  }
}
