import Foundation

/// A number as it stands in JSON text: `±mantissa × 10^exponent`, and where its token lies.
public struct JSONNumber {
  /// The digits as an integer; meaningless if `isLong`.
  var mantissa: UInt64 = 0
  var exponent = 0
  var isNegative = false
  /// Whether the token has neither fraction nor exponent.
  var isInteger = true
  /// Whether there are more digits than 64 bits are certain to hold.
  var isLong = false
  var range = 0..<0
}

extension JSONCursor {
  /// Parses a number.
  public mutating func number() throws(JSONError) -> JSONNumber {
    var number = JSONNumber()
    let start = position
    number.isNegative = take("-")
    if !take("0") { try digits(&number, isFraction: false) }
    if take(".") {
      number.isInteger = false
      try digits(&number, isFraction: true)
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      advance(to: position + 1)
      number.isInteger = false
      try exponent(&number)
    }
    number.range = start..<position
    return number
  }

  private mutating func digits(
    _ number: inout JSONNumber, isFraction: Bool
  ) throws(JSONError) {
    let start = position
    while case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
      // 18 digits always fit; with more, the token is read as a whole.
      if number.mantissa < 100_000_000_000_000_000 {
        number.mantissa = number.mantissa &* 10 &+ UInt64(digit)
        if isFraction { number.exponent -= 1 }
      } else {
        number.isLong = true
      }
      advance(to: position + 1)
    }
    guard position > start else {
      throw JSONError(isAtEnd ? .unexpectedEnd : .invalidNumber, at: position)
    }
  }

  private mutating func exponent(_ number: inout JSONNumber) throws(JSONError) {
    let isNegative = byte == UInt8(ascii: "-")
    if isNegative || byte == UInt8(ascii: "+") { advance(to: position + 1) }
    let start = position
    var value = 0
    while case let digit = byte &- UInt8(ascii: "0"), digit < 10 {
      value = min(value * 10 + Int(digit), 1_000_000)
      advance(to: position + 1)
    }
    guard position > start else {
      throw JSONError(isAtEnd ? .unexpectedEnd : .invalidNumber, at: position)
    }
    number.exponent += isNegative ? -value : value
  }
}

// MARK: - Values

extension JSONNumber {
  /// Returns the value if it is an integer that fits.
  public func integer(in cursor: JSONCursor) -> Int? {
    if isLong { return isInteger ? Int(text(in: cursor)) : nil }
    var (mantissa, exponent) = (mantissa, exponent)
    while exponent < 0, mantissa % 10 == 0, mantissa > 0 {
      mantissa /= 10
      exponent += 1
    }
    if mantissa == 0 { return 0 }
    guard exponent >= 0, exponent < 19 else { return nil }
    for _ in 0..<exponent {
      let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      mantissa = product
    }
    guard let magnitude = Int(exactly: mantissa) else { return nil }
    return isNegative ? -magnitude : magnitude
  }

  /// Returns the nearest double; nil beyond its range.
  public func double(in cursor: JSONCursor) -> Double? {
    if let exact = exactDouble { return exact }
    guard let value = Double(text(in: cursor)), value.isFinite else { return nil }
    return value
  }

  /// Returns the nearest float; nil beyond its range.
  public func float(in cursor: JSONCursor) -> Float? {
    if let double = exactDouble {
      if double == 0 { return isNegative ? -0.0 : 0 }
      // Rounding twice differs from rounding once only next to the midpoint of two floats.
      let rest = double.bitPattern & 0x1FFF_FFFF
      let isNearMiddle = rest &- 0x0FFF_FFFF <= 2
      if !isNearMiddle, double.magnitude > 0x1p-120, double.magnitude < 0x1p127 {
        return Float(double)
      }
    }
    guard let value = Float(text(in: cursor)), value.isFinite else { return nil }
    return value
  }

  /// Throws if the number is beyond the range of a double.
  func checked(in cursor: JSONCursor) throws(JSONError) -> JSONNumber {
    if exponent + range.count < 300 { return self }
    guard double(in: cursor) != nil else {
      throw JSONError(.numberOutOfRange, at: range.lowerBound)
    }
    return self
  }

  /// The correctly rounded double, if one multiplication or division of exact numbers gives it.
  private var exactDouble: Double? {
    guard !isLong, mantissa <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    let value = Double(mantissa)
    let magnitude = exponent < 0 ? value / powersOfTen[-exponent] : value * powersOfTen[exponent]
    return isNegative ? -magnitude : magnitude
  }

  private func text(in cursor: JSONCursor) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: cursor.bytes[range]), as: UTF8.self)
  }
}

/// 10^0 to 10^22, all of which a double holds exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
