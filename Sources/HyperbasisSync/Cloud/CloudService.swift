package import Foundation
import HyperbasisHistory
package import SystemPackage

/// What syncing asks of a cloud, in rows and pages: the seam between the algorithm and the wire.
///
/// Every call is one request, or as many as its rows take; a call that fails may have been
/// carried out in part or as a whole. That is harmless, because all writes can be repeated. A
/// service may repeat a request that was cut by itself; how long to wait before the next pass is
/// the algorithm's matter.
///
/// A cancelled task ends its call with ``CloudFailure/cancelled``.
package protocol CloudService: Sendable {
  /// Whose rows these are. Asked before each pass and cheap: no request.
  func identity() async throws(CloudFailure) -> CloudIdentity

  /// What counts the bytes on their way; nil where nobody does.
  var meter: TransferMeter? { get }

  /// Finds out what the server offers. Asked rarely: the answer is kept.
  ///
  /// - Parameter known: what it was last found to offer. That one of two tables still is one takes a
  ///   single request.
  func probe(knownAs known: CloudTier?) async throws(CloudFailure) -> CloudProbe

  // MARK: Reading all of a plain server

  /// Spaces by id, from the first one behind `id`.
  func spaceManifest(
    after id: UUID?
  ) async throws(CloudFailure) -> CloudPage<ManifestEntry, UUID>

  /// Anchors by id, from the first one behind `id`.
  ///
  /// - Parameter spaces: the spaces that they are in, at most ``SyncLimits/idsPerRequest``; nil for
  ///   any.
  func anchorManifest(
    of spaces: [UUID]?, after id: UUID?
  ) async throws(CloudFailure) -> CloudPage<ManifestEntry, UUID>

  /// The rows with these ids, in any order, as far as there are any.
  func spaces(ids: [UUID]) async throws(CloudFailure) -> CloudRows<SpaceRow>

  /// The rows with these ids, at most ``SyncLimits/idsPerRequest``, in any order.
  func anchors(ids: [UUID]) async throws(CloudFailure) -> CloudRows<AnchorRow>

  // MARK: Reading what is new on a migrated server

  /// The first rows of all tables behind cursors, as one look sees them; nil where the server cannot
  /// tell them at once.
  func changes(after cursors: SyncCursors) async throws(CloudFailure) -> CloudChanges?

  /// Rows by their sequence, from the first one behind a cursor that is not known.
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

  /// The same of one space.
  func anchors(
    of space: UUID, after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorRow, Int64>
  func events(
    of space: UUID, after cursor: TableCursor
  ) async throws(CloudFailure) -> CloudPage<AnchorEventRow, Int64>

  /// The spaces that this user was let into, by the numbers of the memberships, from the first one
  /// behind `sequence`; nil on a server where nobody shares spaces.
  func memberships(
    after sequence: Int64
  ) async throws(CloudFailure) -> CloudPage<SpaceMembership, Int64>?

  /// How much is new in each space behind cursors; nil where the server does not tell.
  func changeCounts(
    after cursors: SyncCursors
  ) async throws(CloudFailure) -> [SpaceChangeCount]?

  /// A page of the spaces by name; nil where the server does not make one.
  func listedSpaces(
    _ most: Int, skipping skipped: Int
  ) async throws(CloudFailure) -> ListedCloudSpaces?

  // MARK: Writing

  /// Writes rows, each unless the server's is one that its writer has not seen, and tells for each
  /// row which one the server holds afterwards.
  ///
  /// Of an anchor's rows on a server that keeps events the later one wins, seen or not: they follow
  /// from the events, which are merged.
  ///
  /// Ids are unique within a call. All columns are written, absent values as explicit nulls.
  ///
  /// - Returns: by id; a row that is not there afterwards is left out: one that was not to be
  ///   created, or that the server keeps buried.
  /// - Throws: ``CloudFailure/rejected(_:)`` where the server refuses one of the rows; which one
  ///   is found by writing fewer.
  func write(
    spaces: [RowWrite<SpaceRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: SpaceRow]
  func write(
    anchors: [RowWrite<AnchorRow>], tier: CloudTier
  ) async throws(CloudFailure) -> [UUID: AnchorRow]

  /// Inserts events; those whose ids are there already stay as they are.
  ///
  /// - Returns: the numbers of those that were inserted, by id.
  func insert(events: [AnchorEventRow]) async throws(CloudFailure) -> [UUID: Int64]

  /// Removes spaces with their anchors and world maps; those that are not there are no failure.
  ///
  /// - Returns: those that were there.
  func delete(spaces: [UUID]) async throws(CloudFailure) -> Set<UUID>

  // MARK: World maps

  /// Uploads a file as a space's world map, under its name, which holds the hash, so that two maps
  /// of one space never overwrite each other. An object that is there already is not sent again.
  ///
  /// - Parameter uploads: what has begun and not ended; a large file goes on where it stopped.
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

  /// Tells whether the object behind a reference without a hash has been overwritten: another text
  /// stands for other bytes. nil where the server does not say.
  func version(of map: WorldMapReference) async throws(CloudFailure) -> String?

  /// Removes a world map that no row names any more; it may be gone already.
  func remove(map: WorldMapReference, of space: UUID) async throws(CloudFailure)
}

extension CloudService {
  /// Finds out what a server offers of which nothing is known.
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

/// Whose data a service reads and writes. What was learnt of one identity says nothing of another:
/// a row that one user does not see is not deleted.
package struct CloudIdentity: Hashable, Sendable {
  /// The base URL of the project.
  package let url: String
  /// The user's id; nil without one.
  package let user: String?

  package init(url: String, user: String?) {
    self.url = url
    self.user = user
  }

  /// What its files are named after: a hash, which tells nothing of either.
  var fileName: String {
    String(SHA256.hexDigest(of: Array("\(url)\n\(user ?? "")".utf8)).prefix(32))
  }
}

/// What was found out about a server.
package struct CloudProbe: Equatable, Sendable {
  package var tier: CloudTier
  /// Why it is not a migrated one: what it lacks; nil where it is.
  package var reason: String?

  package init(_ tier: CloudTier, reason: String? = nil) {
    self.tier = tier
    self.reason = reason
  }
}

/// Sizes of requests.
package enum SyncLimits {
  /// Rows of one page to ask for; a server may give fewer.
  package static let rowsPerPage = 1000
  /// Rows of one write.
  package static let rowsPerWrite = 500
  /// Events that are written into logs together; less than a megabyte, mostly.
  package static let eventsPerMerge = 2000
  /// For so long, in seconds, a server is left alone that asks for it.
  package static let longestRespite: Double = 3600
  /// So many ids make an address of four kilobytes.
  package static let idsPerRequest = 100
}
