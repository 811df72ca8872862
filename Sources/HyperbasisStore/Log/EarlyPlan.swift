import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// A change that was planned before the space's lock was taken, with its lines, which lack nothing
/// but their instant.
///
/// What a save or a deletion writes follows from the anchors that it is about: unless somebody writes
/// to one of these it is the same when its turn comes. So others need not wait for it to be worked out.
struct EarlyPlan {
  let plan: HBPlan
  let lines: LineWriter
  private let origins: [(anchor: UUID, origin: Origin?)]

  /// What an anchor's part of the plan follows from.
  fileprivate struct Origin: Equatable {
    let eventCount: Int
    let newest: UUID
    let version: Int
    let state: UInt64
  }

  /// Nil where nothing can be said before the lock is held: where more of the space decides, where
  /// an anchor's file says more than the log, where nothing is to be written, and where the plan
  /// fails.
  init?(_ request: HBPlanRequest, _ log: borrowing LoadedLog, _ planner: Planner) {
    let (index, pending) = (log.index, log.pending)
    guard let anchors = request.decidingAnchors,
      !anchors.contains(where: { pending[$0] != nil }),
      // What is wrong with it is said of the log as it is under the lock.
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
  /// A change of fewer anchors is worked out faster than the log is looked at once more for it.
  private static let fewest = 16

  /// Whether it is worth the look to plan a change before its turn comes.
  static func isWorthwhile(for request: HBPlanRequest) -> Bool {
    (request.decidingAnchors?.count ?? 0) >= fewest
  }

  /// Whether the change would be planned just so now.
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
  /// Nil where the plan bears it already.
  private let instant: HBInstant?
  private let head: HBLogHead

  /// A plan that bears its final instant.
  init(_ plan: HBPlan) {
    (draft, instant, head) = (plan, nil, plan.head)
  }

  init(_ plan: HBPlan, at instant: HBInstant, behind head: HBLogHead) {
    (draft, self.instant, self.head) = (plan, instant, head)
  }

  /// With the instant at which it was written. Made when asked for, which need not be under the lock.
  var plan: HBPlan { instant.map { draft.stamped($0, behind: head) } ?? draft }
}

extension HBPlanRequest {
  /// The anchors of which alone it follows what is written; nil for what goes by more of the space.
  fileprivate var decidingAnchors: [UUID]? {
    switch self {
    case .save(let anchors): anchors.map(\.id)
    case .delete(let ids): ids
    // A place that is brought back may come across shifts of the whole space.
    default: nil
    }
  }
}
