package import Foundation
import HyperbasisAnchorLog
package import HyperbasisDrift
package import HyperbasisModels

/// The shifts that were found between two states, combined into one motion for each anchor.
///
/// They are found where they were written (``DriftHistory``), not estimated from the two states: what
/// people moved in between does not blur them, and an anchor that a shift left behind is known to have
/// stayed.
package struct ShiftBetween: Sendable, Equatable {
  /// The motion that most anchors took. The inliers are those that it explains, up to what the shifts left
  /// at their followers. There are none if each anchor was also moved by itself.
  package let motion: HBRigidShift
  /// The anchors of both states that took it, whatever else moved them, in the order of the comparison.
  package let carriers: [Carrier]
  /// How many anchors of both states followed shifts and are nevertheless where they were: another shift,
  /// an undo, a correction or a person brought them back.
  package let broughtBack: Int
  /// The median distance that the inliers moved, in metres; if most anchors were also moved otherwise, the
  /// median distance that the motion moves them all.
  package let displacement: Double
  /// By how much their centroid moved, in metres; unlike the translation, this does not depend on where the
  /// origin is.
  package let centroid: SIMD3<Double>
  /// The ids of all shifts that an anchor crossed, in the order of their first events.
  package let shifts: [UUID]
  /// Whether one of them is a shift of the whole space, or every anchor took the motion because the rest
  /// was brought along.
  package let isOfSpace: Bool
  /// How many other motions there are, of anchors in other frames.
  package let otherMotions: Int
  /// Whether the shifts were all taken back, so that there is no motion: the inliers are back where they
  /// were, up to what the shifts left.
  package let isBroughtBack: Bool
  /// How many anchors took one of the other motions.
  private let carriedOtherwise: Int
  private let changes: FrameChanges
  private let crossed: [FoundShift]

  /// An anchor that took the motion.
  package struct Carrier: Sendable, Equatable {
    package let slot: Int
    /// Its latest event in the later state.
    package let after: Int
  }
}

extension ShiftBetween {
  /// Nil if no anchor of both states crossed a shift, or all that did are exactly where they were.
  init?(
    _ index: EventIndex, _ history: DriftHistory, _ pairs: [StatePair], from: StateRows,
    to: StateRows
  ) {
    let changes = FrameChanges(
      index, history, from: from.eventCount, to: to.eventCount, corrections: index.corrections)
    guard !changes.groups.isEmpty else { return nil }
    var members = changes.groups.map { Followers($0.change) }
    var returned = Followers(.nothing)
    // Groups with anchors that came back, but not to the bit: what is left of the shifts is taken out.
    var inexact: Set<Int> = []
    var common = 0
    for pair in pairs where pair.isCommon {
      common += 1
      let slot = Int(pair.slot)
      let group = changes.group(ofSlot: slot)
      let carrier = Carrier(slot: slot, after: Int(pair.after))
      let (before, after) = (from.place(pair), to.place(pair))
      if let tolerance = changes.tolerance(ofReturned: slot) {
        let isBack = returned.add(carrier, from: before, to: after, within: tolerance)
        if isBack, pair.hasMoved, let group { inexact.insert(group) }
      } else if let group {
        members[group].add(carrier, from: before, to: after)
      }
    }
    var present = members.indices.filter { members[$0].count > 0 }
    isBroughtBack = present.isEmpty
    if isBroughtBack { present = inexact.sorted() }
    guard !present.isEmpty else { return nil }
    let weights = members.map { ($0.explained, $0.count) }
    let largest = isBroughtBack ? nil : present.max { weights[$0] < weights[$1] }
    let main = largest.map { members[$0] } ?? returned
    let crossed = Set(present.flatMap { changes.groups[$0].crossed }).sorted()
    let change = main.change
    motion = HBRigidShift(
      translation: change.motion.translation, yaw: change.motion.yaw, residual: main.residual,
      inliers: main.explained, common: common)
    carriers = main.carriers
    broughtBack = returned.explained
    displacement = main.displacement
    centroid = main.centroidWay
    self.crossed = crossed.map { history.shifts[$0] }
    shifts = self.crossed.map(\.id)
    isOfSpace =
      main.count == common || crossed.contains { history.shifts[$0].kind == .space }
    otherMotions = isBroughtBack ? 0 : present.count - 1
    carriedOtherwise = members.reduce(0) { $0 + $1.count } - (isBroughtBack ? 0 : main.count)
    self.changes = changes
  }
}

extension ShiftBetween {
  /// How many anchors of both states took the motion, whatever else moved them.
  package var carried: Int { carriers.count }

  /// Whether more followers came back than are still shifted; the motion is then that of the latter.
  package var isMostlyBroughtBack: Bool {
    isBroughtBack || broughtBack > carried + carriedOtherwise
  }

  /// How many of those that took the motion are not where it takes them.
  package var movedBesides: Int { carried - motion.inliers }

  /// Whether those are the majority: the inliers then do not show how many took the motion, since small
  /// later steps carry anchors farther off than the shifts left them.
  package var isMostlyMovedBesides: Bool {
    Self.isMostlyMovedBesides(carried, explained: motion.inliers)
  }

  fileprivate static func isMostlyMovedBesides(_ carried: Int, explained: Int) -> Bool {
    carried - explained > explained
  }

  /// Whether an event did nothing but bring an anchor along with one of the shifts.
  package func isFollowed(by ordinal: Int) -> Bool {
    crossed.contains { $0.isFollowed(by: ordinal) }
  }

  /// Returns what the shifts did to an anchor; nil if it crossed none.
  package func change(ofSlot slot: Int) -> SpaceFrames.Change? {
    changes.group(ofSlot: slot).map { changes.groups[$0].change }
  }

  /// Returns the transform (16 floats, column-major, metres) of an anchor in the later state as it would be
  /// without the shifts.
  ///
  /// - Parameter before: its transform in the earlier state.
  package func takenOut(of transform: [Float], since before: [Float], slot: Int) -> [Float] {
    change(ofSlot: slot)?.takenOut(of: transform, since: before) ?? transform
  }
}

extension StateRows {
  fileprivate func place(_ pair: StatePair) -> SIMD3<Double> {
    SIMD3<Double>(position(ofSlot: Int(pair.slot)) ?? .zero)
  }
}

/// The anchors whose frames changed alike, and how well the motion explains their moves.
private struct Followers {
  let change: SpaceFrames.Change
  private(set) var carriers: [ShiftBetween.Carrier] = []
  /// The sum of their positions before.
  private var sum = SIMD3<Double>.zero
  /// How far each explained anchor moved, and the sum of their positions before.
  private var lengths: [Double] = []
  private var explainedSum = SIMD3<Double>.zero
  private var squares = 0.0
  /// How far the motion moves each anchor.
  private var ways: [Double] = []

  init(_ change: SpaceFrames.Change) {
    self.change = change
  }

  /// Adds an anchor; returns whether the motion explains where it is.
  ///
  /// - Parameter tolerance: how far off it may be in metres; nil for the tolerance of the change.
  @discardableResult
  mutating func add(
    _ carrier: ShiftBetween.Carrier, from before: SIMD3<Double>, to after: SIMD3<Double>,
    within tolerance: Double? = nil
  ) -> Bool {
    carriers.append(carrier)
    sum += before
    let goal = change.motion.apply(before)
    ways.append(((goal - before) * (goal - before)).sum().squareRoot())
    let rest = after - goal
    let square = (rest * rest).sum()
    let tolerance = tolerance ?? change.tolerance
    guard square <= tolerance * tolerance else { return false }
    let move = after - before
    lengths.append((move * move).sum().squareRoot())
    squares += square
    explainedSum += before
    return true
  }

  /// How many there are.
  var count: Int { carriers.count }

  /// How many are where the motion takes them.
  var explained: Int { lengths.count }

  /// The root mean square distance in metres of those from where the motion takes them.
  var residual: Double { lengths.isEmpty ? 0 : (squares / Double(lengths.count)).squareRoot() }

  /// Whether so few are explained that their moves show nothing about the rest.
  private var isMostlyMovedBesides: Bool {
    ShiftBetween.isMostlyMovedBesides(count, explained: explained)
  }

  /// The median distance that those moved, in metres; if most were also moved otherwise, the median
  /// distance that the motion moves them all.
  var displacement: Double {
    let sorted = (isMostlyMovedBesides ? ways : lengths).sorted()
    guard !sorted.isEmpty else { return 0 }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// By how much the motion moves their centroid, in metres.
  var centroidWay: SIMD3<Double> {
    let centroid =
      isMostlyMovedBesides
      ? sum / Double(count) : explainedSum / Double(max(1, explained))
    return change.motion.displacement(at: centroid)
  }
}
