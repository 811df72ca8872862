import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// A change that was planned before the space's lock was taken, with its lines, which lack only
/// their instant.
///
/// What a save or a deletion writes depends only on its own anchors: unless somebody writes to one of
/// these, it is still the same when its turn comes. So others need not wait while it is worked out.
struct EarlyPlan {
  let plan: HBPlan
  let lines: LineWriter
  private let origins: [(anchor: UUID, origin: Origin?)]

  /// What an anchor's part of the plan depends on.
  fileprivate struct Origin: Equatable {
    let eventCount: Int
    let newest: UUID
    let version: Int
    let state: UInt64
  }

  /// Returns nil if nothing can be planned before the lock is held: if the change depends on more of
  /// the space, if an anchor's file says more than the log, if there is nothing to write, or if
  /// planning fails.
  init?(_ request: HBPlanRequest, _ log: borrowing LoadedLog, _ planner: Planner) {
    let (index, pending) = (log.index, log.pending)
    guard let anchors = request.decidingAnchors,
      !anchors.contains(where: { pending[$0] != nil }),
      // Errors are reported for the log as it is under the lock.
      let plan = try? planner.plan(request), !plan.isEmpty, let lines = try? plan.undatedLines()
    else { return nil }
    self.plan = plan
    self.lines = lines
    var origins: [(anchor: UUID, origin: Origin?)] = []
    origins.reserveCapacity(anchors.count)
    for anchor in anchors { origins.append((anchor, Origin(of: anchor, index))) }
    self.origins = origins
  }
}

extension EarlyPlan {
  /// A change of fewer anchors takes less time to plan than one more look at the log.
  private static let fewest = 16

  /// Whether planning a change before its turn comes is worth the look.
  static func isWorthwhile(for request: HBPlanRequest) -> Bool {
    (request.decidingAnchors?.count ?? 0) >= fewest
  }

  /// Whether the change would still be planned in the same way now.
  func holds(in log: borrowing LoadedLog) -> Bool {
    let index = log.index
    for (anchor, origin) in origins
    where log.pending[anchor] != nil || Origin(of: anchor, index) != origin { return false }
    return true
  }
}

extension EarlyPlan.Origin {
  /// Nil for an anchor without events.
  fileprivate init?(of anchor: UUID, _ index: borrowing EventIndex) {
    guard let slot = index.slot(of: anchor) else { return nil }
    self.init(
      eventCount: index.ordinals(ofSlot: slot).count,
      newest: index.id(index.newestOrdinal(ofSlot: slot)),
      version: index.maximumVersion(ofSlot: slot), state: index.latestDigest(ofSlot: slot))
  }
}

/// A plan as it was written.
struct WrittenPlan {
  private let draft: HBPlan
  /// Nil if the plan already bears it.
  private let instant: HBInstant?
  private let head: HBLogHead

  /// Creates one from a plan that already bears its final instant.
  init(_ plan: HBPlan) {
    (draft, instant, head) = (plan, nil, plan.head)
  }

  init(_ plan: HBPlan, at instant: HBInstant, behind head: HBLogHead) {
    (draft, self.instant, self.head) = (plan, instant, head)
  }

  /// The plan with the instant at which it was written. Made on demand, which need not be under the
  /// lock.
  var plan: HBPlan { instant.map { draft.stamped($0, behind: head) } ?? draft }
}

extension HBPlanRequest {
  /// The anchors that alone decide what is written; nil if more of the space matters.
  fileprivate var decidingAnchors: [UUID]? {
    switch self {
    case .save(let anchors): anchors.map(\.id)
    case .delete(let ids): ids
    // Restoring a place may have to take shifts of the whole space into account.
    default: nil
    }
  }
}
