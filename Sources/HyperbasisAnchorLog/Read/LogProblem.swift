/// Something in a log that is not as it should be: reported, kept, and harmless to the other lines.
public struct LogProblem: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    /// The last line is not an event and has no newline: its writer died, or is still writing.
    case tornTail = "torn-tail"
    case damagedLine = "damaged-line"
    /// A line of zero bytes, as a file system leaves behind after a power cut.
    case nulFill = "nul-fill"
    /// Two lines with one id and different bytes.
    case duplicateId = "duplicate-id"
    case unknownType = "unknown-type"
    case badTransform = "bad-transform"
    /// The event counts, with 0 microseconds.
    case badMicroseconds = "bad-microseconds"
    case foreignSpace = "foreign-space"
    case badVersion = "bad-version"
  }

  public let kind: Kind
  /// Bytes from the start of the log.
  public let offset: Int
  /// Bytes of the line, without its newline.
  public let length: Int
  /// From 1.
  public let line: Int
  /// What is wrong; may quote the log, so it is not safe for a terminal.
  public let detail: String
}

extension LogProblem {
  /// Returns the same problem with `lines` more lines before it.
  func moved(by lines: Int) -> LogProblem {
    LogProblem(kind: kind, offset: offset, length: length, line: line + lines, detail: detail)
  }
}

extension LogProblem.Kind {
  /// Whether the line is not an event at all, as opposed to an event that takes no part or counts
  /// once.
  package var isDamage: Bool {
    switch self {
    case .tornTail, .damagedLine, .nulFill: true
    case .duplicateId, .unknownType, .badTransform, .badMicroseconds, .foreignSpace, .badVersion:
      false
    }
  }

  /// Whether the line is kept as it is and counts for nothing.
  package var takesNoPart: Bool { !isDamage && self != .badMicroseconds }

  init(_ fault: LineFault) {
    switch fault {
    case .damaged: self = .damagedLine
    case .foreignSpace: self = .foreignSpace
    case .unknownType: self = .unknownType
    case .badVersion: self = .badVersion
    case .badTransform: self = .badTransform
    }
  }
}
