/// Checks whether bytes are well-formed UTF-8.
enum UTF8Check {
  @inline(__always)
  static func isValid(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var bits: UInt8 = 0
    for index in 0..<count { bits |= start[index] }
    return bits < 0x80 || isValidSlowly(start, count)
  }

  private static func isValidSlowly(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var decoder = UTF8()
    var bytes = UnsafeBufferPointer(start: start, count: count).makeIterator()
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}
