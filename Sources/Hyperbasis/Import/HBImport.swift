public import Foundation
public import HyperbasisExchange
import HyperbasisHistory
import HyperbasisStore

/// What a person says about an input that is imported.
public typealias HBImportOptions = ImportOptions
/// A format that can be imported, such as `csv`.
public typealias HBImportFormat = ImportFormat
/// A row of an import that cannot be read: where it is, and what was found.
public typealias HBImportFault = RowFault
/// What an import understood of rows, and what it would write.
public typealias HBImportSurvey = ImportSurvey
/// Numbers of events by their types.
public typealias HBImportEvents = EventCounts
/// How far an import is.
public typealias HBImportProgress = ImportProgress
/// Why an input cannot be imported at all: a sentence that says what is wrong and what fits.
public typealias HBImportError = UnreadableInput

/// An import that has been read and not been written: what it understood, and what it would write.
///
/// ``HBStorage/surveyImport(of:options:space:times:progress:)`` makes one, and
/// ``HBStorage/perform(_:progress:)`` writes it.
public struct HBImport: Sendable {
  /// The spaces that it fills, in the order in which the input names them.
  public package(set) var spaces: [HBImportedSpace]
  /// What was read.
  package let source: ImportSource
  /// What kind of data it is, for those that are not rows: `SDK container`; nil for rows, of which the
  /// surveys tell.
  public package(set) var form: String?
  /// What is odd, but not wrong, about the whole: whole sentences.
  public package(set) var notes: [String] = []

  /// The events that it would write.
  public var events: HBImportEvents {
    spaces.reduce(into: HBImportEvents()) { $0.add($1.events) }
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { spaces.allSatisfy(\.isEmpty) }

  /// Whether rows that cannot be read stand in the way: such an import is refused whole, unless its
  /// options leave them out.
  public var isRefused: Bool { spaces.contains { $0.survey?.isRefused ?? false } }
}

/// What an import does to one space.
public struct HBImportedSpace: Sendable {
  /// The space's id: that of the space with this name if there is one, else the new space's.
  public let id: UUID
  /// Nil for a space without a name.
  public let name: String?
  /// Whether the space comes into being with it.
  public let isNew: Bool
  /// What was understood of rows; nil for lines of a log, which are taken over as they are.
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
    /// - Parameter file: the space's file and map, where they are newer than those in the store.
    case lines(LineImport, file: HBStorageSpace?)
  }

  /// How many anchors the input names.
  public var anchorCount: Int {
    switch content {
    case .rows(let survey): survey.anchorCount
    case .lines(let lines, _): lines.anchors.count
    }
  }

  /// How many anchors it deletes that the input does not name.
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
