package import Foundation
import HyperbasisAnchorLog
import HyperbasisDiagnostics
package import HyperbasisHistory
import HyperbasisModels

// Writing: every change is planned from the log, then appended to it as one operation.

extension HBLocalStore {
  /// What a change would write; nothing is written.
  package func plan(_ request: HBPlanRequest, spaceId: UUID) throws -> HBPlan {
    try reaching {
      try checkSpaces(of: request, spaceId: spaceId)
      return try record(of: spaceId).plan(request)
    }
  }

  /// What repeating a request would write, each plan made for where those before it lead; nothing
  /// is written. For undo and redo: as many as there are, at most `count`.
  package func rehearse(
    _ request: HBPlanRequest, atMost count: Int, spaceId: UUID
  ) throws -> [HBPlan] {
    try reaching { try record(of: spaceId).rehearse(request, atMost: count) }
  }

  /// Writes a plan as it was shown.
  ///
  /// - Returns: the plan as written, its events stamped with their final instant.
  /// - Throws: ``HBStorageError/conflict`` when somebody wrote to the space since it was made.
  @discardableResult
  package func execute(_ plan: HBPlan) throws -> HBPlan {
    try execute([plan])[0]
  }

  /// Writes plans of one space that were rehearsed together, one operation each, under one lock.
  ///
  /// - Throws: ``HBStorageError/conflict`` when somebody wrote to the space since; then nothing is
  ///   written.
  package func execute(_ plans: [HBPlan]) throws -> [HBPlan] {
    guard let first = plans.first else { return [] }
    return try reaching {
      let record = record(of: first.spaceId)
      let written = try record.lock.withLock { try record.execute(plans) }
      for plan in written { markView(plan, record) }
      return written
    }
  }

  /// Plans a change and writes it, under one lock.
  @discardableResult
  package func perform(_ request: HBPlanRequest, spaceId: UUID) throws -> HBPlan {
    try reaching {
      let record = record(of: spaceId)
      let written = try record.lock.withLock {
        try checkSpaces(of: request, spaceId: spaceId)
        return try record.perform(request)
      }
      markView(written, record)
      return written
    }
  }

  private func markView(_ plan: HBPlan, _ record: OpenSpace) {
    guard !plan.isEmpty else { return }
    // The plan is written: anchor files that stay behind are rebuilt from the log.
    let stale =
      DiagnosticLog.store.attempt("find anchor files to write") {
        try record.withLog { $0.takeStale() }
      } ?? []
    view.mark(stale.union(plan.changes.map(\.anchorId)), of: record)
  }

  /// Refuses anchors that belong to another space.
  private func checkSpaces(of request: HBPlanRequest, spaceId: UUID) throws {
    guard case .save(let anchors) = request else { return }
    for anchor in anchors {
      guard anchor.spaceId == spaceId else { throw HBStorageError.conflict }
      if try record(of: spaceId).withLog({ $0.index.slot(of: anchor.id) != nil }) { continue }
      let home = try self.spaceId(ofAnchor: anchor.id, besides: spaceId)
      guard home == nil || home == spaceId else { throw HBStorageError.conflict }
    }
  }
}
