public import Foundation
import HyperbasisHistory
import HyperbasisModels
import HyperbasisStore

/// What a list of spaces shows of one, without its world map: see ``HBStorage/listSpaces()``.
public struct HBSpaceSummary: Sendable, Identifiable, Hashable {
  /// The space's id.
  public let id: UUID
  /// Its name; nil if it has none, or no file of its own.
  public let name: String?
  /// When it was created, in UTC; the date of its first event if it has no file of its own.
  public let createdAt: Date?
  /// When its name or its map was changed last, in UTC; the date of its last event if it has no file of its
  /// own.
  public let updatedAt: Date?
  /// How many anchors are there now; nil if its log cannot be read.
  public let anchorCount: Int?
  /// How many anchors are deleted now; nil if its log cannot be read.
  public let deletedAnchorCount: Int?
  /// How many events its history has; nil if its log cannot be read.
  public let eventCount: Int?
  /// The date of its first event, in UTC; nil without events.
  public let startDate: Date?
  /// The date of its last event, in UTC; nil without events.
  public let endDate: Date?
}

extension HBSpaceSummary {
  init(_ summary: SpaceSummary) {
    id = summary.id
    name = summary.name
    createdAt = summary.createdAt?.date
    updatedAt = summary.updatedAt?.date
    anchorCount = summary.known(\.anchors)
    deletedAnchorCount = summary.known(\.deletedAnchors)
    eventCount = summary.known(\.events)
    startDate = summary.startDate?.date
    endDate = summary.endDate?.date
  }
}

extension HBStorage {
  /// Returns a summary of every space, sorted by name, then by id; those without a name come last. Unlike
  /// ``loadAllSpaces()`` it reads no world map, and it also lists spaces that have anchors but were never
  /// saved themselves.
  ///
  /// - Complexity: a look at each space's files. The log of a space is read only if it has changed since its
  ///   numbers were counted last.
  /// - Throws: ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func listSpaces() async throws -> [HBSpaceSummary] {
    try store.catalog.summaries(measuringMaps: false).map(HBSpaceSummary.init)
  }
}
