public import HyperbasisModels

/// Reads JSON values from bytes, strictly according to RFC 8259.
///
/// Whole numbers of 64 bits, including those written with a zero fraction, become
/// ``AnyCodableValue/int(_:)``, as in its `Codable`; of two members with the same key, the first
/// counts.
public enum JSONParser {
  /// Parses the bytes as one value; a byte order mark before it and blanks around it are allowed.
  public static func parse(_ bytes: [UInt8]) throws(JSONError) -> AnyCodableValue {
    try bytes.withUnsafeBufferPointer { (bytes) throws(JSONError) in
      var cursor = JSONCursor(bytes, at: JSONCursor.byteOrderMarkLength(bytes))
      cursor.skipSpace()
      let value = try cursor.value()
      try cursor.expectEnd()
      return value
    }
  }
}

extension JSONCursor {
  /// Returns 3 if the bytes start with a byte order mark, otherwise 0.
  public static func byteOrderMarkLength(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  /// Parses a value.
  public mutating func value(depth: Int = 0) throws(JSONError) -> AnyCodableValue {
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .dictionary(try dictionary(depth: depth))
    case UInt8(ascii: "["):
      var result: [AnyCodableValue] = []
      try elements(depth: depth) { (cursor: inout JSONCursor) throws(JSONError) in
        result.append(try cursor.value(depth: depth + 1))
      }
      return .array(result)
    case UInt8(ascii: "t"):
      try literal("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try literal("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try literal("null")
      return .null
    default: return try numberValue()
    }
  }

  /// Parses an object.
  public mutating func dictionary(depth: Int = 0) throws(JSONError) -> [String: AnyCodableValue] {
    // Room for as many members as most have, so that the table need not grow.
    var result = [String: AnyCodableValue](minimumCapacity: 6)
    try members(depth: depth) { (cursor: inout JSONCursor) throws(JSONError) in
      let key = try cursor.string()
      try cursor.colon()
      let value = try cursor.value(depth: depth + 1)
      if let first = result.updateValue(value, forKey: key) { result[key] = first }
    }
    return result
  }

  private mutating func numberValue() throws(JSONError) -> AnyCodableValue {
    let number = try number()
    if let integer = number.integer(in: self) { return .int(integer) }
    guard let double = number.double(in: self) else {
      throw JSONError(.numberOutOfRange, at: number.range.lowerBound)
    }
    return .double(double)
  }

  /// Parses a transform: an array of exactly 16 numbers that are finite as floats; nil for any
  /// other value, which is then skipped.
  public mutating func transform() throws(JSONError) -> [Float]? {
    let start = position
    var isValid = byte == UInt8(ascii: "[")
    var floats: [Float] = []
    if isValid {
      floats.reserveCapacity(16)
      try elements(depth: 1) { (cursor: inout JSONCursor) throws(JSONError) in
        try cursor.takeFloat(into: &floats, &isValid)
      }
    }
    if isValid, floats.count == 16 { return floats }
    advance(to: start)
    try skipValue(depth: 1)
    return nil
  }

  @inline(__always)
  private mutating func takeFloat(
    into floats: inout [Float], _ isValid: inout Bool
  ) throws(JSONError) {
    guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 else {
      isValid = false
      return try skipValue(depth: 2)
    }
    if let float = try number().float(in: self), floats.count < 17 {
      floats.append(float)
    } else {
      isValid = false
    }
  }
}
