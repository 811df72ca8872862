import HyperbasisAnchorLog

/// CRC-64/XZ: polynomial 42F0E1EBA9EA3693, reflected, all ones before and after.
///
/// It tells files apart; it does not protect against tampering.
struct InputDigest {
  private var register = UInt64.max

  var text: String {
    let digits = String(~register, radix: 16, uppercase: false)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var register = register
    Self.tables.withUnsafeBufferPointer { tables in
      var index = 0
      // Eight bytes at a time, each through its own table.
      while index + 8 <= bytes.count {
        let word = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let mixed = register ^ word
        register = 0
        for byte in 0..<8 {
          register ^= tables[(7 - byte) << 8 | Int(mixed >> UInt64(byte * 8) & 0xFF)]
        }
        index += 8
      }
      while index < bytes.count {
        register = tables[Int((register ^ UInt64(bytes[index])) & 0xFF)] ^ register >> 8
        index += 1
      }
    }
    self.register = register
  }

  private static let tables: [UInt64] = {
    var tables = [UInt64](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt64(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xC96C_5795_D787_0F42 : value >> 1 }
      tables[byte] = value
    }
    for table in 1..<8 {
      for byte in 0..<256 {
        let before = tables[(table - 1) << 8 | byte]
        tables[table << 8 | byte] = tables[Int(before & 0xFF)] ^ before >> 8
      }
    }
    return tables
  }()
}

extension ImportInput {
  /// Returns the digest of the first `size` bytes of the input; nil if it has fewer.
  public func digest(ofFirst size: Int) throws -> String? {
    var memory = [UInt8](repeating: 0, count: size)
    let count = try memory.withUnsafeMutableBytes { try source.readWhole(at: 0, into: $0) }
    guard count == size else { return nil }
    var digest = InputDigest()
    memory.withUnsafeBytes { digest.add($0) }
    return digest.text
  }
}

extension ByteSource {
  /// Reads until the buffer is full or the source ends; returns the number of bytes read.
  fileprivate func readWhole(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws -> Int {
    var count = 0
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let more = try read(at: offset + count, into: rest)
      if more <= 0 { break }
      count += more
    }
    return count
  }
}

extension InputSummary {
  /// The most bytes that ``headDigest`` covers.
  public static let headSize = 1 << 20

  /// Reads an input to find its size and digests.
  init(digesting input: ImportInput) throws {
    var digest = InputDigest()
    var head: String?
    var size = 0
    var memory = [UInt8](repeating: 0, count: Self.headSize)
    while true {
      let read = try memory.withUnsafeMutableBytes { memory in
        let count = try input.source.readWhole(at: size, into: memory)
        digest.add(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<count]))
        return count
      }
      size += read
      if head == nil { head = digest.text }
      if read < memory.count { break }
    }
    self.init(
      name: input.name, size: size, digest: digest.text, headDigest: head ?? digest.text, form: "",
      rowCount: 0)
  }
}
