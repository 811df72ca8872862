package import Foundation
package import HyperbasisAnchorLog

/// A space as it was when looked at; stays as it is while others go on writing.
///
/// One reference, not an index's many fields: snapshots are copied at every turn. (Besides, a throwing
/// function that returns nil for so large an optional is miscompiled by Swift 6.3 on x86-64: the tail
/// call that clears it does not restore the error's register.)
package final class LogSnapshot: Sendable {
  package let spaceId: UUID
  /// nil where the space has no file or no name.
  package let name: String?
  package let timeline: HBTimeline
  package let head: HBLogHead
  /// Damage met on reading the log.
  package let problems: [LogProblem]

  package init(
    spaceId: UUID, name: String?, timeline: HBTimeline, head: HBLogHead, problems: [LogProblem]
  ) {
    self.spaceId = spaceId
    self.name = name
    self.timeline = timeline
    self.head = head
    self.problems = problems
  }
}
