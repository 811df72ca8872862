package import Foundation
import HyperbasisHistory
package import SystemPackage

/// What syncing asks of a cloud, in rows and pages: the seam between the algorithm and the wire.
///
/// Every call is one request, or as many as its rows take; a call that fails may have been carried out in
/// part or as a whole. That is harmless, because all writes can be repeated. A service may repeat an
/// interrupted request itself; how long to wait before the next pass is up to the algorithm.
///
/// A cancelled task ends its call with ``CloudFailure/cancelled``.
package protocol CloudService: Sendable {
  /// Returns whose rows these are. Called before each pass, and cheap: it makes no request.
  func identity() async throws(CloudFailure) -> CloudIdentity

  /// Counts the bytes on their way; nil if nothing does.
  var meter: TransferMeter? { get }

  /// Finds out what the server offers. Called rarely, as the answer is kept.
  ///
  /// - Parameter known: what it was last found to offer. It takes a single request to see that a plain
  ///   server still is one. One that kept histories is not taken for a plain one as long as a part of
  ///   its migration is there: what is missing is an error.
  func probe(knownAs known: CloudTier?) async throws(CloudFailure) -> CloudProbe

  // MARK: Reading all of a plain server

  /// Returns spaces by id, from the first one after `id`.
  func spaceManifest(
    after id: UUID?
  ) async throws(CloudFailure) -> CloudPage<ManifestEntry, UUID>

  /// Returns anchors by id, from the first one after `id`.
  ///
  /// - Parameter spaces: the spaces that they are in, at most ``SyncLimits/idsPerRequest``; nil for
  ///   any.
  func anchorManifest(
    of spaces: [UUID]?, after id: UUID?
  ) async throws(CloudFailure) -> CloudPage<ManifestEntry, UUID>

  /// Returns the rows with these ids, in any order, as far as there are any.
  func spaces(ids: [UUID]) async throws(CloudFailure) -> CloudRows<SpaceRow>

  /// Returns the rows with these ids, at most ``SyncLimits/idsPerRequest``, in any order.
  func anchors(ids: [UUID]) async throws(CloudFailure) -> CloudRows<AnchorRow>

  // MARK: Reading what is new on a migrated server

  /// Returns the first rows of all tables after cursors, all of one moment; nil if the server cannot
  /// return them together.
  func changes(after cursors: SyncCursors) async throws(CloudFailure) -> CloudChanges?

  /// Returns rows by their sequence, from the first one after a cursor that is not known.
  func spaces(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<SpaceRow, Int64>
  func anchors(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorRow, Int64>
  func events(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorEventRow, Int64>
  func tombstones(
    after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<Tombstone, Int64>

  /// The same for one space.
  func anchors(
    of space: UUID, after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorRow, Int64>
  func events(
    of space: UUID, after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorEventRow, Int64>

  /// Whether there is an event in sight whose number is not greater than this one.
  func hasEvents(upTo sequence: Int64) async throws(CloudFailure) -> Bool

  /// Returns the space of each of these events that this user sees, at most
  /// ``SyncLimits/idsPerRequest`` of them.
  func spaces(ofEvents ids: [UUID]) async throws(CloudFailure) -> [UUID: UUID]

  /// Returns the memberships of this user in spaces, by their numbers, from the first one after
  /// `sequence`; nil on a server where spaces cannot be shared.
  func memberships(
    after sequence: Int64
  ) async throws(CloudFailure) -> CloudPage<SpaceMembership, Int64>?

  /// Returns how much is new in each space after cursors; nil if the server does not tell.
  func changeCounts(
    after cursors: SyncCursors
  ) async throws(CloudFailure) -> [SpaceChangeCount]?

  /// Returns a page of the spaces by name; nil if the server does not offer one.
  func listedSpaces(
    _ most: Int, skipping skipped: Int
  ) async throws(CloudFailure) -> ListedCloudSpaces?

  // MARK: Writing

  /// Writes each row unless the server's row is one that its writer has not seen, and returns the row
  /// that the server holds afterwards.
  ///
  /// On a server that keeps events, the later one of an anchor's rows wins, seen or not: they follow from
  /// the events, which are merged.
  ///
  /// Ids are unique within a call. All columns are written, absent values as explicit nulls.
  ///
  /// - Returns: the rows by id, without those that do not exist afterwards: ones that were not to be
  ///   created, or that the server keeps deleted.
  /// - Throws: ``CloudFailure/rejected(_:)`` if the server refuses one of the rows; which one is found by
  ///   writing fewer.
  func write(
    spaces: [RowWrite<SpaceRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: SpaceRow]
  func write(
    anchors: [RowWrite<AnchorRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: AnchorRow]

  /// Inserts events; those whose ids exist already stay as they are.
  ///
  /// - Returns: the numbers of those that were inserted, by id.
  func insert(events: [AnchorEventRow]) async throws(CloudFailure) -> [UUID: Int64]

  /// Removes spaces with their anchors and world maps; those that do not exist are not an error.
  ///
  /// - Returns: those that existed.
  func delete(spaces: [UUID]) async throws(CloudFailure) -> Set<UUID>

  // MARK: World maps

  /// Uploads a file as a space's world map, under its name, which holds the hash, so that two maps of one
  /// space never overwrite each other. An object that exists already is not sent again.
  ///
  /// - Parameter uploads: the uploads that have begun and not ended; a large file goes on where it
  ///   stopped.
  func upload(
    map: WorldMapFile, of space: UUID, resuming uploads: any OpenUploads
  ) async throws(CloudFailure) -> WorldMapReference

  /// Downloads a space's world map into a new file at `path`, which it creates.
  ///
  /// The caller checks size and hash, and removes the file after a failure. A failure to write
  /// the file is a ``CloudFailure/file(_:)``.
  func download(
    map: WorldMapReference, of space: UUID, to path: FilePath
  ) async throws(CloudFailure)

  /// Returns the version of the object behind a reference without a hash: another text stands for other
  /// bytes. nil if the server does not say.
  func version(of map: WorldMapReference) async throws(CloudFailure) -> String?

  /// Removes a world map that no row names any more; it may be gone already.
  func remove(map: WorldMapReference, of space: UUID) async throws(CloudFailure)
}

extension CloudService {
  /// Finds out what a server offers if nothing is known of it.
  package func probe() async throws(CloudFailure) -> CloudProbe { try await probe(knownAs: nil) }

  package var meter: TransferMeter? { nil }

  package func memberships(
    after sequence: Int64
  ) async throws(CloudFailure) -> CloudPage<SpaceMembership, Int64>? {
    nil
  }

  package func changeCounts(
    after cursors: SyncCursors
  ) async throws(CloudFailure) -> [SpaceChangeCount]? {
    nil
  }

  package func listedSpaces(
    _ most: Int, skipping skipped: Int
  ) async throws(CloudFailure) -> ListedCloudSpaces? {
    nil
  }
}

/// Whose data a service reads and writes. What was learnt for one identity says nothing about another: a
/// row that one user does not see is not deleted.
package struct CloudIdentity: Hashable, Sendable {
  /// The base URL of the project.
  package let url: String
  /// The user's id; nil without one.
  package let user: String?

  package init(url: String, user: String?) {
    self.url = url
    self.user = user
  }

  /// The name of its files: a hash, which reveals neither.
  var fileName: String {
    String(SHA256.hexDigest(of: Array("\(url)\n\(user ?? "")".utf8)).prefix(32))
  }
}

/// What was found out about a server.
package struct CloudProbe: Equatable, Sendable {
  package var tier: CloudTier
  /// Why it is not a migrated one: what it lacks; nil if it is.
  package var reason: String?

  package init(_ tier: CloudTier, reason: String? = nil) {
    self.tier = tier
    self.reason = reason
  }
}

/// Sizes of requests.
package enum SyncLimits {
  /// Rows to ask for in one page; a server may return fewer.
  package static let rowsPerPage = 1000
  /// Rows of one write.
  package static let rowsPerWrite = 500
  /// Events that are written into logs together; less than a megabyte, mostly.
  package static let eventsPerMerge = 2000
  /// The longest time, in seconds, that a server is left alone if it asks for that.
  package static let longestRespite: Double = 3600
  /// This many ids make an address of four kilobytes.
  package static let idsPerRequest = 100
}
