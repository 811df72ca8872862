public import Foundation
public import HyperbasisModels

/// What an import understood and would do: the result of reading all of the input once.
public struct ImportSurvey: Sendable {
  /// The options with every guess spelled out.
  public internal(set) var options: ImportOptions
  /// What was read, in the order in which it was given.
  public internal(set) var inputs: [InputSummary] = []
  /// The number of rows, faulty ones included, without headings and rows of other spaces.
  public internal(set) var rowCount = 0
  /// What was understood, one line each, in the order of the screen: anchor, time, place, turn, and so
  /// on.
  public internal(set) var findings: [Finding] = []
  /// What is odd but not wrong, in whole sentences.
  public internal(set) var notes: [String] = []
  /// Rows that cannot be read.
  public internal(set) var faults = FaultSummary()
  /// The events that would be written.
  public internal(set) var events = EventCounts()
  /// The number of rows whose state the log already shows.
  public internal(set) var rowsAlreadyThere = 0
  /// The number of rows that are not samples: no place, thinned out, or cut off.
  public internal(set) var rowsLeftOut = 0
  /// The number of events that would precede others of their anchors, and so change what is shown later.
  public internal(set) var eventsInThePast = 0
  /// The first instant at which it says something else than an input before it may have said later
  /// without an event, because a state that is repeated is none.
  package internal(set) var firstOverlap: HBInstant?
  /// The anchors of those events.
  public internal(set) var lateAnchors: Set<UUID> = []
  /// What later became of anchors whose state in the input is in the log already.
  public internal(set) var takenBack = TakenBack()
  /// The number of anchors that the input names.
  public internal(set) var anchorCount = 0
  /// The number of anchors that it does not name and that a complete state deletes.
  public internal(set) var absentAnchorCount = 0
  /// The first and the last instant of the input.
  public internal(set) var instants: ClosedRange<HBInstant>?
  /// The values of the space column, in the order of the input; empty without such a column.
  public internal(set) var spaceNames: [String] = []
  /// The one operation that all events belong to.
  public internal(set) var operation: UUID
  /// What was subtracted from positions: latitude, longitude and altitude, or metres.
  public var origin: [Double]? { importedOrigin?.numbers }
  /// From where places are measured; nil if they are taken as they are.
  package internal(set) var importedOrigin: ImportedOrigin?

  /// The metadata keys that are shorter than the names of their columns, by these names: `anchor.name` is
  /// kept as `name` while no other column would have the same key. Whoever reads the input again when it
  /// has grown passes them to the engine, so that the keys stay the same.
  public internal(set) var shortenedKeys: [String: String] = [:]

  /// Whether the input is one or more complete states, and whether that was asked for: some formats are
  /// complete states by nature.
  var isState = false
  var isStateAsked = false
  /// The format that an input looks like, if it is not the one that was asked for.
  var mistakenFormat: MistakenFormat?
  /// What the second pass takes over from the first.
  var knowledge = InputKnowledge()

  init(options: ImportOptions, operation: UUID) {
    self.options = options
    self.operation = operation
  }

  /// Whether there is nothing to write.
  public var isEmpty: Bool { events.total == 0 }

  /// Whether the import is refused because of rows that cannot be read. They may be left out, except
  /// from a complete state, which would delete what is in them.
  public var isRefused: Bool { faults.count > 0 && (!options.skipsBadRows || needsAllRows) }

  /// Whether there is nothing but rows that cannot be read.
  var isAllFaults: Bool {
    faults.count > 0 && faults.count >= inputs.reduce(0) { $0 + $1.rowCount }
  }

  /// Whether no row may be left out.
  var needsAllRows: Bool { isStateAsked || (isState && events.deleted > 0) }

  /// Returns the command that spells out every guess, as words not yet quoted for a shell, from
  /// `import` on.
  ///
  /// - Parameters:
  ///   - files: the inputs as the person named them.
  ///   - space: the space's name.
  public func command(files: [String], times: String? = nil, space: String) -> [String] {
    CommandSpelling(options: options, files: files, times: times, space: space).words
  }
}

/// One input, as far as it can be described without its content.
public struct InputSummary: Hashable, Sendable, Codable {
  /// The input's name, without its folder.
  public var name: String
  /// How many bytes it has.
  public var size: Int
  /// CRC-64/XZ of all bytes, 16 hexadecimal digits.
  public var digest: String
  /// CRC-64/XZ of the first mebibyte: a file that has grown keeps it.
  public var headDigest: String
  /// How it is written: `CSV, UTF-8, comma, heading in line 1`.
  public var form: String
  /// How many rows it has, without a heading.
  public var rowCount: Int
  /// What the numbers of its places count: `line`, `feature`.
  public var placeWord = "line"
}

/// One line of what was understood.
public struct Finding: Hashable, Sendable {
  /// What a line is about.
  public enum Topic: String, Hashable, Sendable {
    /// What names anchors.
    case anchor
    /// How times are written, and in which zone.
    case time
    /// Where positions come from, in which unit and axes.
    case place
    /// Where rotations come from.
    case turn
    /// What becomes metadata.
    case metadata
    /// Columns that are not used.
    case leftOut = "left out"
  }

  /// What the line is about.
  public var topic: Topic
  /// The columns it is about, separated by blanks; may be empty.
  public var columns: String
  /// What was understood of them, for people to read.
  public var text: String
}

/// Rows that cannot be read: how many, and the first of them.
public struct FaultSummary: Hashable, Sendable {
  /// How many there are.
  public internal(set) var count = 0
  /// The first ten, in the order of the input.
  public internal(set) var first: [RowFault] = []
  /// How many there are of each kind.
  public internal(set) var countByKind: [RowFault.Kind: Int] = [:]

  mutating func add(_ fault: RowFault) {
    count += 1
    countByKind[fault.kind, default: 0] += 1
    if first.count < Self.shown { first.append(fault) }
  }

  private static let shown = 10
}

/// Numbers of events by type.
public struct EventCounts: Hashable, Sendable {
  /// Events that create an anchor.
  public var created = 0
  /// Events that change a transform.
  public var moved = 0
  /// Events that change metadata.
  public var updated = 0
  /// Events that delete an anchor.
  public var deleted = 0
  /// Events that bring an anchor back.
  public var restored = 0

  /// Creates counts of no events.
  public init() {}

  /// How many events there are of all types.
  public var total: Int { created + moved + updated + deleted + restored }

  /// Counts one event.
  public mutating func add(_ type: HBAnchorEvent.EventType) {
    switch type {
    case .created: created += 1
    case .moved: moved += 1
    case .updated: updated += 1
    case .deleted: deleted += 1
    case .restored: restored += 1
    }
  }
}
