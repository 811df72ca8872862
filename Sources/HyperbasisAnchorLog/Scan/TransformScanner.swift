import HyperbasisJSONText

/// Scans transforms: checks all 16 numbers and converts the three of the position.
enum TransformScanner {
  /// Scans a transform; returns what follows it, or nil, also if a number may not be finite.
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
  ///
  /// Each is digested while the next one is read: reading takes throughput, digesting latency.
  @inline(never)
  private static func scanRotation(
    _ value: ScanPointer, _ position: inout SIMD3<Float>, _ rotation: inout UInt64,
    _ digests: RotationDigest
  ) -> ScanPointer? {
    var cursor = value + 1
    var digest = digests.start()
    for _ in 0..<12 {
      var float: Float = 0
      guard let end = element(cursor, &float, end: ",") else { return nil }
      digest.add(float: float)
      cursor = end
    }
    var (x, y, z, last): (Float, Float, Float, Float) = (0, 0, 0, 0)
    guard let second = element(cursor, &x, end: ","), let third = element(second, &y, end: ","),
      let fourth = element(third, &z, end: ","), let end = element(fourth, &last, end: "]")
    else { return nil }
    digest.add(float: last)
    position = SIMD3(x, y, z)
    rotation = digests.of(digest)
    return end
  }

  /// Converts a number of any usual spelling and consumes what ends it.
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
    // The slow path reports what is wrong.
    guard let number = try? cursor.number(), let float = number.float(in: cursor) else {
      return nil
    }
    result = float
    return stop + 1
  }

  /// Converts all 16 numbers; nil if one of them is not short and plain.
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

  /// Skips the first twelve numbers of a transform without rotation, and their commas.
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

  /// Converts a number of at most 18 digits without an exponent and consumes what ends it.
  @inline(__always)
  private static func float(
    _ start: ScanPointer, _ result: inout Float, end: Unicode.Scalar = ","
  ) -> ScanPointer? {
    shortDecimal(start, &result, end: end) ?? longDecimal(start, &result, end: end)
  }

  /// Converts a number with one or two digits before its point and at most fifteen characters, as
  /// nearly all have.
  ///
  /// Finding the start of the next number takes only a few steps, without a branch that differs
  /// from number to number, so that a core works on several numbers at a time.
  @inline(__always)
  private static func shortDecimal(
    _ start: ScanPointer, _ result: inout Float, end: Unicode.Scalar
  ) -> ScanPointer? {
    let word = start.load8()
    let sign = word & 0xFF == 0x2D ? 1 : 0
    // A sign counts as a digit here.
    let others = Bytes8.others(word) ^ UInt64(sign) &<< 7
    let point = others.trailingZeroBitCount >> 3
    let inWord = (others & (others &- 1)).trailingZeroBitCount >> 3
    let inNext = 8 + Bytes8.digitCount(start.load8(8))
    let length = inWord < 8 ? inWord : inNext
    let (moreDigits, decimals) = (point - sign - 1, length - point - 1)
    // The first of two digits, which must not be zero.
    let tens = UInt64(start[sign] & 0x0F) &* UInt64(truncatingIfNeeded: moreDigits)
    guard start[point] == UInt8(ascii: "."), start[length] == UInt8(ascii: end), length < 16,
      moreDigits & 1 == moreDigits, tens | UInt64(truncatingIfNeeded: moreDigits ^ 1) != 0,
      decimals > 0
    else { return nil }
    let whole = tens &* 10 &+ UInt64(start[point - 1] & 0x0F)
    // As if there were sixteen decimals, padded with zeros.
    let high = Bytes8.decimal(Bytes8.first(decimals, of: start.load8(point + 1)))
    let low = Bytes8.decimal(Bytes8.first(decimals - 8, of: start.load8(point + 9)))
    let mantissa = (whole &* 100_000_000 &+ high) &* 100_000_000 &+ low
    guard let magnitude = rounded(Double(Int64(bitPattern: mantissa)) * 1e-16) else { return nil }
    // Not a branch, as it would go either way equally often.
    result = Float(bitPattern: magnitude.bitPattern | UInt32(truncatingIfNeeded: sign) &<< 31)
    return start + length + 1
  }

  @inline(never)
  private static func longDecimal(
    _ start: ScanPointer, _ result: inout Float, end: Unicode.Scalar
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
      // Each of the three roundings adds at most one unit in the last place.
      let magnitude = rounded(Double(Int64(bitPattern: mantissa)) * tenths[decimals])
    else { return nil }
    result = isNegative ? -magnitude : magnitude
    return cursor + 1
  }

  /// Returns the float nearest to a number, given a double within three units in the last place of
  /// it; nil if the double does not decide which float that is.
  @inline(__always)
  private static func rounded(_ double: Double) -> Float? {
    // Rounding gives the nearest one, unless the midpoint of two floats is close by.
    let rest = double.bitPattern & 0x1FFF_FFFF
    return rest &- 0x0FFF_FFFC > 8 ? Float(double) : nil
  }

  @inline(__always)
  private static func powersOfTen(_ exponent: Int) -> UInt64 { table[exponent] }

  private static let table: [UInt64] = [
    1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000,
  ]

  /// Powers of a tenth: multiplying is faster than dividing.
  private static let tenths: [Double] = [
    1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 1e-13, 1e-14,
    1e-15, 1e-16, 1e-17, 1e-18,
  ]
}
