package import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
package import HyperbasisHistory
import HyperbasisModels

/// Makes changes: plans each one from the log, then appends it to the log as one operation.
package struct PlanExecutor: Sendable {
  let open: OpenSpaces

  package init(open: OpenSpaces) { self.open = open }
}

extension PlanExecutor {
  /// Returns what a change would write; nothing is written.
  package func plan(_ request: HBPlanRequest, spaceId: UUID) throws -> HBPlan {
    try reachingFiles {
      try checkSpaces(of: request, spaceId: spaceId)
      let plan = try open[spaceId].readingAnew {
        try open[spaceId].withPresentLog { try planner(for: $0, open[spaceId]).plan(request) }
      }
      if plan.head.events == 0 { try SpaceCatalog(open: open).checkBase() }
      // Only what is saved may be new; anything else was in the log before.
      if case .save = request { _ = try plan.undatedLines() }
      return plan
    }
  }

  /// Returns what repeating a request would write, each plan made for the state to which those before
  /// it lead; nothing is written. For undo and redo: as many as there are, at most `count`.
  package func rehearse(
    _ request: HBPlanRequest, atMost count: Int, spaceId: UUID
  ) throws -> [HBPlan] {
    try reachingFiles {
      try open[spaceId].readingAnew {
        try open[spaceId].withCurrentLog { log in
          var rehearsal = PlanRehearsal(planner(for: log, open[spaceId]))
          try rehearsal.add(request, atMost: count)
          return rehearsal.plans
        }
      }
    }
  }

  /// Writes a plan as it was shown.
  ///
  /// - Returns: the plan as written, its events stamped with their final instant.
  /// - Throws: ``HBStorageError/conflict`` if somebody has written to the space since it was made.
  package func execute(_ plan: HBPlan) throws -> HBPlan {
    try execute([plan])[0]
  }

  /// Writes plans of one space that were rehearsed together, one operation each, under one lock.
  ///
  /// - Throws: ``HBStorageError/conflict`` if somebody has written to the space since; then nothing is
  ///   written. ``PartlyWrittenError`` if some are written and the next one cannot be.
  package func execute(_ plans: [HBPlan]) throws -> [HBPlan] {
    guard let first = plans.first else { return [] }
    return try reachingFiles {
      let space = open[first.spaceId]
      try endInOtherSpaces(Set(plans.flatMap(\.changes).map(\.anchorId)), of: space)
      var written: [HBPlan] = []
      var dates = WrittenDates()
      defer { for plan in written { markAnchorFiles(of: plan, space) } }
      try space.withLock {
        for plan in plans {
          do {
            let stamped = try space.withLogForAppending { log in
              try checkIsStillThere(space, log)
              if written.isEmpty { try check(plans, of: space, against: &log) }
              return try write(plan, to: &log, of: space, following: dates)
            }
            dates.note(plan, writtenAs: stamped)
            written.append(stamped)
          } catch  where !written.isEmpty {
            throw PartlyWrittenError(written: written, count: plans.count, underlying: error)
          }
        }
      }
      return written
    }
  }

  /// Restates that anchors are there, if they are, as when their space came back from the trash.
  package func restate(_ anchors: Set<UUID>, spaceId: UUID) throws {
    _ = try execute(plan(.restoreSpace, spaceId: spaceId).keeping(anchors))
  }

  /// Plans a change and writes it.
  ///
  /// A change of many anchors is planned before the lock is taken, if that is possible, and again under
  /// the lock if somebody has written to the same anchors meanwhile.
  package func perform(_ request: HBPlanRequest, spaceId: UUID) throws -> HBPlan {
    try reachingFiles {
      let space = open[spaceId]
      try checkSpaces(of: request, spaceId: spaceId)
      if try space.hasUnversionedAnchors() {
        let touched = try space.withCurrentLog { try planner(for: $0, space).plan(request).changes }
        try endInOtherSpaces(Set(touched.map(\.anchorId)), of: space)
      }
      let written = try space.readingAnew { try write(request, to: space) }
      let plan = written.plan
      markAnchorFiles(of: plan, space)
      return plan
    }
  }

  private func write(_ request: HBPlanRequest, to space: OpenSpace) throws -> WrittenPlan {
    let early =
      EarlyPlan.isWorthwhile(for: request)
      ? try space.withLog { EarlyPlan(request, $0, planner(for: $0, space)) } : nil
    return try space.withLock {
      try space.withLogForAppending { log in
        try checkIsStillThere(space, log)
        if let early, let written = try write(early, to: &log, of: space) { return written }
        return WrittenPlan(try write(planning(request, &log, space), to: &log, of: space))
      }
    }
  }

  /// Plans a change for the log as it is after a look at the files of the anchors concerned.
  func planning(
    _ request: HBPlanRequest, _ log: inout LoadedLog, _ space: OpenSpace
  ) throws -> HBPlan {
    let plan = try planner(for: log, space).plan(request)
    for change in plan.changes { try space.reconcile(change.anchorId, in: &log) }
    return log.head == plan.head ? plan : try planner(for: log, space).plan(request)
  }

  private func planner(for log: borrowing LoadedLog, _ space: OpenSpace) -> Planner {
    Planner(
      index: log.index, head: log.head, actor: open.context.actor, now: open.context.clock(),
      makeUUID: open.context.makeUUID, shifts: space.shifts)
  }

  /// Refuses anchors that belong to another space, and changes of a space that does not exist.
  func checkSpaces(of request: HBPlanRequest, spaceId: UUID) throws {
    if case .placing(_, let request) = request {
      return try checkSpaces(of: request, spaceId: spaceId)
    }
    guard case .save(let anchors) = request else { return try checkExistence(of: spaceId) }
    guard anchors.allSatisfy({ $0.spaceId == spaceId }) else { throw HBStorageError.conflict }
    let space = open[spaceId]
    let unknown = try anchors.map(\.id).filter { id in
      try !space.hasHeld(id)
        && space.withLog(listing: nil, looksAnew: true) { $0.index.slot(of: id) == nil }
    }
    guard !unknown.isEmpty else { return }
    let homes = try SpaceCatalog(open: open).spaces(ofAnchors: unknown, besides: spaceId)
    guard homes.values.allSatisfy({ $0 == spaceId }) else { throw HBStorageError.conflict }
  }

  private func checkExistence(of id: UUID) throws {
    // A space that has events exists, whatever else is missing.
    if try open[id].withLog(listing: nil, looksAnew: true, { $0.index.count > 0 }) { return }
    let catalog = SpaceCatalog(open: open)
    guard try catalog.isOnDisk(id) else {
      try catalog.checkBase()
      throw HBStorageError.notFound(type: "space", id: id)
    }
  }
}

// MARK: - Other spaces

extension PlanExecutor {
  /// Writes the end of anchors into the logs of spaces that they left, if only their files say so:
  /// once they have a history in this space, they would be anchors of both.
  ///
  /// - Parameter anchors: those that are about to be changed in the space; nil for all.
  package func endInOtherSpaces(_ anchors: Set<UUID>? = nil, of space: OpenSpace) throws {
    guard try space.hasUnversionedAnchors() else { return }
    let moved = try space.withCurrentLog { log in
      (anchors ?? Set(log.pending.keys)).filter { log.isUnversioned($0) }
    }
    guard !moved.isEmpty else { return }
    let catalog = SpaceCatalog(open: open)
    for (id, left) in try catalog.otherSpaces(holding: moved, besides: space.spaceId) {
      let former = open[id]
      try former.withCurrentLog { _ in }
      try former.withLock {
        try former.withLogForAppending { try former.writeImplied(of: left, to: &$0) }
      }
    }
  }

  /// Throws if somebody has deleted the space since it was found: what is written would make another
  /// one with its id. Under the space's lock.
  func checkIsStillThere(_ space: OpenSpace, _ log: borrowing LoadedLog) throws {
    guard log.identity == nil, open.context.seenSpaces.contains(space.spaceId),
      try !SpaceCatalog(open: open).holds(space.spaceId)
    else { return }
    throw HBStorageError.notFound(type: "space", id: space.spaceId)
  }
}

// MARK: - Under the space's lock

extension PlanExecutor {
  /// - Parameter plans: the plan for the log as it is, and those that were rehearsed to follow it.
  private func check(
    _ plans: [HBPlan], of space: OpenSpace, against log: inout LoadedLog
  ) throws {
    for anchor in Set(plans.flatMap(\.changes).map(\.anchorId)) {
      try space.reconcile(anchor, in: &log)
    }
    guard log.head == plans.first?.head else { throw HBStorageError.conflict }
  }

  /// - Parameter earlier: the dates of the plans that were written before, and which this one follows.
  func write(
    _ plan: HBPlan, to log: inout LoadedLog, of space: OpenSpace,
    following earlier: WrittenDates = WrittenDates()
  ) throws -> HBPlan {
    let (written, lines) = try prepare(plan, &log, following: earlier)
    guard !lines.isEmpty else { return written }
    try noteDeletion(by: plan, in: log, space)
    try space.append(lines, to: &log)
    log.settle(written.changes.map(\.anchorId))
    return written
  }

  /// Writes what was planned before; returns nil if that no longer holds.
  private func write(
    _ early: EarlyPlan, to log: inout LoadedLog, of space: OpenSpace
  ) throws -> WrittenPlan? {
    for change in early.plan.changes { try space.reconcile(change.anchorId, in: &log) }
    guard early.holds(in: log) else { return nil }
    let (instant, head) = (try instant(of: early.plan, in: log), log.head)
    try noteDeletion(by: early.plan, in: log, space)
    try space.append(early.lines.bytes(at: instant), to: &log)
    return WrittenPlan(early.plan, at: instant, behind: head)
  }

  /// Returns the plan with its final instant, and its lines; no lines if nothing changes.
  ///
  /// - Parameter earlier: the dates of the plans that it follows.
  func prepare(
    _ plan: HBPlan, _ log: inout LoadedLog, following earlier: WrittenDates = WrittenDates()
  ) throws -> (plan: HBPlan, lines: [UInt8]) {
    guard !plan.isEmpty else { return (plan, []) }
    let instant = try instant(of: plan, in: log)
    let written = plan.stamped(instant, following: earlier)
    let lines = try written.undatedLines().bytes(at: instant)
    return (written, try log.impliedLines(of: plan.changes.map(\.anchorId)) + lines)
  }

  /// Returns the instant that the plan's events would have if they were written now.
  private func instant(of plan: HBPlan, in log: borrowing LoadedLog) throws -> HBInstant {
    let index = log.index
    let written = plan.changes.compactMap { $0.events.isEmpty ? nil : $0.anchorId }
    let earliest = log.hasUnversionedAnchors ? written.compactMap(log.earliestChange).max() : nil
    let clock = open.context.clock()
    return index.instantOfItsOwn(
      from: try index.instant(
        afterAllOf: written, notBefore: earliest.map { max(clock, $0.successor) } ?? clock))
  }

  func markAnchorFiles(of plan: HBPlan, _ space: OpenSpace) {
    guard !plan.isEmpty else { return }
    // The plan is written: anchor files that lag behind are rebuilt from the log.
    let stale =
      DiagnosticLog.store.attempt("find anchor files to write") {
        try space.takeStale()
      } ?? []
    let withoutFile = DiagnosticLog.store.attempt("find deleted anchors without a file") {
      var deleted = DeletedAnchors(of: space, in: open)
      return try deleted.withoutFile(after: plan)
    }
    let changed = stale.union(plan.changes.map(\.anchorId))
    open.anchorFiles.mark(changed.subtracting(withoutFile?.purged ?? []), of: space)
    open.anchorFiles.writeAtOnce(withoutFile?.unfiled ?? [], of: space)
  }

  private func noteDeletion(
    by plan: HBPlan, in log: borrowing LoadedLog, _ space: OpenSpace
  ) throws {
    var deleted = DeletedAnchors(of: space, in: open)
    try deleted.noteDeletion(by: plan, in: log)
  }
}
