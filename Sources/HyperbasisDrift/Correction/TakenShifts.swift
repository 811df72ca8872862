import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// The shifts that a correction takes out, or into which it brings all other anchors along.
struct TakenShifts {
  /// The numbers of the shifts that are named.
  let named: [Int]
  /// The numbers of those that lead into frames; one that brought another back counts as that other one.
  /// One that only took another back leads into none: its followers are in the frame from before.
  private let shifts: Set<Int>
  /// The numbers of the shifts whose frames were left through those that took them back.
  private let left: Set<Int>
  /// The frame that the named shifts lead into, one after the other.
  private let path: FramePath

  /// - Parameter ids: the ids of shifts; unknown ids are ignored.
  init(_ ids: [UUID], _ frames: SpaceFrames) {
    let ids = Set(ids)
    let (list, returns) = (frames.shifts, frames.returns)
    named = list.indices.filter { !ids.isDisjoint(with: list[$0].aliases) }
    let transitions = named.compactMap { returns[$0] }
    shifts = Set(named.filter { returns[$0] == nil })
      .union(transitions.flatMap { $0.come.map { Int($0) } })
    left = Set(transitions.flatMap { $0.gone.map { Int($0) } })
    path = named.reduce(into: FramePath()) { path, number in
      if let transition = returns[number] {
        path = transition.applied(to: path)
      } else {
        path.append(number, list)
      }
    }
  }
}

extension TakenShifts {
  /// The numbers of all shifts that a correction of them concerns.
  var concerned: Set<Int> { shifts.union(named) }

  /// Returns the current frame: that of the writers who are in most of them.
  func frameOfNow(_ writers: WriterFrames) -> FramePath {
    writers.frameOfNow(shifts, orElse: path)
  }

  /// Whether a writer or a live anchor is in a frame that some of them lead into. If they were taken back,
  /// none is, and there is no frame to bring the rest into. Those that took others back lead to a frame
  /// without these.
  func lead(somewhereIn frames: SpaceFrames, _ index: EventIndex) -> Bool {
    if !left.isEmpty { return true }
    if shifts.contains(where: { frames.writers.holds(Int32(truncatingIfNeeded: $0)) }) {
      return true
    }
    let state = index.state(through: index.count)
    return frames.anchors.indices.contains { slot in
      frames.anchors[slot].path.shifts.contains { shifts.contains(Int($0)) }
        && index.isVisible(slot: slot, in: state)
    }
  }

  /// Returns the frame into which something in another one must be brought.
  ///
  /// - Parameter now: see ``frameOfNow(_:)``.
  func target(_ path: FramePath, _ goal: HBCorrection.Frame, _ now: FramePath) -> FramePath {
    switch goal {
    case .old: path.without(shifts.contains)
    case .new:
      path.without { left.contains($0) && !now.shifts.contains(Int32(truncatingIfNeeded: $0)) }
        .into(now, shifts.contains)
    }
  }

  /// Returns the event after which the transform in force was exactly that of an anchor in the old frame;
  /// nil if it is not known.
  func original(_ frame: AnchorFrame) -> Int? { frame.original(without: shifts.contains) }

  /// Whether an anchor followed one of them, and was written since only by further shifts.
  func isOnlyShifted(_ frame: AnchorFrame) -> Bool { frame.isOnlyShifted(since: shifts.contains) }

  /// Whether an anchor followed one of them, and was written since only by corrections and shifts.
  func isOnlyCorrected(_ frame: AnchorFrame) -> Bool {
    frame.isOnlyCorrected(since: shifts.contains)
  }
}
