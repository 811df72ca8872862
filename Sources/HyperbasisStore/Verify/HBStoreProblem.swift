/// Something in a store that is not as it should be.
public struct HBStoreProblem: Equatable, Sendable {
  /// What is wrong; the raw values are the names used in reports.
  public enum Kind: String, CaseIterable, Sendable {
    /// A log that ends in a line without a newline that is not an event: its writer died.
    case tornTail = "torn-tail"
    /// A line that is not an event, or is longer than any that is written. It is skipped and kept.
    case damagedLine = "damaged-line"
    /// A line that is an event, but according to its checksum not the one that was written.
    case alteredLine = "altered-line"
    /// A log that is shorter than it was, or gone, or whose last bytes are not those that it had.
    case logShrunk = "log-shrunk"
    /// Zero bytes, as a file system leaves behind after a power cut.
    case nulFill = "nul-fill"
    /// A file that cannot be read as what it should be.
    case badFile = "bad-file"
    /// A file whose name does not match its id.
    case idMismatch = "id-mismatch"
    /// Names that differ only in case; one of them counts.
    case duplicateCase = "duplicate-case"
    /// An anchor file with changes that the log does not have.
    case drift
    /// An anchor file whose anchor has no events in the log.
    case unversioned
    /// A visible anchor, or several of a space, without a file; the log has all of it.
    case missingFile = "missing-file"
    /// An anchor whose first version is missing, or none of whose events carries a transform.
    case headLost = "head-lost"
    /// An operation that had more events than the log holds of it.
    case incompleteBatch = "incomplete-batch"
    /// Lines with the same id and different bytes; one of them counts.
    case duplicateId = "duplicate-id"
    /// An anchor's id in the logs of several spaces.
    case sharedId = "shared-id"
    /// An event of a type that this version does not know. It is skipped and kept.
    case unknownType = "unknown-type"
    /// An event whose transform is not 16 finite numbers.
    case badTransform = "bad-transform"
    /// An event whose microseconds are not a whole number from 0 to 999,999; its whole second
    /// counts.
    case badMicroseconds = "bad-microseconds"
    /// Events more than five minutes ahead of the clock.
    case future
    /// An event of another space.
    case foreignSpace = "foreign-space"
    /// A version that is not from 1 to 2147483647; the event does not count.
    case badVersion = "bad-version"
    /// A space whose deletion, or whose return from the trash, was not completed.
    case cutShort = "cut-short"
    /// Temporary files of writers that died.
    case leftBehind = "left-behind"
    /// A folder, or files in it, that everybody on the machine may change.
    case worldWritable = "world-writable"
    /// A folder, or files in it, that belong to another user.
    case foreignOwner = "foreign-owner"
  }

  /// The file's path relative to the store.
  public let file: String
  /// The line's number, counted from 1.
  public internal(set) var line: Int?
  /// The offset at which the affected bytes begin.
  public internal(set) var offset: Int?
  /// How many bytes are affected.
  public internal(set) var length: Int?
  /// What is wrong.
  public let kind: Kind
  /// The beginning of the bytes, or what they are about; must not go to a terminal unescaped.
  public internal(set) var excerpt = ""
  /// What was done, or what should be done.
  public internal(set) var action: String
  /// Whether a repair does something about it.
  public internal(set) var isRepairable = false
}

extension HBStoreProblem.Kind {
  /// How bad a problem is.
  public enum Severity: Comparable, Sendable {
    /// Nothing is lost, and every reader copes.
    case note
    /// A writer died while writing its last line.
    case tornTail
    /// Something cannot be read.
    case damage
  }

  /// How bad problems of this kind are.
  public var severity: Severity {
    switch self {
    case .tornTail: .tornTail
    case .damagedLine, .alteredLine, .logShrunk, .nulFill, .badFile, .idMismatch, .duplicateCase:
      .damage
    default: .note
    }
  }
}

/// What checking a store found.
public struct HBVerifyReport: Equatable, Sendable {
  /// How many files were looked at.
  public internal(set) var files = 0
  /// How many events in the logs count.
  public internal(set) var events = 0
  /// What is wrong, file by file; empty for a sound store.
  public internal(set) var problems: [HBStoreProblem] = []
  /// Why a repair could not write all that it should; nil if it could, or if nothing was repaired.
  public internal(set) var obstacle: String?

  /// The severity of the worst problem; nil if there is none.
  public var severity: HBStoreProblem.Kind.Severity? {
    problems.map(\.kind.severity).max()
  }
}
