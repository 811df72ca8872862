package import Foundation
package import HyperbasisHistory
package import HyperbasisModels

/// A space as it was when looked at; stays as it is while others go on writing.
package struct LogSnapshot: Sendable {
  /// One reference, not an index's many fields: snapshots are copied at every turn. (Besides, a
  /// throwing function that returns nil for so large an optional is miscompiled by Swift 6.3 on
  /// x86-64: the tail call that clears it does not restore the error's register.)
  private let content: Content

  private final class Content: Sendable {
    let spaceId: UUID
    let name: String?
    let timeline: HBTimeline
    let head: HBLogHead
    let problems: [StoreProblem]
    let hasFile: Bool

    init(
      spaceId: UUID, name: String?, timeline: HBTimeline, head: HBLogHead, problems: [StoreProblem],
      hasFile: Bool
    ) {
      self.spaceId = spaceId
      self.name = name
      self.timeline = timeline
      self.head = head
      self.problems = problems
      self.hasFile = hasFile
    }
  }

  package init(
    spaceId: UUID, name: String?, timeline: HBTimeline, head: HBLogHead, problems: [StoreProblem],
    hasFile: Bool
  ) {
    content = Content(
      spaceId: spaceId, name: name, timeline: timeline, head: head, problems: problems,
      hasFile: hasFile)
  }
}

extension LogSnapshot {
  package var spaceId: UUID { content.spaceId }
  /// nil where the space has no file or no name.
  package var name: String? { content.name }
  package var timeline: HBTimeline { content.timeline }
  package var head: HBLogHead { content.head }
  /// Damage met on reading.
  package var problems: [StoreProblem] { content.problems }
  /// Whether the space has a file, and not only a log or anchor files.
  package var hasFile: Bool { content.hasFile }
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
