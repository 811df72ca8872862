/// Scans quoted UUIDs.
enum UUIDScanner {
  /// Scans one UUID; returns what follows the closing quote.
  @inline(__always)
  static func scan(_ value: ScanPointer, _ id: inout UUIDBits) -> ScanPointer? {
    // 0123456789012345678901234567890123456789
    // "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
    var faults: UInt64 = 0
    let second = UInt64(value.load4(10)) | UInt64(value.load4(15)) << 32
    let third = UInt64(value.load4(20)) | UInt64(value.load4(25)) << 32
    let high = Bytes8.hexadecimal(value.load8(1), &faults) << 32
    let low = Bytes8.hexadecimal(third, &faults) << 32
    id.high = high | Bytes8.hexadecimal(second, &faults)
    id.low = low | Bytes8.hexadecimal(value.load8(29), &faults)
    let marks =
      UInt32(value[9]) | UInt32(value[14]) << 8 | UInt32(value[19]) << 16
      | UInt32(value[24]) << 24
    let quotes = UInt16(value[0]) | UInt16(value[37]) << 8
    guard faults == 0, marks == 0x2D2D_2D2D, quotes == 0x2222 else { return nil }
    return value + 38
  }
}
