/// One cell of a row, with its bytes as they are in the input.
///
/// The bytes are valid only during the call that hands the row out; copy them to keep them.
public struct InputCell {
  public enum Kind: UInt8, Sendable {
    /// The row has no such cell.
    case absent
    /// Text without quotes; the mapping decides whether it is a number.
    case plain
    /// Text that its format marks as text: quoted, or a JSON string, escapes resolved.
    case quoted
    /// A JSON number.
    case number
    /// `true` or `false` of JSON.
    case bool
    case null
    /// A JSON array or object, as written.
    case json
  }

  public let bytes: UnsafeBufferPointer<UInt8>
  public let kind: Kind

  @inlinable
  public init(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Kind) {
    self.bytes = bytes
    self.kind = kind
  }

  @inlinable
  public static var absent: InputCell {
    InputCell(UnsafeBufferPointer(start: nil, count: 0), .absent)
  }

  /// Whether the cell is empty: no cell, no bytes between the separators, or JSON's null.
  @inlinable
  public var isEmpty: Bool {
    switch kind {
    case .absent, .null: true
    default: bytes.isEmpty
    }
  }

  /// Whether the cell holds nothing but whitespace.
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  public var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// One row of an input, with its cells indexed by the reader's column numbers.
public struct InputRow {
  /// Fewer than there are columns if the row ends early, more if it has too many cells.
  public let cells: UnsafeBufferPointer<InputCell>
  /// Where the row is, for messages.
  public let place: InputPlace
  /// Whether the row is the input's last and was cut off: no newline follows it.
  public let isUnterminated: Bool

  @inlinable
  public init(
    cells: UnsafeBufferPointer<InputCell>, place: InputPlace, isUnterminated: Bool = false
  ) {
    self.cells = cells
    self.place = place
    self.isUnterminated = isUnterminated
  }

  /// The cell of a column; absent if the row has none.
  @inlinable
  public subscript(column: Int) -> InputCell {
    column < cells.count ? cells[column] : .absent
  }
}

/// Where something is in the inputs.
public struct InputPlace: Hashable, Comparable, Sendable {
  /// The number of the input, from 0.
  public let input: Int
  /// The line, or the record in formats without lines, from 1.
  public let line: Int

  /// Creates the place of a line, or a record, in one of the inputs.
  @inlinable
  public init(input: Int, line: Int) {
    self.input = input
    self.line = line
  }

  public static func < (left: InputPlace, right: InputPlace) -> Bool {
    (left.input, left.line) < (right.input, right.line)
  }
}
