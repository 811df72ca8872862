import Foundation
import HyperbasisModels
import HyperbasisStore

/// What the cloud held, and what this store held, when they last agreed.
///
/// Nothing says "changed": what differs from the base has changed, so that no crash can forget a
/// change, and a base that is lost costs a comparison of everything and no data.
struct LastSyncedState: Equatable, Sendable {
  /// What to go by; before the cloud was asked, the tier that all servers offer.
  var tier: CloudTier
  /// When the tier was found out.
  var probedAt: HBInstant
  var cursors = SyncCursors()
  /// Whether something that the cursors have passed could not be taken in, so that the tables are
  /// to be read from their beginning.
  var mustReadAgain = false
  var spaces = SpaceBases()
  var removals: [UUID: Removal] = [:]
  var quarantine: [QuarantinedItem] = []
  /// When a pass last came through.
  var lastSync: HBInstant?
  /// Maps in the cloud that nothing refers to any more.
  var orphans: [OrphanedMap] = []
  /// Spaces of which the cursors have passed something that was not taken in: since they are not
  /// followed, or were out of sight.
  var passedOver: Set<UUID> = []
  /// Whether the server was found not to tell all news at once.
  var lacksChanges: Bool?
  /// Why the server counts as plain: what it lacks.
  var tierReason: String?
  /// Rows of the cloud that could not be read. A cursor passes them once, and they are still there.
  var unreadable: [UnreadableRow]?
  /// The number of the last membership that was seen, where people share spaces.
  var joined: Int64?
  /// Whether the server was found to be one where nobody does; nil where nobody has asked.
  var lacksTeams: Bool?

  init(tier: CloudTier, probedAt: HBInstant) {
    self.tier = tier
    self.probedAt = probedAt
  }

  /// What the cloud said that it offers; nil where it was never asked, or is to be asked again.
  var knownTier: CloudTier? { probedAt == .neverProbed ? nil : tier }

  /// The rest of it.
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

/// One space when both sides last agreed.
struct SpaceBase: Codable, Equatable, Sendable {
  /// As the cloud had it; nil while it has never been there.
  var row: SpaceRow?
  /// The map in the cloud whose bytes this store holds.
  var map: WorldMapReference?
  /// What this store's space was like when its map was that one.
  var local: LocalStamp?
  /// Whether name and map were the same on both sides while the files were like that.
  var isAgreed = false
  /// Which of the log's lines the cloud has, on migrated servers.
  var log: LogMark?
  /// The size of the log for which all anchors agreed with the cloud; nil where some did not.
  var agreedLogSize: Int?
  /// What told the map's object from one with other bytes, where its reference has no hash.
  var mapVersion: String? = nil
  /// Stands for the files of the space while nothing in them was to be sent or taken in; nil where
  /// something was, or is not known not to be. It goes with any other change here.
  var settled: UInt64? = nil
  /// Whether it held changes that nobody had seen when the cloud first lacked it, which was not
  /// believed. They may have been sent since.
  var holdsOwnWork: Bool? = nil
}

/// What was true of a space's files when they were last looked at, so that large ones are read
/// again only when they have changed.
struct LocalStamp: Codable, Equatable, Sendable {
  var file: FileStatus
  var separateMap: FileStatus?
  /// nil: there is no map.
  var mapHash: String?
  var mapBytes: Int
}

/// Which lines of a log are in the cloud.
struct LogMark: Equatable, Sendable {
  var sent = RangeSet<Int>()
  /// The hash of what stands before the end of these: a log that was rewritten since is sent again.
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
    /// The cloud has removed it; here it goes once its last events are sent.
    case pending
    /// It is gone on both sides.
    case done
    /// It was removed here before the cloud was ever asked, and stays away.
    case here
    /// Somebody has deleted it from the cloud for good: it stays here, and is not sent.
    case forgotten
    /// It was deleted here, and the cloud was asked to remove it; what became of that is not known.
    case asked
  }

  var state: State
  /// By the server's clock, where it says so.
  @Microseconds var deletedAt: HBInstant? = nil
  /// Whether it holds changes made here that nobody had seen when the deletion came.
  var holdsOwnWork: Bool? = nil
  /// The anchors of it that nobody else had ever seen, in the order of their ids; nil for none.
  var ownAnchors: [UUID]? = nil
}

/// Something that the cloud refuses for good, set aside so that the rest goes on.
struct QuarantinedItem: Codable, Equatable, Sendable {
  enum Kind: String, Codable, Sendable {
    case space, anchor, event
    /// The removal of a space.
    case deletion
  }

  var kind: Kind
  var id: UUID
  var spaceId: UUID
  /// What the server said.
  var status: Int
  var code: String?
  var message: String?
  /// The hash of what was refused: something else is tried again.
  var digest: String
  @Microseconds var since: HBInstant

  /// What is refused alike, and so likely to be let through alike.
  struct Cause: Hashable {
    let kind: Kind
    /// Of anchors and events: whose a space is decides over all in it.
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
