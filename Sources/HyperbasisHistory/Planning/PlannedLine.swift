package import HyperbasisAnchorLog
package import HyperbasisModels

/// An event of a plan, and what its line says in addition.
package struct PlannedLine: Sendable {
  package let event: HBAnchorEvent
  package let extras: LogExtras
}

extension HBPlan {
  /// The lines to append, in the order of the events.
  package var lines: [PlannedLine] {
    let count = changes.reduce(0) { $0 + $1.events.count }
    var lines: [PlannedLine] = []
    for change in changes {
      for event in change.events {
        var extras = LogExtras(operation: operation, undone: tag)
        if count > 1 { extras.batch = LogExtras.Batch(index: lines.count, count: count) }
        extras.createdAt = change.creationDate(at: event)
        extras.corrects = change.carried ?? corrects
        extras.changed = event.keysChanged(from: change.before?.metadata ?? [:])
        lines.append(PlannedLine(event: event, extras: extras))
      }
    }
    return lines
  }
}

extension HBPlannedChange {
  /// Returns the anchor's own creation date if its fold starts with an event at another instant; nil for
  /// other events.
  fileprivate func creationDate(at event: HBAnchorEvent) -> HBInstant? {
    guard before == nil, event.type == .created, let after else { return nil }
    let created = HBInstant(after.createdAt)
    return created == event.instant ? nil : created
  }
}
