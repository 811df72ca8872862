/// Gives the rows of one input, from the first to the last, in memory that does not grow with their
/// number.
///
/// A format is a reader and a preset of the mapping: what its columns are called, and what they mean
/// by nature.
public protocol RowReader {
  /// The columns known so far, in the order of their numbers; readers of formats without a heading
  /// add to them while they read, and never renumber.
  var columns: [String] { get }

  /// How the input is written, for the survey: `CSV, UTF-8, comma, heading in line 1`. Asked after
  /// the last row.
  var form: String { get }

  /// What is odd about the input as a whole, whole sentences. Asked after the last row.
  var notes: [String] { get }

  /// Hands out one row after the other.
  ///
  /// - Throws: ``UnreadableInput`` where the input as a whole is not what the reader reads; a row that
  ///   cannot be read goes to `fault` and stops nothing.
  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws
}

extension RowReader {
  public var notes: [String] { [] }
}

/// A row that cannot be read.
public struct RowFault: Error, Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    case tooFewCells, tooManyCells, unclosedQuote, notNumber, notFinite, noAnchor, noSuchDay
    case otherTimeFormat, notRotation, outOfRange, damaged
  }

  public let kind: Kind
  public let place: InputPlace
  /// The column's name, where it is one cell that is wrong.
  public let column: String?
  /// What was found, in the words of a message: `"two" is not a number`.
  public let found: String

  public init(_ kind: Kind, at place: InputPlace, column: String? = nil, found: String) {
    self.kind = kind
    self.place = place
    self.column = column
    self.found = found
  }
}

/// Why an input cannot be read at all.
public struct UnreadableInput: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, where, and what fits: one sentence or two.
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
