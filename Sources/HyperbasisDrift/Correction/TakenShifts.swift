import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

/// What a correction takes out, or brings all others along into.
struct TakenShifts {
  /// The numbers of the shifts that are named.
  let named: [Int]
  /// The numbers of those that lead into frames: of one that brought another back, that one's. One that
  /// only took another back leads into none: what followed it is in the frame of before.
  private let shifts: Set<Int>
  /// The numbers of the shifts that those which took others back led out of.
  private let left: Set<Int>
  /// The frame that the named lead into, one after the other.
  private let path: FramePath

  /// - Parameter ids: of shifts; others name nothing.
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
  /// The numbers of all shifts that a correction of them is about.
  var concerned: Set<Int> { shifts.union(named) }

  /// The frame of now: that of the writers who are in most of them.
  func frameOfNow(_ writers: WriterFrames) -> FramePath {
    writers.frameOfNow(shifts, orElse: path)
  }

  /// Whether somebody writes, or a live anchor is written, in a frame that some of them lead into. Where
  /// they were taken back, none is, and there is no frame to bring the rest into. Those that took others
  /// back lead to where these are not.
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

  /// The frame that something in another one is to be brought into.
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

  /// The event after which the transform in force was exactly that of an anchor in the old frame; nil
  /// where it is not known.
  func original(_ frame: AnchorFrame) -> Int? { frame.original(without: shifts.contains) }
}
