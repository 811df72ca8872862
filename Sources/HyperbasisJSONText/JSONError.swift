public import Foundation

/// Why bytes are not JSON, and where.
public struct JSONError: Error, Equatable, Sendable {
  public enum Reason: String, Sendable {
    case unexpectedEnd = "it ends unexpectedly"
    case unexpectedByte = "unexpected character"
    case trailingBytes = "something follows the value"
    case controlCharacter = "a string holds a raw control character"
    case invalidEscape = "an escape in a string is not valid"
    case invalidText = "the text is not valid UTF-8"
    case invalidNumber = "a number is not well formed"
    case numberOutOfRange = "a number is beyond what 64 bits hold"
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
