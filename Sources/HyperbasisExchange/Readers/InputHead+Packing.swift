extension InputHead {
  /// What a file is packed with, judging by its first bytes; nil if it is not packed.
  package var packing: String? {
    Self.packings.first { bytes.starts(with: $0.magic) }?.name
  }

  private static let packings: [(magic: [UInt8], name: String)] = [
    ([0x1F, 0x8B, 0x08], "gzip"), (Array("BZh".utf8), "bzip2"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz"), ([0x28, 0xB5, 0x2F, 0xFD], "zstd"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "7-Zip"), (Array("Rar!".utf8), "RAR"),
  ]

  /// Whether the bytes can be text: UTF-16, or UTF-8 without zeros.
  var isText: Bool {
    if ByteOrderMark(bytes).encoding != .utf8 { return true }
    // The last character may be cut off.
    let whole = bytes.count < Self.size ? bytes[...] : bytes.dropLast(3)
    let end = whole.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    let text = bytes.count < Self.size ? whole : whole[..<end]
    guard !text.contains(0) else { return false }
    return text.withUnsafeBufferPointer { text in
      text.baseAddress.map { UTF8Check.isValid($0, text.count) } ?? true
    }
  }
}
