/// How a column of times is written.
public enum TimeFormat: Hashable, Sendable, Codable {
  /// Seconds since 1970, or since the start that the options give.
  case seconds
  /// Milliseconds since the same instant.
  case milliseconds
  /// Microseconds since the same instant.
  case microseconds
  /// Nanoseconds since the same instant; anything finer than a microsecond is cut off.
  case nanoseconds
  /// Minutes since the same instant.
  case minutes
  /// Hours since the same instant.
  case hours
  /// Days of 24 hours since the same instant.
  case days
  /// Frame numbers, at the rate of the options.
  case frames
  /// Days since the end of 1899, as spreadsheets count.
  case excel
  /// Letters that stand for digits and names: `dd.MM.yyyy HH:mm:ss`, `d-MMM-yyyy`. Months have English
  /// names.
  case pattern(String)
}

extension TimeFormat {
  /// Whether times can be read with it: a pattern may have unknown letters, or lack a part of the date.
  package var isReadable: Bool {
    if case .pattern(let text) = self { DatePattern(text) != nil } else { true }
  }

  /// How to write a pattern that can be read.
  package static var patternAdvice: String { DatePattern.advice }
}

extension TimeFormat: CustomStringConvertible {
  /// Creates the format that the command line names; nil for an empty text.
  public init?(_ text: String) {
    switch text {
    case "": return nil
    case "s": self = .seconds
    case "ms": self = .milliseconds
    case "us", "µs": self = .microseconds
    case "ns": self = .nanoseconds
    case "min": self = .minutes
    case "h": self = .hours
    case "days": self = .days
    case "frames": self = .frames
    case "excel": self = .excel
    default: self = .pattern(text)
    }
  }

  /// The format's name on the command line.
  public var description: String {
    switch self {
    case .seconds: "s"
    case .milliseconds: "ms"
    case .microseconds: "us"
    case .nanoseconds: "ns"
    case .minutes: "min"
    case .hours: "h"
    case .days: "days"
    case .frames: "frames"
    case .excel: "excel"
    case .pattern(let pattern): pattern
    }
  }
}

/// Where the time of a whole input comes from.
public enum TimeSource: String, Hashable, Sendable, Codable, CaseIterable {
  /// A date in the input's name.
  case name
  /// When the file was last modified.
  case modification = "mtime"
}

/// The unit in which a source gives angles.
public enum AngleUnit: String, Hashable, Sendable, Codable, CaseIterable {
  /// Degrees, 360 to a turn.
  case degrees = "deg"
  /// Radians, 2π to a turn.
  case radians = "rad"
}

/// Whether a matrix is written row after row or column after column.
public enum MatrixOrder: String, Hashable, Sendable, Codable, CaseIterable {
  /// The first row first: a position is at indices 3, 7 and 11.
  case rows
  /// The first column first, as the store does: a position is at indices 12, 13 and 14.
  case columns
}

/// What an empty cell of the metadata means. A key without a column keeps its value in any case.
public enum EmptyCell: String, Hashable, Sendable, Codable, CaseIterable {
  /// The key is absent.
  case unset
  /// The key keeps the value that it had.
  case keep
  /// The key's value is null.
  case null
}

/// How the text of a table is encoded.
public enum TextEncoding: String, Hashable, Sendable, Codable, CaseIterable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "utf-8"
  /// UTF-16 with the low byte first, as Windows writes it.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16 with the high byte first.
  case utf16BigEndian = "utf-16be"
  /// ISO 8859-1 with the characters of Windows in place of the C1 controls.
  case windows1252 = "windows-1252"
}

/// A column and the value that its cell must have.
public struct CellTest: Hashable, Sendable, Codable {
  /// The column's name.
  public var column: String
  /// The text that the cell must have, exactly.
  public var value: String

  /// Creates a test of one cell of each row.
  public init(column: String, value: String) {
    self.column = column
    self.value = value
  }
}

extension LengthScale: Codable {}
