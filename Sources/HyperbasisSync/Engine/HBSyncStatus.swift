public import Foundation
import HyperbasisModels

/// How syncing stands.
public struct HBSyncStatus: Sendable {
  public enum Phase: Equatable, Sendable {
    case idle
    case connecting
    case pulling
    case pushing
    case fetchingMaps
    case sendingMaps
    /// The last pass failed; the next one begins then.
    case waiting(until: Date)
    /// The credentials were refused; nothing happens until `sync()` is called.
    case paused
  }

  public var phase = Phase.idle
  /// How many rows of the phase are done.
  public var done = 0
  /// How many there are; nil where nobody knows yet.
  public var total: Int?
  /// How many changes the cloud is still to be told.
  public var pending = 0
  /// What the cloud refuses. It counts as pending, and is sent again when it changes.
  public var quarantined: [HBQuarantinedRow] = []
  /// How many rows of the cloud could not be read in the last pass, and were passed over.
  public var unreadableRows = 0
  /// When a pass last came through.
  public var lastSync: Date?
  /// Why the last pass failed; nil where it did not. What an earlier process met has its text alone.
  public var lastError: (any Error)?
  /// When that was.
  public var lastErrorDate: Date?
  /// What the last pass of this process brought in.
  public var received = HBSyncCounts()
  /// What the cloud took in the last pass of this process.
  public var sent = HBSyncCounts()

  public init() {}
}

/// What a pass moved in one direction; each space, anchor and map counts once.
public struct HBSyncCounts: Hashable, Sendable {
  /// Spaces that were made or renamed, or got another world map.
  public var spaces: Int
  /// Spaces that were deleted on one side and so went on the other.
  public var deletedSpaces: Int
  /// Anchors that changed.
  public var anchors: Int
  public var events: Int
  public var worldMaps: Int

  public init(
    spaces: Int = 0, deletedSpaces: Int = 0, anchors: Int = 0, events: Int = 0, worldMaps: Int = 0
  ) {
    self.spaces = spaces
    self.deletedSpaces = deletedSpaces
    self.anchors = anchors
    self.events = events
    self.worldMaps = worldMaps
  }

  public var isZero: Bool { self == HBSyncCounts() }
}

/// Something that the cloud refuses for good.
public struct HBQuarantinedRow: Equatable, Identifiable, Sendable {
  public enum Kind: String, Sendable {
    case space, anchor, event
  }

  public let kind: Kind
  public let id: UUID
  public let spaceId: UUID
  /// In the cloud's own words.
  public let reason: String
  public let since: Date
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
  }
}
