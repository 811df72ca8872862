public import Foundation
public import HyperbasisExchange
import HyperbasisHistory
import HyperbasisStore

/// How a person wants an input to be imported.
public typealias HBImportOptions = ImportOptions
/// A format that can be imported, such as `csv`.
public typealias HBImportFormat = ImportFormat
/// How times are written, such as `.seconds`; see ``HBImportOptions``.
public typealias HBImportTimeFormat = TimeFormat
/// Where the date of a file that has none inside comes from.
public typealias HBImportTimeSource = TimeSource
/// The unit in which a source gives lengths.
public typealias HBImportLengthScale = LengthScale
/// The unit in which a source gives angles.
public typealias HBImportAngleUnit = AngleUnit
/// Whether a source writes matrices by rows or by columns.
public typealias HBImportMatrixOrder = MatrixOrder
/// What an empty cell of the metadata means.
public typealias HBImportEmptyCell = EmptyCell
/// The encoding of a text.
public typealias HBImportTextEncoding = TextEncoding
/// A test of the cells of a column, such as the one that marks rows as deletions.
public typealias HBImportCellTest = CellTest
/// A row of an import that cannot be read: where it is, and what was found.
public typealias HBImportFault = RowFault
/// The rows of an import that cannot be read: how many, and the first of them.
public typealias HBImportFaultSummary = FaultSummary
/// What an import understood of its rows, and what it would write.
public typealias HBImportSurvey = ImportSurvey
/// Numbers of events by type.
public typealias HBImportEvents = EventCounts
/// How far an import has got.
public typealias HBImportProgress = ImportProgress
/// Why an input cannot be imported at all: a sentence that says what is wrong and what would fit.
public typealias HBImportError = UnreadableInput

/// An import that has been read but not written: what it understood, and what it would write.
///
/// ``HBStorage/surveyImport(of:options:space:times:progress:)`` makes one, and
/// ``HBStorage/perform(_:progress:)`` writes it.
public struct HBImport: Sendable {
  /// The spaces that it fills, in the order in which the input names them.
  public package(set) var spaces: [HBImportedSpace]
  /// What was read.
  package let source: ImportSource
  /// What kind of data it is, such as `a container of the SDK`; nil for rows, which the surveys
  /// describe.
  public package(set) var form: String?
  /// What is odd, but not wrong, about the import as a whole, in whole sentences.
  public package(set) var notes: [String] = []

  /// The events that it would write.
  public var events: HBImportEvents {
    spaces.reduce(into: HBImportEvents()) { $0.add($1.events) }
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { spaces.allSatisfy(\.isEmpty) }

  /// Whether unreadable rows stand in the way: such an import is refused as a whole, unless its options
  /// leave those rows out.
  public var isRefused: Bool { spaces.contains { $0.survey?.isRefused ?? false } }
}

/// What an import does to one space.
public struct HBImportedSpace: Sendable {
  /// The space's id: that of the space with this name if there is one, else the new space's.
  public let id: UUID
  /// The space's name; nil if it has none.
  public let name: String?
  /// Whether the import creates the space.
  public let isNew: Bool
  /// What was understood of rows; nil for lines of a log, which are taken over unchanged.
  public var survey: HBImportSurvey? {
    if case .rows(let survey) = content { survey } else { nil }
  }
  /// The lines that are taken over; nil for rows.
  package var lines: LineImport? {
    if case .lines(let lines, _) = content { lines } else { nil }
  }

  let content: Content
  /// The state of the log that it was made for.
  let head: HBLogHead

  enum Content: Sendable {
    case rows(ImportSurvey)
    /// - Parameter file: the space's file and map, if they are newer than those in the store.
    case lines(LineImport, file: HBStorageSpace?)
  }

  /// How many anchors the input names.
  public var anchorCount: Int {
    switch content {
    case .rows(let survey): survey.anchorCount
    case .lines(let lines, _): lines.anchors.count
    }
  }

  /// How many anchors it deletes because the input does not name them.
  public var absentAnchorCount: Int { survey?.absentAnchorCount ?? 0 }

  /// The events that it would write.
  public var events: HBImportEvents {
    switch content {
    case .rows(let survey): survey.events
    case .lines(let lines, _): lines.events
    }
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool {
    switch content {
    case .rows(let survey): survey.isEmpty
    case .lines(let lines, let file): lines.isEmpty && file == nil
    }
  }
}

extension HBImportEvents {
  fileprivate mutating func add(_ other: HBImportEvents) {
    created += other.created
    moved += other.moved
    updated += other.updated
    deleted += other.deleted
    restored += other.restored
  }
}
