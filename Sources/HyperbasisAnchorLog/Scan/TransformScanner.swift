import HyperbasisJSONText

/// Scans transforms: checks all 16 numbers and converts the three of the position.
enum TransformScanner {
  /// Returns what follows the closing bracket; nil also where a number may not be finite.
  @inline(__always)
  static func scan(
    _ value: ScanPointer, _ position: inout SIMD3<Float>, _ rotation: inout UInt64,
    _ digests: RotationDigest
  ) -> ScanPointer? {
    guard value[0] == UInt8(ascii: "[") else { return nil }
    guard let translation = skipIdentity(value + 1) else {
      return scanRotation(value, &position, &rotation, digests)
    }
    var (x, y, z): (Float, Float, Float) = (0, 0, 0)
    guard let second = float(translation, &x), let third = float(second, &y),
      let last = float(third, &z)
    else { return nil }
    // 1]
    guard last.load2() == 0x5D31 else { return scanRotation(value, &position, &rotation, digests) }
    position = SIMD3(x, y, z)
    rotation = 0
    return last + 2
  }

  /// Scans all 16 numbers; digests those that are not the position.
  @inline(never)
  private static func scanRotation(
    _ value: ScanPointer, _ position: inout SIMD3<Float>, _ rotation: inout UInt64,
    _ digests: RotationDigest
  ) -> ScanPointer? {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: 16) { floats in
      var cursor = value + 1
      for place in 0..<16 {
        var float: Float = 0
        guard let end = element(cursor, &float, end: place < 15 ? "," : "]") else { return nil }
        floats[place] = float
        cursor = end
      }
      position = SIMD3(floats[12], floats[13], floats[14])
      rotation = digests.of(UnsafeBufferPointer(floats))
      return cursor
    }
  }

  /// Converts a number of any usual spelling, and takes what follows it.
  @inline(__always)
  private static func element(
    _ start: ScanPointer, _ result: inout Float, end: Unicode.Scalar
  ) -> ScanPointer? {
    if start[1] == UInt8(ascii: end), case let digit = start[0] &- UInt8(ascii: "0"), digit < 10 {
      result = Float(digit)
      return start + 2
    }
    if let next = float(start, &result, end: end) { return next }
    guard let stop = NumberScanner.skip(start), stop[0] == UInt8(ascii: end) else { return nil }
    var cursor = JSONCursor(UnsafeBufferPointer(start: start, count: stop - start))
    // The slow reading says what is wrong.
    guard let number = try? cursor.number(), let float = number.float(in: cursor) else {
      return nil
    }
    result = float
    return stop + 1
  }

  /// Converts all 16 numbers; nil where one of them takes a longer look.
  static func floats(_ value: ScanPointer) -> [Float]? {
    guard value[0] == UInt8(ascii: "[") else { return nil }
    var isWhole = false
    let floats = [Float](unsafeUninitializedCapacity: 16) { floats, count in
      var cursor = value + 1
      count = 0
      while count < 16 {
        var float: Float = 0
        guard let end = Self.float(cursor, &float, end: count < 15 ? "," : "]") else { return }
        floats.initializeElement(at: count, to: float)
        count += 1
        cursor = end
      }
      isWhole = true
    }
    return isWhole ? floats : nil
  }

  /// Skips the first twelve numbers of a transform that turns nothing, and their commas.
  @inline(__always)
  private static func skipIdentity(_ start: ScanPointer) -> ScanPointer? {
    let words = (start.load8(), start.load8(8), start.load8(16))
    // 1,0,0,0, 0,1,0,0, 0,0,1,0,
    if words.0 == 0x2C30_2C30_2C30_2C31, words.1 == 0x2C30_2C30_2C31_2C30,
      words.2 == 0x2C30_2C31_2C30_2C30
    {
      return start + 24
    }
    // 1.0,0,0, 0,0,1.0, 0,0,0,0, 1.0,0,
    if words.0 == 0x2C30_2C30_2C30_2E31, words.1 == 0x2C30_2E31_2C30_2C30,
      words.2 == 0x2C30_2C30_2C30_2C30, start.load4(24) == 0x2C30_2E31, start.load2(28) == 0x2C30
    {
      return start + 30
    }
    return nil
  }

  /// Converts a number of at most 18 digits without exponent, and takes the comma behind it.
  @inline(__always)
  private static func float(
    _ start: ScanPointer, _ result: inout Float, end: Unicode.Scalar = ","
  ) -> ScanPointer? {
    var cursor = start
    let isNegative = cursor[0] == UInt8(ascii: "-")
    if isNegative { cursor += 1 }
    let whole = Bytes8.digitCount(cursor.load8())
    guard whole > 0, whole < 8, cursor[0] != UInt8(ascii: "0") || whole == 1 else { return nil }
    var mantissa = Bytes8.decimal(cursor.load8() &<< UInt64(truncatingIfNeeded: 64 - whole * 8))
    cursor += whole
    var decimals = 0
    if cursor[0] == UInt8(ascii: ".") {
      cursor += 1
      decimals = Bytes8.digitCount(cursor.load8())
      guard decimals > 0 else { return nil }
      if decimals == 8 {
        mantissa = mantissa &* 100_000_000 &+ Bytes8.decimal(cursor.load8())
        while case let digit = cursor[decimals] &- UInt8(ascii: "0"), digit < 10, decimals < 18 {
          mantissa = mantissa &* 10 &+ UInt64(digit)
          decimals += 1
        }
      } else {
        mantissa =
          mantissa &* powersOfTen(decimals)
          &+ Bytes8.decimal(cursor.load8() &<< UInt64(truncatingIfNeeded: 64 - decimals * 8))
      }
      cursor += decimals
    }
    guard cursor[0] == UInt8(ascii: end), whole + decimals <= 18,
      let magnitude = quotient(mantissa, decimals)
    else { return nil }
    result = isNegative ? -magnitude : magnitude
    return cursor + 1
  }

  /// The float nearest to `mantissa / 10^decimals`; nil where that takes a longer look.
  @inline(__always)
  private static func quotient(_ mantissa: UInt64, _ decimals: Int) -> Float? {
    // At most one and a half units in the last place from the true quotient.
    let double = Double(mantissa) / Double(powersOfTen(decimals))
    // Rounding that to a float gives the nearest one, unless the middle of two floats is about.
    let rest = double.bitPattern & 0x1FFF_FFFF
    guard rest &- 0x0FFF_FFFC > 8 else { return nil }
    return Float(double)
  }

  @inline(__always)
  private static func powersOfTen(_ exponent: Int) -> UInt64 { table[exponent] }

  private static let table: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000,
  ]
}
