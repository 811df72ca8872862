public import Foundation

/// Hands out the rows of one input, from the first to the last, in memory that does not grow with their
/// number.
///
/// A format is a reader and a preset for the mapping: what its columns are called, and what they mean
/// by definition.
public protocol RowReader {
  /// The columns, by number. Readers of formats without a heading add to them while they read, before
  /// the row that has the first cell of a new column.
  var columns: ColumnNames { get }

  /// How the input is written, for the survey: `CSV, UTF-8, comma, heading in line 1`. Used after the
  /// last row.
  var form: String { get }

  /// What the numbers of places count: lines, or what a format has instead.
  var placeWord: String { get }

  /// What is odd about the input as a whole, in whole sentences. Used after the last row.
  var notes: [String] { get }

  /// What was assumed in order to tell the columns apart, and the option that overrides it, as a whole
  /// sentence; nil if nothing was.
  var columnAdvice: String? { get }

  /// Where rows may be if the input turned out not to be a list of them, as ``ImportOptions/rows`` takes
  /// it.
  var rowLists: [String] { get }

  /// Hands out the rows one after the other.
  ///
  /// - Throws: ``UnreadableInput`` if the input as a whole is not what the reader reads; a row that
  ///   cannot be read goes to `fault` and does not stop the reading.
  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws
}

extension RowReader {
  public var placeWord: String { "line" }

  public var notes: [String] { [] }

  public var columnAdvice: String? { nil }

  public var rowLists: [String] { [] }
}

/// A row that cannot be read.
public struct RowFault: Error, Hashable, Sendable {
  /// What is wrong with a row.
  public enum Kind: String, Sendable, CaseIterable {
    /// The row of a table is shorter than the others.
    case tooFewCells
    /// The row of a table is longer than the others.
    case tooManyCells
    /// A quotation mark is not closed, or text follows the closing one.
    case unclosedQuote
    /// A cell that must be a number is not one, or is empty.
    case notNumber
    /// A number is infinite, not a number, or too large for a 32-bit float.
    case notFinite
    /// Nothing says which anchor the row is about.
    case noAnchor
    /// Nothing says which space the row belongs to, though a column does for other rows.
    case noSpace
    /// A date that does not exist in the calendar.
    case noSuchDay
    /// A time that is not written like those before it.
    case otherTimeFormat
    /// A place that the row gives twice, with different values.
    case twoPlaces
    /// A quaternion or a matrix that is not a rotation.
    case notRotation
    /// A time outside the years 0 to 9999, or degrees that no place on earth has.
    case outOfRange
    /// The row is not written as its format requires.
    case damaged
  }

  /// What is wrong.
  public let kind: Kind
  /// Which input, and which line or record of it: see ``InputSummary/placeWord``.
  public let place: InputPlace
  /// The column's name, if a single cell is wrong.
  public let column: String?
  /// What was found, in the words of a message: `"two" is not a number`.
  public let found: String

  /// Creates a fault, with what was found in the words of a message.
  public init(_ kind: Kind, at place: InputPlace, column: String? = nil, found: String) {
    self.kind = kind
    self.place = place
    self.column = column
    self.found = found
  }
}

/// Why an input cannot be read at all.
public struct UnreadableInput: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, where, and what would be right, in one or two sentences.
  public let description: String
  /// The description again, for code that shows any error.
  public var errorDescription: String? { description }
  /// Whether only the name of the format is missing.
  package private(set) var lacksFormat = false
  /// Whether the request is wrong, and not the input.
  package private(set) var isUsage = false
  /// Whether columns are missing that may be there but were not told apart.
  private(set) var lacksColumns = false
  /// Whether the description only says why an input cannot be of its format: `it is not JSON`.
  private var isReason = false

  /// Creates an error from one or two sentences: what is wrong, where, and what would be right.
  public init(_ description: String) {
    self.description = description
  }

  /// Returns the error for an input without a column that it needs.
  static func missingColumn(_ description: String) -> Self {
    var error = Self(description)
    error.lacksColumns = true
    return error
  }

  /// Returns the error for an input that cannot be of the format that it was taken for.
  ///
  /// - Parameter reason: a clause, `it is not JSON`; ``naming(_:as:)`` makes a sentence of it.
  static func unfit(_ reason: String) -> Self {
    var error = Self(reason)
    error.isReason = true
    return error
  }

  /// Returns the same error with the name of the input that it is about, if it lacks it.
  func naming(_ input: String, as format: ImportFormat) -> Self {
    isReason ? Self("\(input) cannot be read as \(format.rawValue): \(description).") : self
  }

  /// Returns the same error with another sentence at its end.
  func adding(_ sentence: String) -> Self {
    var error = Self("\(description) \(sentence)")
    (error.lacksColumns, error.lacksFormat, error.isUsage) = (lacksColumns, lacksFormat, isUsage)
    return error
  }

  static func unknownFormat(of head: InputHead) -> Self {
    guard head.isText else {
      return Self(
        "\(head.name) is neither text nor any other kind of data that can be imported; check that it "
          + "is the right file, and that it is whole.")
    }
    var error = Self(
      "The format of \(head.name) cannot be told from its content; name it, for example csv.")
    error.lacksFormat = true
    return error
  }

  /// Returns the error for a request that is wrong for any input.
  package static func usage(_ description: String) -> Self {
    var error = Self(description)
    error.isUsage = true
    return error
  }

  /// Returns the error for options that would have no effect, as the input is imported unchanged.
  ///
  /// - Parameter kind: what the input is: `lines of a log`.
  package static func options(_ names: [String], doNotFit kind: String, of name: String) -> Self {
    let verb = names.count == 1 ? "does" : "do"
    return usage(
      "\(name) holds \(kind), which are imported unchanged: \(names.joined(separator: ", ")) \(verb) "
        + "not apply; leave \(names.count == 1 ? "it" : "them") out.")
  }
}
