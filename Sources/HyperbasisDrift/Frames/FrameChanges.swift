package import Foundation
package import HyperbasisAnchorLog
import HyperbasisModels

/// What shifts between two states did to each anchor: the motion from the frame that it was written in
/// before into the one that it is written in after.
package struct FrameChanges: Sendable, Equatable {
  /// Anchors whose frames changed alike.
  package struct Group: Sendable, Equatable {
    package let change: SpaceFrames.Change
    /// The numbers of the shifts that lie between the two frames, ascending.
    package let crossed: [Int]
    /// Whether the shifts took one another back: the two frames are the same, and a displacement that
    /// remains within the tolerance is what the shifts left.
    package let isBroughtBack: Bool
  }

  package private(set) var groups: [Group] = []
  /// By slot: the number of the group; −1 for none.
  private var numbers: [Int32] = []
  /// By slot, for anchors that followed shifts between the two states and came back, by whatever means:
  /// within how many metres of their places they count as back.
  private var returns: [Int: Double] = [:]
  /// The numbers of the groups by the frames that they lie between.
  private var known: [PathPair: Int32] = [:]

  /// Creates no groups if no shift lies between the two states.
  ///
  /// - Parameters:
  ///   - from: how many events are folded into the first state, which may be the later one.
  ///   - to: how many events are folded into the second one.
  ///   - corrections: the tags of corrections, by operation.
  package init(
    _ index: EventIndex, _ history: DriftHistory, from: Int, to: Int,
    corrections: [UUID: CorrectionTag] = [:]
  ) {
    guard history.hasShift(in: min(from, to)..<max(from, to)) else { return }
    let options = SpaceFrames.Options(corrections: corrections)
    let before = SpaceFrames(index, history, through: from, options: options)
    let after = SpaceFrames(index, history, through: to, options: options)
    let crossings = ShiftCrossings(
      index, history, min(from, to)..<max(from, to), from < to ? after : before)
    // Used only if several shifts may have taken one another back.
    lazy var state = index.state(through: from)
    numbers = Array(repeating: -1, count: index.slotCount)
    for slot in 0..<index.slotCount {
      let paths = PathPair(before: before.anchors[slot].path, after: after.anchors[slot].path)
      if paths.before != paths.after {
        numbers[slot] = number(of: paths) {
          Group(
            change: after.change(from: before, slot: slot),
            crossed: crossings.crossed(paths.crossed, slot: slot), isBroughtBack: false)
        }
        if groups[Int(numbers[slot])].change.isComposed, let ordinal = state.ordinal(ofSlot: slot) {
          bringBack(slot, at: SIMD3<Double>(index.position(ordinal)))
        }
      } else if let crossed = crossings.followed(slot) {
        let tolerance = crossed.map { history.shifts[$0] }.tolerance
        returns[slot] = tolerance
        // What a single shift did was taken out by something that is not a shift: a correction, or a hand.
        guard crossed.count > 1 else { continue }
        numbers[slot] = number(
          of: Group(
            change: SpaceFrames.Change(tolerance: tolerance), crossed: crossed,
            isBroughtBack: true))
      }
    }
  }

  /// Counts an anchor as brought back if its two frames do not differ at its place.
  private mutating func bringBack(_ slot: Int, at place: SIMD3<Double>) {
    let group = groups[Int(numbers[slot])]
    guard group.change.isNone(at: place) else { return }
    returns[slot] = group.change.tolerance
    numbers[slot] = number(
      of: Group(
        change: SpaceFrames.Change(tolerance: group.change.tolerance), crossed: group.crossed,
        isBroughtBack: true))
  }

  /// Returns the number of the group of a pair of frames, creating it if there is none.
  private mutating func number(of paths: PathPair, _ group: () -> Group) -> Int32 {
    if let number = known[paths] { return number }
    let number = number(of: group())
    known[paths] = number
    return number
  }

  /// Returns the number of a group. Anchors whose frames were not the same before share one if the same
  /// shifts have moved them alike since.
  private mutating func number(of group: Group) -> Int32 {
    let known = groups.firstIndex { other in
      other.isBroughtBack == group.isBroughtBack && other.crossed == group.crossed
        && other.change.isAlike(group.change)
    }
    if let known { return Int32(truncatingIfNeeded: known) }
    groups.append(group)
    return Int32(truncatingIfNeeded: groups.count - 1)
  }
}

/// The frames of an anchor at two dates.
private struct PathPair: Hashable {
  let before: FramePath
  let after: FramePath

  var crossed: [Int] {
    Set(before.shifts).symmetricDifference(after.shifts).map { Int($0) }.sorted()
  }
}

/// Which shifts among some events each anchor followed.
private struct ShiftCrossings {
  private let ordinals: Range<Int>
  private let shifts: [FoundShift]
  private let returns: [Int: FrameTransition]
  /// By slot: the numbers of the shifts, ascending.
  private var followed: [Int: [Int]] = [:]

  /// - Parameter frames: the frames after the events.
  init(
    _ index: EventIndex, _ history: DriftHistory, _ ordinals: Range<Int>, _ frames: SpaceFrames
  ) {
    self.ordinals = ordinals
    shifts = history.shifts
    returns = frames.returns
    for (number, shift) in shifts.enumerated()
    where shift.kind.isShift && shift.overlaps(ordinals)
      && shift.correction(index, frames.options.corrections) == nil
    {
      for ordinal in shift.followerOrdinals where ordinals.contains(ordinal) {
        followed[index.slot(ordinal), default: []].append(number)
      }
    }
  }

  /// Returns the shifts that an anchor followed; nil if there are none.
  func followed(_ slot: Int) -> [Int]? { followed[slot] }

  /// Returns the shifts that lie between two frames, each represented by the one among the events that led
  /// into it or out of it.
  func crossed(_ numbers: [Int], slot: Int) -> [Int] {
    let named = numbers.map { number in
      if shifts[number].overlaps(ordinals) { return number }
      return followed[slot, default: []].last { changes($0, number) } ?? number
    }
    return Set(named).sorted()
  }

  private func changes(_ shift: Int, _ other: Int) -> Bool {
    guard let transition = returns[shift] else { return shifts[shift].undoes(shifts[other]) }
    let other = Int32(truncatingIfNeeded: other)
    return transition.come.contains(other) || transition.gone.contains(other)
  }
}

extension FrameChanges {
  /// Returns the number of the group that an anchor belongs to; nil if its frame did not change.
  package func group(ofSlot slot: Int) -> Int? {
    guard slot < numbers.count, numbers[slot] >= 0 else { return nil }
    return Int(numbers[slot])
  }

  /// Returns within how many metres of its place an anchor counts as back, if it followed shifts between
  /// the two states and is in its former frame again; nil for any other.
  package func tolerance(ofReturned slot: Int) -> Double? { returns[slot] }
}

extension DriftHistory {
  /// Whether the burst of a shift wrote some of these events.
  fileprivate func hasShift(in ordinals: Range<Int>) -> Bool {
    shifts.contains { $0.kind.isShift && $0.overlaps(ordinals) }
  }

  /// Returns the largest shift among these events; nil if some anchor that followed one passes a test.
  package func greatestShift(
    in ordinals: Range<Int>, followedByNone isIncluded: (Int) -> Bool
  ) -> FoundShift? {
    let found = shifts.filter { $0.kind.isShift && $0.overlaps(ordinals) }
    guard !found.contains(where: { $0.followers.contains(where: isIncluded) }) else { return nil }
    return found.max { $0.followers.count < $1.followers.count }
  }

  /// Returns the largest motion among these events that some anchors followed and that is not a shift.
  package func greatestOther(in ordinals: Range<Int>) -> FoundShift? {
    let others = shifts.filter { !$0.kind.isShift && $0.overlaps(ordinals) }
    return others.max { $0.followers.count < $1.followers.count }
  }
}

/// A motion that anchors shared between two states and that is not a shift of those that are in both.
package enum UnshiftedMotion: Sendable, Equatable {
  /// Some or all moved on in small steps: the groups that did, those with most anchors first; never empty.
  case creeps([Creep])
  /// Most anchors shared it.
  case other(FoundShift)
  /// A shift, but none of those that followed is in both states.
  case ofOthers(FoundShift)
}

extension [FoundShift] {
  /// Within this many metres of where these take it, an anchor stood still.
  var tolerance: Double {
    Swift.max(SpaceFrames.Change.leastTolerance, 3 * (map(\.residual).max() ?? 0))
  }
}

extension FoundShift {
  func overlaps(_ ordinals: Range<Int>) -> Bool {
    guard let first = burst.first, let last = burst.last else { return false }
    return Int(first.ordinal) < ordinals.upperBound && Int(last.ordinal) >= ordinals.lowerBound
  }
}

extension SpaceFrames.Change {
  /// What lies between two frames that are the same.
  package static var nothing: Self { Self() }

  /// Whether shifts that were combined took one another back, as far as can be seen at an anchor's place.
  ///
  /// Each is fitted to positions that were rounded to floats, so a shift and the one that takes it back, or
  /// two equal shifts, are never the same to the last digit. A single shift always counts as one.
  func isNone(at place: SIMD3<Double>) -> Bool {
    isComposed && abs(motion.yaw) < Turn.least && abs(Angle.normalised(headingYaw)) < Turn.least
      && motion.displacement(at: place).length < Self.leastTolerance
  }

  /// Whether another change is the same for all practical purposes.
  ///
  /// A shift that is taken out under a later one is seen in the frame of that one. Even if that one only
  /// lifted the space, its fit went aside a little, by which the change differs for an anchor that it left
  /// behind. Since both turn alike, they differ by the same amount at every place.
  fileprivate func isAlike(_ other: SpaceFrames.Change) -> Bool {
    let rest = other.motion.after(motion.inverse)
    return abs(rest.yaw) < 1e-9 && rest.translation.length < Self.leastTolerance
      && abs(headingYaw - other.headingYaw) < 1e-9
  }

  /// Returns a transform (16 floats, column-major, metres) of the later state as it would be without the
  /// shifts; lengths of axes are kept.
  ///
  /// - Parameter before: the transform in the earlier state: a displacement that remains within the
  ///   ``tolerance`` counts as none, so that an anchor that only turned is not reported as moved.
  package func takenOut(of transform: [Float], since before: [Float]) -> [Float] {
    var rest = motion.inverse.apply(to: transform, headingYaw: -headingYaw)
    if HBTransform.distance(before, rest) <= tolerance {
      rest.replaceSubrange(12...14, with: before[12...14])
    }
    return rest
  }
}
