import Foundation
import HyperbasisModels
import HyperbasisStore

/// What the cloud held, and what this store held, when they last agreed.
///
/// There is no "changed" flag: whatever differs from the base has changed, so that no crash can lose a
/// change, and a lost base costs a comparison of everything but no data.
struct LastSyncedState: Equatable, Sendable {
  /// What the server offers; until the cloud has been asked, the tier that all servers offer.
  var tier: CloudTier
  /// When the tier was determined.
  var probedAt: HBInstant
  var cursors = SyncCursors()
  /// Whether something that the cursors have passed could not be taken in, so that the tables must be
  /// read from their beginning.
  var mustReadAgain = false
  var spaces = SpaceBases()
  var removals: [UUID: Removal] = [:]
  var quarantine: [QuarantinedItem] = []
  /// When a pass last succeeded.
  var lastSync: HBInstant?
  /// Maps in the cloud that nothing refers to any more.
  var orphans: [OrphanedMap] = []
  /// Spaces of which the cursors have passed something that was not taken in, because they are not
  /// followed or were out of sight.
  var passedOver: Set<UUID> = []
  /// Spaces whose logs have lost lines that the cloud has. Until those are back, the files of their
  /// anchors say more than the log, although nobody has changed anything.
  var shortenedLogs: Set<UUID> = []
  /// Whether the server was found unable to report all changes in one response.
  var lacksChanges: Bool?
  /// Why the server counts as plain: what it lacks.
  var tierReason: String?
  /// Rows of the cloud that could not be read. A cursor passes them only once, but they are still there.
  var unreadable: [UnreadableRow]?
  /// The number of the last membership that was seen, on a server where people share spaces.
  var joined: Int64?
  /// Whether the server was found not to let people share spaces; nil if it has not been asked.
  var lacksTeams: Bool?

  init(tier: CloudTier, probedAt: HBInstant) {
    self.tier = tier
    self.probedAt = probedAt
  }

  /// What the cloud said it offers; nil if it was never asked, or must be asked again.
  var knownTier: CloudTier? { probedAt == .neverProbed ? nil : tier }

  /// The same, or that it kept histories when it was asked before, so that one which no longer does is
  /// noticed.
  var latestTier: CloudTier? { tier == .migrated ? tier : knownTier }

  /// The spaces that somebody has deleted from the cloud for good.
  var forgottenSpaces: Set<UUID> {
    Set(removals.filter { $0.value.state == .forgotten }.keys)
  }

  /// Returns those of them that a store holds, in order. A store that cannot be read holds none.
  func forgottenSpaces(in store: HBLocalStore) -> [UUID] {
    forgottenSpaces.filter { (try? store.catalog.holds($0)) ?? false }.sorted()
  }

  /// The base without its spaces.
  var withoutSpaces: LastSyncedState {
    var copy = self
    copy.spaces = SpaceBases()
    return copy
  }
}

extension HBInstant {
  /// Stands for the time of a probe that has not taken place.
  static let neverProbed = HBInstant(microseconds: .min)
}

/// One space as it was when both sides last agreed.
struct SpaceBase: Codable, Equatable, Sendable {
  /// The row as the cloud had it; nil while the cloud does not have the space.
  var row: SpaceRow?
  /// The map in the cloud whose bytes this store holds.
  var map: WorldMapReference?
  /// The state of this store's files when they held that map.
  var local: LocalStamp?
  /// Whether name and map were the same on both sides while the files were in that state.
  var isAgreed = false
  /// Which of the log's lines the cloud has, on migrated servers.
  var log: LogMark?
  /// The size of the log for which all anchors agreed with the cloud; nil if some did not.
  var agreedLogSize: Int?
  /// The version of the map's object, which changes with its bytes, if its reference has no hash.
  var mapVersion: String? = nil
  /// A digest of the space's files from when nothing in them was to be sent or taken in; nil if something
  /// was, or may have been. Any other change to this value clears it.
  var settled: UInt64? = nil
  /// Whether it held changes that nobody else had seen when it was first missing from the cloud, which
  /// was not believed. They may have been sent since.
  var holdsOwnWork: Bool? = nil
  /// When the cloud removed it, by the server's clock, if it came back out of the trash here since: what
  /// others did to it before, and comes in only now, comes back with it.
  var returnedAfter: Microseconds<HBInstant>? = nil
}

/// The state of a space's files when they were last looked at, so that large ones are read again only
/// after they have changed.
struct LocalStamp: Codable, Equatable, Sendable {
  var file: FileStatus
  var separateMap: FileStatus?
  /// nil if there is no map.
  var mapHash: String?
  var mapBytes: Int
}

/// Which lines of a log are in the cloud.
struct LogMark: Equatable, Sendable {
  var sent = RangeSet<Int>()
  /// The hash of the bytes before the end of these lines: a log that was rewritten since is sent again.
  var fingerprint: String
}

extension LogMark: Codable {
  private enum CodingKeys: CodingKey {
    case sent, fingerprint
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    sent = RangeSet(try members.decode([Range<Int>].self, forKey: .sent))
    fingerprint = try members.decode(String.self, forKey: .fingerprint)
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(Array(sent.ranges), forKey: .sent)
    try members.encode(fingerprint, forKey: .fingerprint)
  }
}

/// A space that is gone.
struct Removal: Codable, Equatable, Sendable {
  enum State: String, Codable, Sendable {
    /// The cloud has removed it; it is removed here once its last events are sent.
    case pending
    /// It is gone on both sides.
    case done
    /// It was removed here before the cloud was ever asked, and stays removed.
    case here
    /// Somebody has deleted it from the cloud for good: it stays here, and is not sent.
    case forgotten
    /// It was deleted here, and the cloud was asked to remove it; the outcome is not known.
    case asked
  }

  var state: State
  /// By the server's clock, if the server tells.
  @Microseconds var deletedAt: HBInstant? = nil
  /// Whether it holds changes made here that nobody else had seen when the deletion came in.
  var holdsOwnWork: Bool? = nil
  /// Its anchors that nobody else had ever seen, in the order of their ids; nil if there are none.
  var ownAnchors: [UUID]? = nil
}

/// Something that the cloud refuses for good, set aside so that the rest can go on.
struct QuarantinedItem: Codable, Equatable, Sendable {
  enum Kind: String, Codable, Sendable {
    case space, anchor, event
    /// The removal of a space.
    case deletion
  }

  var kind: Kind
  var id: UUID
  var spaceId: UUID
  /// The status with which the server refused it.
  var status: Int
  var code: String?
  var message: String?
  /// The hash of what was refused; if the content changes, it is tried again.
  var digest: String
  @Microseconds var since: HBInstant

  /// What refused things have in common, so that they are likely to be accepted together.
  struct Cause: Hashable {
    let kind: Kind
    /// For anchors and events: the owner of a space decides about everything in it.
    let spaceId: UUID?
    let reason: String
  }

  var cause: Cause {
    Cause(
      kind: kind, spaceId: kind == .anchor || kind == .event ? spaceId : nil,
      reason: code ?? "\(status) \(message ?? "")")
  }

  var failure: CloudFailure { status == 413 ? .tooLarge(answer) : .rejected(answer) }

  var answer: ServerResponse { ServerResponse(status: status, code: code, message: message) }
}

/// A map in the cloud that was replaced.
struct OrphanedMap: Codable, Equatable, Sendable {
  var spaceId: UUID
  var map: WorldMapReference
}
