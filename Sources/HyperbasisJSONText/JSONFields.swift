public import Foundation
public import HyperbasisModels

/// The members of a JSON object as spans of its bytes, in order, so that a file can be inspected
/// without decoding large values, and rewritten without touching unknown ones.
public struct JSONFields: Sendable {
  public struct Field: Sendable {
    public let name: String
    /// The span of the value's bytes, without white space around them.
    public let value: Range<Int>
  }

  public private(set) var fields: [Field] = []
  private let bytes: Data

  public init(_ data: Data) throws(JSONError) {
    bytes = data
    fields = try data.withBytes { (buffer) throws(JSONError) in
      var cursor = JSONCursor(buffer, at: JSONCursor.byteOrderMarkLength(buffer))
      var fields: [Field] = []
      cursor.skipSpace()
      try cursor.members(depth: 0) { (cursor: inout JSONCursor) throws(JSONError) in
        let name = try cursor.string()
        try cursor.colon()
        let start = cursor.position
        try cursor.skipValue(depth: 1)
        fields.append(Field(name: name, value: start..<cursor.position))
      }
      try cursor.expectEnd()
      return fields
    }
  }

  /// Returns the span of a value; the first of several with the same name, as Foundation reads it.
  public func span(_ name: String) -> Range<Int>? {
    fields.first { $0.name == name }?.value
  }

  public func raw(_ span: Range<Int>) -> Data {
    bytes.subdata(in: bytes.startIndex + span.lowerBound..<bytes.startIndex + span.upperBound)
  }

  /// Returns a decoded value; nil if it is absent or not JSON.
  public func value(_ name: String) -> AnyCodableValue? {
    // Nil also stands for what is not JSON.
    span(name).flatMap { try? JSONParser.parse([UInt8](raw($0))) }
  }
}

extension Data {
  /// Calls `body` with the bytes; it may throw errors of its own type.
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBytes { bytes -> Swift.Result<Result, Failure> in
      do throws(Failure) {
        return .success(try body(bytes.bindMemory(to: UInt8.self)))
      } catch {
        return .failure(error)
      }
    }.get()
  }
}
