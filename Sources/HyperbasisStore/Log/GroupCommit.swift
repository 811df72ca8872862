package import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// Writes the waiting changes of a space together: with one write and one flush.
package struct GroupCommit: Sendable {
  let open: OpenSpaces

  private var plans: PlanExecutor { PlanExecutor(open: open) }
}

extension GroupCommit {
  /// Queues a change behind those that wait for the same space. It has been written, or has failed,
  /// when the entry is finished.
  package func enqueue(_ entry: CommitQueue.Entry, spaceId: UUID) {
    let space = open[spaceId]
    if space.commits.add(entry) { serve(space) }
  }

  /// Writes one group at a time, so that others that wait for the space get their turns.
  private func serve(_ space: OpenSpace) {
    space.writers.async {
      writeGroup(of: space)
      if space.commits.endTurn() { serve(space) }
    }
  }

  private func writeGroup(of space: OpenSpace) {
    guard let deadline = space.commits.deadline else { return }
    do {
      if try space.hasUnversionedAnchors() { return writeFirst(of: space, before: deadline) }
      let (group, results) = try reachingFiles {
        try StoreLock.$deadline.withValue(deadline) {
          try space.withLock {
            // Including those that came while this one waited for the lock.
            let group = space.commits.takeGroup()
            return (group, write(group.map(\.request), to: space))
          }
        }
      }
      for case .success(let plan) in results { plans.markAnchorFiles(of: plan, space) }
      for (entry, result) in zip(group, results) { entry.finish(result) }
    } catch {
      space.commits.takeFirst()?.finish(.failure(error))
    }
  }

  /// Writes one change by itself: an anchor that is known only from its file may have to be ended in
  /// the space that it left, whose lock is taken before the lock of this one.
  private func writeFirst(of space: OpenSpace, before deadline: Date) {
    guard let entry = space.commits.takeFirst() else { return }
    entry.finish(
      Result {
        try StoreLock.$deadline.withValue(deadline) {
          try plans.perform(entry.request, spaceId: space.spaceId)
        }
      })
  }
}

// MARK: - Under the space's lock

extension GroupCommit {
  /// Writes changes of different anchors. Each may be refused by itself; a write or a flush that
  /// fails is the failure of all that had something to write.
  private func write(
    _ requests: [HBPlanRequest], to space: OpenSpace
  ) -> [Result<HBPlan, any Error>] {
    // Before the log is in use, as this looks at it too.
    let permissions = requests.map { request in
      Result { try reachingFiles { try plans.checkSpaces(of: request, spaceId: space.spaceId) } }
    }
    var results: [Result<HBPlan, any Error>] = []
    do {
      try reachingFiles {
        try space.withLogForAppending { log in
          var lines: [UInt8] = []
          for (request, permission) in zip(requests, permissions) {
            results.append(
              Result {
                try permission.get()
                return try draft(request, &log, space, adding: &lines)
              })
          }
          guard !lines.isEmpty else { return }
          try space.append(lines, to: &log)
          for case .success(let plan) in results { log.settle(plan.changes.map(\.anchorId)) }
        }
      }
      return results
    } catch {
      let planned = results + requests.dropFirst(results.count).map { _ in .failure(error) }
      return planned.map { result in
        if case .success(let plan) = result, !plan.isEmpty { .failure(error) } else { result }
      }
    }
  }

  private func draft(
    _ request: HBPlanRequest, _ log: inout LoadedLog, _ space: OpenSpace,
    adding lines: inout [UInt8]
  ) throws -> HBPlan {
    do {
      return try reachingFiles {
        let plan = try plans.planning(request, &log, space)
        let (written, added) = try plans.prepare(plan, &log)
        lines += added
        return written
      }
    } catch {
      if error is LogError { log.noteOverwritten() }
      throw space.noticed(error)
    }
  }
}
