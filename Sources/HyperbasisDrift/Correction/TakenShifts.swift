import Foundation
import HyperbasisModels

/// What a correction takes out, or brings all others along into.
struct TakenShifts {
  /// The numbers of the shifts that are named.
  let named: [Int]
  /// The numbers of those that lead into frames: of one that brought another back, that one's.
  let shifts: Set<Int>
  /// Those among the named that led out of other shifts, back into an earlier frame, oldest first.
  let back: [WayBack]
  /// The frame that the named lead into, one after the other.
  private let path: FramePath

  /// A shift that led back into an earlier frame.
  struct WayBack {
    let number: Int
    let transition: FrameTransition
    /// What it wrote, by slot.
    fileprivate let writes: [Int32: Write]

    fileprivate init(_ number: Int, _ transition: FrameTransition, _ shift: FoundShift) {
      self.number = number
      self.transition = transition
      writes = Dictionary(shift.burst.map { ($0.slot, $0) }) { _, latest in latest }
    }
  }

  /// - Parameter ids: of shifts; others name nothing.
  init(_ ids: [UUID], _ frames: SpaceFrames) {
    let ids = Set(ids)
    let (list, returns) = (frames.shifts, frames.returns)
    named = list.indices.filter { !ids.isDisjoint(with: list[$0].aliases) }
    let entered = named.flatMap { returns[$0]?.come ?? [] }.map { Int($0) }
    shifts = Set(named.filter { returns[$0] == nil }).union(entered)
    back = named.compactMap { number in
      guard let transition = returns[number], !transition.gone.isEmpty else { return nil }
      return WayBack(number, transition, list[number])
    }
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
  /// The frame of now: that of the writers who are in most of them.
  func frameOfNow(_ writers: WriterFrames) -> FramePath {
    writers.frameOfNow(shifts, orElse: path)
  }

  /// The frame that something in another one is to be brought into.
  ///
  /// - Parameters:
  ///   - now: see ``frameOfNow(_:)``.
  ///   - hasFollowed: whether one of ``back`` took it along. Something that was never in the shift which
  ///     that one led out of is where it is without it, too.
  func target(
    _ path: FramePath, _ goal: HBCorrection.Frame, _ now: FramePath,
    hasFollowed: (WayBack) -> Bool
  ) -> FramePath {
    switch goal {
    case .old:
      return back.reversed().reduce(path) { path, step in
        hasFollowed(step) ? step.transition.reversed.applied(to: path) : path
      }
      .without(shifts.contains)
    case .new:
      let gone = Set(back.flatMap(\.transition.gone))
      return path.without { gone.contains(Int32(truncatingIfNeeded: $0)) }
        .into(now, shifts.contains)
    }
  }

  /// The event after which the transform in force was exactly that of an anchor in the old frame; nil
  /// where it is not known.
  ///
  /// - Parameters:
  ///   - target: the old frame.
  ///   - source: the event whose transform is in force.
  func original(_ frame: AnchorFrame, slot: Int, target: FramePath, source: Int?) -> Int? {
    if target == frame.path.without(shifts.contains) {
      return frame.original(without: shifts.contains)
    }
    // Only what nothing has moved since is exactly where it was before.
    guard back.count == 1, shifts.isEmpty,
      let write = back.first?.writes[Int32(truncatingIfNeeded: slot)],
      source == Int(write.ordinal)
    else { return nil }
    return Int(write.previous)
  }
}

extension SpaceFrames {
  /// Whether a shift that led back into an earlier frame took an anchor along, which is still there.
  func hasFollowed(_ step: TakenShifts.WayBack, slot: Int) -> Bool {
    let gone = step.transition.gone
    guard let write = step.writes[Int32(truncatingIfNeeded: slot)],
      !gone.contains(where: anchors[slot].path.shifts.contains)
    else { return false }
    let before = frame(ofSlot: slot, after: Int(write.previous)).path
    return gone.allSatisfy(before.shifts.contains)
  }
}
