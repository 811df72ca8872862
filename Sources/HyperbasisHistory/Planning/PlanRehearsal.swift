package import Foundation
package import HyperbasisAnchorLog
import HyperbasisModels

/// Consecutive plans, each made for the state to which those before it lead; nothing is written.
///
/// The events of each plan are added to an index in memory as if the log had them. Executing the plans one
/// after the other writes exactly these events, except for their instants.
package struct PlanRehearsal {
  private var planner: Planner
  package private(set) var plans: [HBPlan] = []

  /// - Parameter planner: makes the first plan.
  package init(_ planner: Planner) {
    self.planner = planner
  }

  /// Makes the next plan.
  package mutating func add(_ request: HBPlanRequest) throws {
    let plan = try planner.plan(request)
    planner = try planner.following(plan)
    plans.append(plan)
  }

  /// Undoes or redoes as many operations as there are, but not more than `count`.
  ///
  /// - Throws: ``HBStorageError/nothingToUndo`` or ``HBStorageError/nothingToRedo`` if there is not even
  ///   one.
  package mutating func add(_ request: HBPlanRequest, atMost count: Int) throws {
    for _ in 0..<count {
      do {
        try add(request)
      } catch HBStorageError.nothingToUndo where !plans.isEmpty {
        return
      } catch HBStorageError.nothingToRedo where !plans.isEmpty {
        return
      }
    }
  }
}

extension Planner {
  /// Returns a planner for the state to which a plan of this one leads.
  fileprivate func following(_ plan: HBPlan) throws -> Planner {
    let index = try index.appending(plan)
    let newest = index.count > 0 ? index.id(index.count - 1) : nil
    return Planner(
      index: index, head: HBLogHead(bytes: head.bytes, events: index.count, lastEventId: newest),
      actor: actor, now: now, makeUUID: makeUUID, shifts: shifts)
  }
}

extension HBPlan {
  /// What each of its events says that it undoes or redoes.
  package var tag: OperationTag? {
    switch (kind, target) {
    case (.undo, let target?): .undoes(target.id)
    case (.redo, let target?): .redoes(target.id)
    default: nil
    }
  }

  /// The correction tags of events that carry places into today's frame, by event id.
  package var carried: [UUID: CorrectionTag] {
    var tags: [UUID: CorrectionTag] = [:]
    for change in changes {
      guard let tag = change.carried else { continue }
      for event in change.events { tags[event.id] = tag }
    }
    return tags
  }
}
