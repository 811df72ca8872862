extension AnyCodableValue: Codable {
  /// Decodes any JSON value. A number without a fraction that fits 64 bits becomes an ``int(_:)``.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a number that is too large for a `Double`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
      // Decoders offer no other way to test for a type: each failure leads to the next attempt.
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try Self.number(in: container) {
      self = .double(value)
    } else if let value = try Self.elements(in: container) {
      self = .array(value)
    } else {
      self = .dictionary(try container.decode([String: AnyCodableValue].self))
    }
  }

  /// Returns nil if the value is not a number.
  private static func number(in container: any SingleValueDecodingContainer) throws -> Double? {
    do {
      return try container.decode(Double.self)
    } catch DecodingError.typeMismatch {
      return nil
    } catch {
      // Foundation throws an error of a private type here.
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "The number is beyond what a Double holds, about 1.8e308 either way.")
    }
  }

  /// Returns nil if the value is not an array. An error inside an array must not be mistaken for that.
  private static func elements(
    in container: any SingleValueDecodingContainer
  ) throws -> [AnyCodableValue]? {
    do {
      return try container.decode([AnyCodableValue].self)
    } catch DecodingError.typeMismatch {
      return nil
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .string(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }
}
