package import Foundation
package import HyperbasisAnchorLog
package import HyperbasisModels

/// New transforms for the live anchors that are not in the frame that all must share.
///
/// It is pure: the same log and request give the same plan. Carrying it out writes one operation whose
/// events carry ``tag``, so that a second plan is empty.
package struct CorrectionPlan: Sendable, Equatable {
  /// An anchor that gets a new transform.
  package struct Move: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
      /// It was not written since, and gets its earlier transform, to the bit.
      case exact
      /// It was not written since except by later shifts, which are kept.
      case shifted
      /// It was not written since except by corrections, which are kept, and later shifts.
      case corrected
      /// It was moved by itself since; those moves are kept.
      case moved
      /// It was added since.
      case added
      /// It followed nothing, and is brought along into the new frame.
      case broughtAlong
    }

    package let slot: Int
    package let anchorId: UUID
    package let kind: Kind
    /// 16 floats, column-major, metres.
    package let transform: [Float]
    /// By how much it moves, in metres.
    package let distance: Double
  }

  /// Why live anchors stay.
  package enum Stay: String, Sendable, CaseIterable {
    /// They never left the requested frame.
    case sameFrame
    /// Somebody put them back by hand.
    case putBack
    /// They were added since, in that frame, or added anchors are to be kept.
    case added
  }

  /// In the store's order.
  package private(set) var moves: [Move] = []
  /// The slots of the anchors that stay.
  package private(set) var stays: [Stay: [Int]] = [:]
  package let tag: CorrectionTag
  /// Shifts that bend: a rigid motion leaves more than a quarter of their displacement unexplained.
  package let bent: [UUID]
  /// How many additions and moves by an unnamed actor came after a part had shifted.
  package let undecidedCount: Int
}

extension CorrectionPlan {
  /// Creates the plan for the latest state of an index.
  ///
  /// - Parameters:
  ///   - history: what was found in the whole log.
  ///   - corrections: the tags of earlier corrections, by operation.
  /// - Throws: ``LogError`` or the source's error if the log cannot be read.
  package init(
    _ request: HBCorrection, _ index: EventIndex, _ history: DriftHistory,
    corrections: [UUID: CorrectionTag] = [:]
  ) throws {
    var options = SpaceFrames.Options(corrections: corrections)
    if request.others == .follow { options.followed = Set(request.shifts) }
    if request.others == .stay { options.stayed = Set(request.shifts) }
    let frames = SpaceFrames(index, history, options: options)
    let taken = TakenShifts(request.shifts, frames)
    let concerned = taken.concerned
    let first = concerned.min().map { frames.shifts[$0].firstOrdinal }
    tag = CorrectionTag(
      shifts: request.shifts, frame: request.frame,
      since: first.map(index.instant) ?? HBInstant(microseconds: 0))
    bent = concerned.sorted().filter { frames.shifts[$0].bend > 0.25 }.map { frames.shifts[$0].id }
    undecidedCount = frames.undecidedCount
    guard !concerned.isEmpty, request.frame == .old || taken.lead(somewhereIn: frames, index)
    else { return }
    try plan(AnchorCorrection(request, taken, frames), index)
  }

  private mutating func plan(_ correction: AnchorCorrection, _ index: EventIndex) throws {
    let state = index.state(through: index.count)
    var steps: [AnchorCorrection.Step] = []
    for slot in index.slotsInStoreOrder.map(Int.init) {
      guard let ordinal = state.ordinal(ofSlot: slot), index.isVisible(ordinal) else { continue }
      switch correction.outcome(slot, ordinal) {
      case .move(let step): steps.append(step)
      case .stay(let reason): stays[reason, default: []].append(slot)
      }
    }
    let now = try index.transforms(after: steps.map(\.ordinal))
    let earlier = try index.transforms(after: steps.map { $0.original ?? $0.ordinal })
    for (number, step) in steps.enumerated() {
      let transform = step.original == nil ? step.applied(to: now[number]) : earlier[number]
      // What is there already is not written again.
      guard transform != now[number] else {
        stays[.sameFrame, default: []].append(step.slot)
        continue
      }
      moves.append(
        Move(
          slot: step.slot, anchorId: index.anchorId(ofSlot: step.slot), kind: step.kind,
          transform: transform, distance: HBTransform.distance(now[number], transform)))
    }
  }
}
