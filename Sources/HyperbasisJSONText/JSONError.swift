public import Foundation

/// Why bytes are not JSON, and where.
public struct JSONError: Error, Equatable, Sendable {
  public enum Reason: String, Sendable {
    case unexpectedEnd = "it ends unexpectedly"
    case unexpectedByte = "unexpected character"
    case trailingBytes = "extra text follows the value"
    case controlCharacter = "a string contains an unescaped control character"
    case invalidEscape = "a string contains an invalid escape"
    case invalidText = "the text is not valid UTF-8"
    case invalidNumber = "a number is malformed"
    case numberOutOfRange = "a number does not fit in 64 bits"
    case tooDeep = "arrays and objects are nested too deeply"
    case notFinite = "a number is not finite, which JSON cannot hold"
    case nested =
      "the metadata is nested more than 510 levels deep and could not be read back; flatten it"
    case tooLong =
      "the event would be longer than 16 MiB and could not be read back; keep data this large in a separate file"
  }

  public let reason: Reason
  /// Bytes from the start.
  public let offset: Int

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: LocalizedError {
  public var errorDescription: String? {
    switch reason {
    case .notFinite, .nested, .tooLong: "It cannot be written as JSON: \(reason.rawValue)."
    default: "It is not JSON at byte \(offset): \(reason.rawValue)."
    }
  }
}
