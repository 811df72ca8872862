package import Foundation

/// A space as it was when looked at; stays as it is while others go on writing.
package struct LogSnapshot: Sendable {
  package let spaceId: UUID
  /// nil where the space has no file or no name.
  package let name: String?
  package let timeline: HBTimeline
  package let head: HBLogHead
  /// Damage met on reading.
  package let problems: [StoreProblem]
  /// Whether the space has a file, and not only a log or anchor files.
  package let hasFile: Bool
}

/// What a list of spaces shows of one.
package struct SpaceSummary: Sendable, Identifiable {
  package let id: UUID
  package let name: String?
  /// From the space's file, else from its events; nil where it has neither.
  package let createdAt: HBInstant?
  package let updatedAt: HBInstant?
  /// How many anchors are alive now.
  package let anchors: Int
  package let deletedAnchors: Int
  package let events: Int
  package let startDate: HBInstant?
  package let endDate: HBInstant?
  /// The size of the world map, unpacked; 0 where there is none, it cannot be read, or it was not
  /// asked for.
  package let worldMapBytes: Int
  /// What the space takes on disk.
  package let bytes: Int
  /// How many problems were met on reading.
  package let problems: Int
}
