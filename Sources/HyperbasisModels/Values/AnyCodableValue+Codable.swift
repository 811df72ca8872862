extension AnyCodableValue: Codable {
  /// Decodes any JSON value. A number without a fraction that fits 64 bits becomes an ``int(_:)``.
  ///
  /// - Throws: `DecodingError.dataCorrupted` for a number that is too large for a `Double`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
      // Decoders have no other way to ask for a type: each refusal leads to the next.
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

  /// Nil for what is no number.
  private static func number(in container: any SingleValueDecodingContainer) throws -> Double? {
    do {
      return try container.decode(Double.self)
    } catch DecodingError.typeMismatch {
      return nil
    } catch {
      // Foundation throws something of its own here, which nobody can name.
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "The number is beyond what a Double holds, about 1.8e308 either way.")
    }
  }

  /// Nil for what is no array. What is wrong inside of one is not to be taken for that.
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
