/// Something in a store that is not as it should be.
package struct StoreProblem: Equatable, Sendable {
  /// What is wrong; the raw values are what reports call it.
  package enum Kind: String, CaseIterable, Sendable {
    case tornTail = "torn-tail"
    case damagedLine = "damaged-line"
    case nulFill = "nul-fill"
    case badFile = "bad-file"
    case idMismatch = "id-mismatch"
    case duplicateCase = "duplicate-case"
    case drift
    case unversioned
    case headLost = "head-lost"
    case incompleteBatch = "incomplete-batch"
    case duplicateId = "duplicate-id"
    case sharedId = "shared-id"
    case unknownType = "unknown-type"
    case badTransform = "bad-transform"
    case badMicroseconds = "bad-microseconds"
    case future
    case foreignSpace = "foreign-space"
    case badVersion = "bad-version"
  }

  /// The file's path relative to the store.
  package let file: String
  /// The line's number, from 1.
  package let line: Int?
  /// Where the bytes begin.
  package let offset: Int?
  package let length: Int?
  package let kind: Kind
  /// The beginning of the bytes; not fit for a terminal as it is.
  package let excerpt: String
  /// What was done, or what is to be done.
  package let action: String

  package init(
    file: String, line: Int? = nil, offset: Int? = nil, length: Int? = nil, kind: Kind,
    excerpt: String = "", action: String
  ) {
    self.file = file
    self.line = line
    self.offset = offset
    self.length = length
    self.kind = kind
    self.excerpt = excerpt
    self.action = action
  }
}

extension StoreProblem.Kind {
  /// How bad a problem is.
  package enum Severity: Comparable, Sendable {
    /// Nothing is lost, and every reader copes.
    case note
    /// A writer died while writing its last line.
    case tornTail
    /// Something cannot be read.
    case damage
  }

  package var severity: Severity {
    switch self {
    case .tornTail: .tornTail
    case .damagedLine, .nulFill, .badFile, .idMismatch, .duplicateCase: .damage
    default: .note
    }
  }
}
