package import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
package import HyperbasisHistory
import HyperbasisModels

/// Writes: every change is planned from the log, then appended to it as one operation.
package struct PlanExecutor: Sendable {
  let open: OpenSpaces
}

extension PlanExecutor {
  /// What a change would write; nothing is written.
  package func plan(_ request: HBPlanRequest, spaceId: UUID) throws -> HBPlan {
    try reachingFiles {
      try checkSpaces(of: request, spaceId: spaceId)
      return try open[spaceId].withLog { try planner(for: $0, open[spaceId]).plan(request) }
    }
  }

  /// What repeating a request would write, each plan made for where those before it lead; nothing
  /// is written. For undo and redo: as many as there are, at most `count`.
  package func rehearse(
    _ request: HBPlanRequest, atMost count: Int, spaceId: UUID
  ) throws -> [HBPlan] {
    try reachingFiles {
      try open[spaceId].withLog { log in
        var rehearsal = PlanRehearsal(planner(for: log, open[spaceId]))
        try rehearsal.add(request, atMost: count)
        return rehearsal.plans
      }
    }
  }

  /// Writes a plan as it was shown.
  ///
  /// - Returns: the plan as written, its events stamped with their final instant.
  /// - Throws: ``HBStorageError/conflict`` when somebody wrote to the space since it was made.
  package func execute(_ plan: HBPlan) throws -> HBPlan {
    try execute([plan])[0]
  }

  /// Writes plans of one space that were rehearsed together, one operation each, under one lock.
  ///
  /// - Throws: ``HBStorageError/conflict`` when somebody wrote to the space since; then nothing is
  ///   written.
  package func execute(_ plans: [HBPlan]) throws -> [HBPlan] {
    guard let first = plans.first else { return [] }
    return try reachingFiles {
      let space = open[first.spaceId]
      let written = try space.lock.withLock {
        try plans.enumerated().map { number, plan in
          try space.withLogForAppending { log in
            if number == 0 { try check(plans, of: space, against: &log) }
            return try write(plan, to: &log, of: space)
          }
        }
      }
      for plan in written { markAnchorFiles(of: plan, space) }
      return written
    }
  }

  /// Plans a change and writes it, under one lock.
  package func perform(_ request: HBPlanRequest, spaceId: UUID) throws -> HBPlan {
    try reachingFiles {
      let space = open[spaceId]
      let written = try space.lock.withLock {
        try checkSpaces(of: request, spaceId: spaceId)
        return try space.withLogForAppending { log in
          let first = try planner(for: log, space).plan(request)
          for change in first.changes { try space.reconcile(change.anchorId, in: &log) }
          let isCurrent = log.head == first.head
          return try write(
            isCurrent ? first : planner(for: log, space).plan(request), to: &log, of: space)
        }
      }
      markAnchorFiles(of: written, space)
      return written
    }
  }

  private func planner(for log: borrowing LoadedLog, _ space: OpenSpace) -> Planner {
    Planner(
      index: log.index, head: log.head, actor: open.context.actor, now: open.context.clock(),
      makeUUID: open.context.makeUUID, shifts: space.shifts)
  }

  /// Refuses anchors that belong to another space.
  private func checkSpaces(of request: HBPlanRequest, spaceId: UUID) throws {
    if case .placing(_, let request) = request {
      return try checkSpaces(of: request, spaceId: spaceId)
    }
    guard case .save(let anchors) = request else { return }
    for anchor in anchors {
      guard anchor.spaceId == spaceId else { throw HBStorageError.conflict }
      if try open[spaceId].withLog({ $0.index.slot(of: anchor.id) != nil }) { continue }
      let home = try SpaceCatalog(open: open).space(ofAnchor: anchor.id, besides: spaceId)
      guard home == nil || home == spaceId else { throw HBStorageError.conflict }
    }
  }
}

// MARK: - Under the space's lock

extension PlanExecutor {
  /// - Parameter plans: what was planned for the log as it is, and what was rehearsed to follow.
  private func check(
    _ plans: [HBPlan], of space: OpenSpace, against log: inout LoadedLog
  ) throws {
    for anchor in Set(plans.flatMap(\.changes).map(\.anchorId)) {
      try space.reconcile(anchor, in: &log)
    }
    guard log.head == plans.first?.head else { throw HBStorageError.conflict }
  }

  private func write(
    _ plan: HBPlan, to log: inout LoadedLog, of space: OpenSpace
  ) throws -> HBPlan {
    guard !plan.isEmpty else { return plan }
    let touched = plan.changes.map(\.anchorId)
    let instant = touched.reduce(open.context.clock()) { instant, id in
      guard let slot = log.index.slot(of: id) else { return instant }
      return max(instant, log.index.instant(log.index.newestOrdinal(ofSlot: slot)).successor)
    }
    let written = plan.stamped(instant)
    var lines = try log.impliedLines(of: touched)
    lines += try written.lineBytes()
    try space.append(lines, to: &log)
    log.settle(touched)
    return written
  }

  private func markAnchorFiles(of plan: HBPlan, _ space: OpenSpace) {
    guard !plan.isEmpty else { return }
    // The plan is written: anchor files that stay behind are rebuilt from the log.
    let stale =
      DiagnosticLog.store.attempt("find anchor files to write") {
        try space.withLog { $0.takeStale() }
      } ?? []
    open.anchorFiles.mark(stale.union(plan.changes.map(\.anchorId)), of: space)
  }
}
