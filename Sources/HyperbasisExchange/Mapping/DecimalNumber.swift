/// A decimal number as its digits: `±mantissa × 10^exponent`.
struct DecimalNumber {
  /// The first 19 significant digits.
  var mantissa: UInt64 = 0
  var exponent = 0
  var isNegative = false
  /// Whether digits other than 0 were cut off after the mantissa.
  var isCut = false
  var hasFraction = false
}

extension DecimalNumber {
  /// Creates the number that all of the bytes spell; nil for anything else.
  ///
  /// - Parameter point: `.`, or `,` if that is the decimal sign.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>, point: UInt8 = UInt8(ascii: ".")) {
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return nil }
    let count = bytes.count
    var index = 0
    if start[0] == UInt8(ascii: "-") {
      isNegative = true
      index = 1
    } else if start[0] == UInt8(ascii: "+") {
      index = 1
    }
    var digits = 0
    while index < count {
      let digit = start[index] &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      add(digit, isFraction: false)
      digits += 1
      index += 1
    }
    if index < count, start[index] == point {
      hasFraction = true
      index += 1
      while index < count {
        let digit = start[index] &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        add(digit, isFraction: true)
        digits += 1
        index += 1
      }
    }
    guard digits > 0 else { return nil }
    if index < count {
      guard start[index] | 0x20 == UInt8(ascii: "e"), takeExponent(bytes, index + 1) else {
        return nil
      }
    }
  }

  @inline(__always)
  private mutating func add(_ digit: UInt8, isFraction: Bool) {
    if mantissa < 1_000_000_000_000_000_000 {
      mantissa = mantissa &* 10 &+ UInt64(digit)
      if isFraction { exponent -= 1 }
    } else {
      if digit != 0 { isCut = true }
      if !isFraction { exponent += 1 }
    }
  }

  private mutating func takeExponent(_ bytes: UnsafeBufferPointer<UInt8>, _ from: Int) -> Bool {
    var index = from
    var isMinus = false
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isMinus = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    guard index < bytes.count else { return false }
    var value = 0
    while index < bytes.count {
      let digit = bytes[index] &- UInt8(ascii: "0")
      guard digit < 10 else { return false }
      value = min(value * 10 + Int(digit), 100_000)
      index += 1
    }
    exponent += isMinus ? -value : value
    return true
  }
}

extension DecimalNumber {
  /// The correctly rounded double, if one multiplication or division of exact numbers gives it.
  @inline(__always)
  var exactDouble: Double? {
    guard mantissa <= 1 << 53, exponent >= -22, exponent <= 22, !isCut else { return nil }
    let value = Double(mantissa)
    let magnitude =
      exponent < 0 ? value / Self.power(-exponent) : value * Self.power(exponent)
    return isNegative ? -magnitude : magnitude
  }

  /// Returns the number times a factor; digits that do not fit are cut off at the end.
  func multiplied(by factor: UInt64) -> DecimalNumber {
    var result = self
    while true {
      let (product, overflow) = result.mantissa.multipliedReportingOverflow(by: factor)
      guard overflow else {
        result.mantissa = product
        return result
      }
      if result.mantissa % 10 != 0 { result.isCut = true }
      result.mantissa /= 10
      result.exponent += 1
    }
  }

  /// Returns the number times a power of ten, floored to an integer; nil if it does not fit.
  func floored(timesTenTo power: Int) -> Int64? {
    var shift = exponent + power
    var value = mantissa
    var isInexact = isCut
    if value == 0 { return 0 }
    while shift > 0 {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      value = product
      shift -= 1
    }
    while shift < 0, value > 0 {
      if value % 10 != 0 { isInexact = true }
      value /= 10
      shift += 1
    }
    guard value <= UInt64(Int64.max) - 1 else { return nil }
    let magnitude = Int64(value)
    if !isNegative { return magnitude }
    return isInexact ? -magnitude - 1 : -magnitude
  }

  @inline(__always)
  private static func power(_ exponent: Int) -> Double {
    powersOfTen.withUnsafeBufferPointer { $0[exponent] }
  }
}

/// 10^0 to 10^22, all of which a double holds exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

extension Double {
  /// Creates the double that the text spells with a decimal sign; infinite for numbers that are too
  /// large, nil for anything that is not a number.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>, point: UInt8) {
    guard let number = DecimalNumber(bytes, point: point) else { return nil }
    if let exact = number.exactDouble {
      self = exact
    } else {
      self.init(slowly: bytes, point: point)
    }
  }

  private init(slowly bytes: UnsafeBufferPointer<UInt8>, point: UInt8) {
    let plain = bytes.map { $0 == point ? UInt8(ascii: ".") : $0 }
    self = Double(String(decoding: plain, as: UTF8.self)) ?? .infinity
  }
}
