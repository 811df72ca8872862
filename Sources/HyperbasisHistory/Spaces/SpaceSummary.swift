package import Foundation
package import HyperbasisModels

/// What a list of spaces shows of each.
package struct SpaceSummary: Sendable, Identifiable {
  package let id: UUID
  package let name: String?
  /// From the space's file, else from its events; nil if it has neither.
  package let createdAt: HBInstant?
  package let updatedAt: HBInstant?
  /// How many anchors are visible now.
  package let anchors: Int
  package let deletedAnchors: Int
  package let events: Int
  package let startDate: HBInstant?
  package let endDate: HBInstant?
  /// The size of the world map, unpacked; 0 if there is none, it cannot be read, or it was not asked for.
  package let worldMapBytes: Int
  /// The size of the space on disk, in bytes.
  package let bytes: Int
  /// How many problems were found while reading.
  package let problems: Int
  /// Whether its log could be read; if not, its contents are unknown and its numbers are 0.
  package let isRead: Bool

  package init(
    id: UUID, name: String?, createdAt: HBInstant?, updatedAt: HBInstant?, anchors: Int,
    deletedAnchors: Int, events: Int, startDate: HBInstant?, endDate: HBInstant?,
    worldMapBytes: Int, bytes: Int, problems: Int, isRead: Bool = true
  ) {
    self.id = id
    self.name = name
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.anchors = anchors
    self.deletedAnchors = deletedAnchors
    self.events = events
    self.startDate = startDate
    self.endDate = endDate
    self.worldMapBytes = worldMapBytes
    self.bytes = bytes
    self.problems = problems
    self.isRead = isRead
  }
}

extension SpaceSummary {
  /// Returns one of the numbers of anchors or events; nil if it is not known.
  package func known(_ number: KeyPath<SpaceSummary, Int>) -> Int? {
    isRead ? self[keyPath: number] : nil
  }
}
