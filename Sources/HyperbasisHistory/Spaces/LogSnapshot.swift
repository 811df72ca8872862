package import Foundation
package import HyperbasisAnchorLog

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
    let problems: [LogProblem]

    init(
      spaceId: UUID, name: String?, timeline: HBTimeline, head: HBLogHead, problems: [LogProblem]
    ) {
      self.spaceId = spaceId
      self.name = name
      self.timeline = timeline
      self.head = head
      self.problems = problems
    }
  }

  package init(
    spaceId: UUID, name: String?, timeline: HBTimeline, head: HBLogHead, problems: [LogProblem]
  ) {
    content = Content(
      spaceId: spaceId, name: name, timeline: timeline, head: head, problems: problems)
  }
}

extension LogSnapshot {
  package var spaceId: UUID { content.spaceId }
  /// nil where the space has no file or no name.
  package var name: String? { content.name }
  package var timeline: HBTimeline { content.timeline }
  package var head: HBLogHead { content.head }
  /// Damage met on reading the log.
  package var problems: [LogProblem] { content.problems }
}
