public import Foundation

/// The state of syncing.
public struct HBSyncStatus: Sendable {
  /// What syncing is doing.
  public enum Phase: Equatable, Sendable {
    /// Nothing is under way.
    case idle
    /// Finding out what the server offers, and to whom.
    case connecting
    /// Receiving what others changed.
    case pulling
    /// Sending what was changed here.
    case pushing
    /// Fetching world maps from the cloud.
    case fetchingMaps
    /// Sending world maps to the cloud.
    case sendingMaps
    /// The last pass failed; the next one begins at this time.
    case waiting(until: Date)
    /// The credentials were refused; nothing happens until `sync()` is called.
    case paused
  }

  /// What is being done now; ``done`` and ``bytes`` count within it.
  public var phase = Phase.idle
  /// How many rows of the phase are done.
  public var done = 0
  /// How many rows there are; nil if that is not known yet.
  public var total: Int?
  /// How many bytes of the phase, or of the world map on its way, have been transferred.
  public var bytes = 0
  /// How many bytes there are; nil if that is not known.
  public var byteTotal: Int?
  /// How many changes have not reached the cloud yet.
  public var pending = 0
  /// What the cloud refuses. It counts as pending, and is sent again when it changes.
  public var quarantined: [HBQuarantinedRow] = []
  /// How many rows of the cloud could not be read in the last pass, and were skipped.
  public var unreadableRows = 0
  /// These rows, and why they could not be read.
  public var unreadable: [HBUnreadableRow] = []
  /// What was changed here and elsewhere at the same time, as the last pass of this process found.
  package var conflicts: [EditConflict] = []
  /// The spaces that the last pass of this process removed here, because others had deleted them.
  package var removed: [RemovedSpace] = []
  /// The spaces here that somebody has deleted from the cloud for good, and that are not sent.
  package var forgotten: [UUID] = []
  /// The spaces here that are not followed, so that nothing of them is sent or taken in.
  package var unfollowed: Set<UUID> = []
  /// What the server offers; nil if it has not been asked yet.
  package var tier: CloudTier?
  /// Whether this store has been synced with histories, whatever the server offers now.
  package var hasSyncedHistories = false
  /// Why it offers less than it could: what it lacks.
  package var tierReason: String?
  /// Until when the server asked to be left alone; no pass begins before that. nil if it did not.
  package var leftAloneUntil: Date?
  /// Whether a pass waits for another process that syncs the store.
  package var waitsForOtherSync = false
  /// When a pass last succeeded.
  public var lastSync: Date?
  /// Why the last pass failed; nil if it did not. An error of an earlier process has only its text.
  public var lastError: (any Error)?
  /// When that error occurred.
  public var lastErrorDate: Date?
  /// What the last pass of this process brought in.
  public var received = HBSyncCounts()
  /// What the cloud took in the last pass of this process.
  public var sent = HBSyncCounts()

  /// Creates the status before any pass: idle, with nothing pending.
  public init() {}
}

extension HBSyncStatus.Phase {
  package var isWork: Bool {
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
  /// Spaces that were deleted on one side and so were removed on the other.
  public var deletedSpaces: Int
  /// Anchors that changed.
  public var anchors: Int
  /// Events.
  public var events: Int
  /// World maps.
  public var worldMaps: Int

  /// Creates counts; each of them may be left out.
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
