package import Foundation
package import HyperbasisAnchorLog

/// A space as it was when it was read; it stays as it is while others go on writing.
///
/// A class, so that copying takes one reference and not an index's many fields: snapshots are copied
/// everywhere. (Besides, a throwing function that returns nil for so large an optional is miscompiled by
/// Swift 6.3 on x86-64: the tail call that clears it does not restore the error's register.)
package final class LogSnapshot: Sendable {
  package let spaceId: UUID
  /// Nil if the space has no file or no name.
  package let name: String?
  package let timeline: HBTimeline
  package let head: HBLogHead
  /// Damage found while reading the log.
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
