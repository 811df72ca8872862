package import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

extension OpenSpace {
  func plan(_ request: HBPlanRequest) throws -> HBPlan {
    try withLog { try planner(for: $0).plan(request) }
  }

  /// The plans of a request that is repeated at most so often.
  func rehearse(_ request: HBPlanRequest, atMost count: Int) throws -> [HBPlan] {
    try withLog { log in
      var rehearsal = PlanRehearsal(planner(for: log))
      try rehearsal.add(request, atMost: count)
      return rehearsal.plans
    }
  }

  private func planner(for log: borrowing LoadedLog) -> Planner {
    Planner(
      index: log.index, head: log.head, actor: context.actor, now: context.clock(),
      makeUUID: context.makeUUID)
  }

  /// Under the space's lock.
  func perform(_ request: HBPlanRequest) throws -> HBPlan {
    try withLogForAppending { log in
      let first = try planner(for: log).plan(request)
      for change in first.changes { try reconcile(change.anchorId, in: &log) }
      let isCurrent = log.head == first.head
      return try write(isCurrent ? first : planner(for: log).plan(request), to: &log)
    }
  }

  /// Under the space's lock.
  ///
  /// - Parameter plans: what was planned for the log as it is, and what was rehearsed to follow.
  func execute(_ plans: [HBPlan]) throws -> [HBPlan] {
    try plans.enumerated().map { number, plan in
      try withLogForAppending { log in
        if number == 0 { try check(plans, against: &log) }
        return try write(plan, to: &log)
      }
    }
  }

  private func check(_ plans: [HBPlan], against log: inout LoadedLog) throws {
    for anchor in Set(plans.flatMap(\.changes).map(\.anchorId)) {
      try reconcile(anchor, in: &log)
    }
    guard log.head == plans.first?.head else { throw HBStorageError.conflict }
  }

  private func write(_ plan: HBPlan, to log: inout LoadedLog) throws -> HBPlan {
    guard !plan.isEmpty else { return plan }
    let touched = plan.changes.map(\.anchorId)
    let instant = touched.reduce(context.clock()) { instant, id in
      guard let slot = log.index.slot(of: id) else { return instant }
      return max(instant, log.index.instant(log.index.newestOrdinal(ofSlot: slot)).successor)
    }
    let written = plan.stamped(instant)
    let implied = touched.flatMap { log.pending[$0]?.events ?? [] }
    var lines: [UInt8] = []
    for event in implied { lines += try event.line() }
    for (place, event) in written.events.enumerated() {
      lines += try event.line(extras: written.extras(ofEvent: place))
    }
    try append(lines, to: &log)
    log.settle(touched)
    return written
  }
}

extension OpenSpace {
  /// Writes the events that the files of these anchors imply, exactly as they are read. Under the
  /// space's lock.
  package func writeImplied(of anchors: [UUID], to log: inout LoadedLog) throws {
    let implied = anchors.flatMap { log.pending[$0]?.events ?? [] }
    guard !implied.isEmpty else { return }
    try append(implied.flatMap { try $0.line() }, to: &log)
    log.settle(anchors)
  }
}

extension HBPlan {
  /// The plan with all its events at one instant.
  func stamped(_ instant: HBInstant) -> HBPlan {
    HBPlan(
      spaceId: spaceId, kind: kind, operation: operation, target: target, actor: actor,
      changes: changes.map { $0.stamped(instant.date) }, head: head)
  }
}

extension HBPlan {
  /// What each of the plan's lines says beyond its event.
  fileprivate func extras(ofEvent place: Int) -> LogExtras {
    var extras = LogExtras(operation: operation, undone: tag)
    let count = events.count
    if count > 1 { extras.batch = LogExtras.Batch(index: place, count: count) }
    return extras
  }
}

extension HBPlannedChange {
  fileprivate func stamped(_ date: Date) -> HBPlannedChange {
    let provisional = Set(events.map(\.timestamp))
    let after = after.map { anchor in
      HBAnchor(
        id: anchor.id, spaceId: anchor.spaceId, transform: anchor.transform,
        metadata: anchor.metadata,
        createdAt: provisional.contains(anchor.createdAt) ? date : anchor.createdAt,
        updatedAt: provisional.contains(anchor.updatedAt) ? date : anchor.updatedAt,
        deletedAt: anchor.deletedAt.map { provisional.contains($0) ? date : $0 })
    }
    return HBPlannedChange(
      anchorId: anchorId, before: before, after: after, events: events.map { $0.stamped(date) })
  }
}

extension HBAnchorEvent {
  /// The event as a line of the log, with its newline.
  package func line(extras: LogExtras = LogExtras()) throws -> [UInt8] {
    do {
      return try LogLine.encode(self, extras: extras) + [0x0a]
    } catch {
      throw HBStorageError.encodingFailed(underlying: error)
    }
  }

  fileprivate func stamped(_ date: Date) -> HBAnchorEvent {
    HBAnchorEvent(
      id: id, anchorId: anchorId, spaceId: spaceId, type: type, timestamp: date,
      version: version, transform: transform, metadata: metadata, actorId: actorId)
  }
}
