public import Foundation
import HyperbasisModels

/// How syncing stands.
public struct HBSyncStatus: Sendable {
  /// What syncing is doing.
  public enum Phase: Equatable, Sendable {
    /// Nothing is under way.
    case idle
    /// Finding out what the server offers, and for whom.
    case connecting
    /// Taking in what others changed.
    case pulling
    /// Sending what was changed here.
    case pushing
    /// World maps come from the cloud.
    case fetchingMaps
    /// World maps go to the cloud.
    case sendingMaps
    /// The last pass failed; the next one begins then.
    case waiting(until: Date)
    /// The credentials were refused; nothing happens until `sync()` is called.
    case paused
  }

  /// What is being done now; ``done`` and ``bytes`` count within it.
  public var phase = Phase.idle
  /// How many rows of the phase are done.
  public var done = 0
  /// How many there are; nil where nobody knows yet.
  public var total: Int?
  /// How many bytes the phase, or the world map that is on its way, has moved.
  public var bytes = 0
  /// How many there are; nil where nobody knows.
  public var byteTotal: Int?
  /// How many changes have not reached the cloud yet.
  public var pending = 0
  /// What the cloud refuses. It counts as pending, and is sent again when it changes.
  public var quarantined: [HBQuarantinedRow] = []
  /// How many rows of the cloud could not be read in the last pass, and were passed over.
  public var unreadableRows = 0
  /// Which these are, and why.
  public var unreadable: [HBUnreadableRow] = []
  /// What was changed here and elsewhere at the same time, as the last pass of this process found.
  package var conflicts: [EditConflict] = []
  /// The spaces here that somebody has deleted from the cloud for good, and that are not sent.
  package var forgotten: [UUID] = []
  /// What the server offers; nil where nobody has asked yet.
  package var tier: CloudTier?
  /// Why it offers less than it could: what it lacks.
  package var tierReason: String?
  /// When a pass last succeeded.
  public var lastSync: Date?
  /// Why the last pass failed; nil if it did not. An error of an earlier process has only its text.
  public var lastError: (any Error)?
  /// When that was.
  public var lastErrorDate: Date?
  /// What the last pass of this process brought in.
  public var received = HBSyncCounts()
  /// What the cloud took in the last pass of this process.
  public var sent = HBSyncCounts()

  /// A status before any pass: idle, with nothing pending.
  public init() {}
}

extension HBSyncStatus.Phase {
  var isWork: Bool {
    switch self {
    case .connecting, .pulling, .pushing, .fetchingMaps, .sendingMaps: true
    case .idle, .waiting, .paused: false
    }
  }
}

/// What a pass moved in one direction; each space, anchor and map counts once.
public struct HBSyncCounts: Hashable, Sendable {
  /// Spaces that were made or renamed, or got another world map.
  public var spaces: Int
  /// Spaces that were deleted on one side and so went on the other.
  public var deletedSpaces: Int
  /// Anchors that changed.
  public var anchors: Int
  /// Events.
  public var events: Int
  /// World maps.
  public var worldMaps: Int

  /// Counts; each part may be left out.
  public init(
    spaces: Int = 0, deletedSpaces: Int = 0, anchors: Int = 0, events: Int = 0, worldMaps: Int = 0
  ) {
    self.spaces = spaces
    self.deletedSpaces = deletedSpaces
    self.anchors = anchors
    self.events = events
    self.worldMaps = worldMaps
  }

  /// Whether nothing was moved.
  public var isZero: Bool { self == HBSyncCounts() }
}

/// Something that the cloud refuses for good.
public struct HBQuarantinedRow: Equatable, Identifiable, Sendable {
  /// What a refused row stands for.
  public enum Kind: String, Sendable {
    /// A space: its name and its world map.
    case space
    /// The latest state of an anchor.
    case anchor
    /// One event.
    case event
  }

  /// What the row stands for.
  public let kind: Kind
  /// The id of the space, the anchor or the event.
  public let id: UUID
  /// The space itself, or the one that the anchor or the event belongs to.
  public let spaceId: UUID
  /// In the cloud's own words.
  public let reason: String
  /// When it was first refused.
  public let since: Date
  /// PostgreSQL's or PostgREST's code, such as `42501`; nil where there was none.
  public internal(set) var code: String?
  /// Whether it is this user who is refused, and another one, or one who signs in, may not be.
  public internal(set) var deniesPermission = false
}

/// A row of the cloud that could not be read, and so is not here.
public struct HBUnreadableRow: Equatable, Sendable {
  /// Nil if not even that could be read.
  public let id: UUID?
  /// The table, and what is wrong with the row.
  public let reason: String

  init(_ row: UnreadableRow) {
    id = row.id
    reason = row.reason
  }
}

/// Rows of one kind that the cloud refuses for one reason.
public struct HBRefusal: Equatable, Sendable {
  /// What the rows stand for.
  public let kind: HBQuarantinedRow.Kind
  /// How many rows there are.
  public let count: Int
  /// One of them.
  public let example: HBQuarantinedRow
}

extension HBSyncStatus {
  /// What the cloud refuses, by kind and cause, the most frequent first.
  public var refusals: [HBRefusal] {
    let groups = Dictionary(grouping: quarantined) { row in
      "\(row.kind.rawValue) \(row.code ?? row.reason)"
    }
    return groups.sorted {
      $0.value.count == $1.value.count ? $0.key < $1.key : $0.value.count > $1.value.count
    }
    .compactMap { _, rows in
      rows.first.map { HBRefusal(kind: $0.kind, count: rows.count, example: $0) }
    }
  }
}

extension HBQuarantinedRow {
  init(_ item: QuarantinedItem) {
    kind =
      switch item.kind {
      case .space: .space
      case .anchor: .anchor
      case .event: .event
      }
    id = item.id
    spaceId = item.spaceId
    reason = item.answer.text ?? "status \(item.answer.status)"
    since = item.since.date
    code = item.code
    deniesPermission = item.code == "42501" || [401, 403].contains(item.status)
  }
}
