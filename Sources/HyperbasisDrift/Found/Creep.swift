import Foundation
package import HyperbasisAnchorLog

/// Anchors that moved on together in steps that are each too small for a shift.
package struct Creep: Sendable, Equatable {
  package let steps: Int
  /// The median distance in metres that the anchors moved in all.
  package let displacement: Double
  /// By how much they turned about the vertical in all, in degrees.
  package let yaw: Double
  /// How many anchors took part, and how many there were at the last step.
  package let followers: Int
  package let live: Int
}

extension Creep {
  /// Whether at least half of the space took part.
  package var isOfMost: Bool { 2 * followers >= live }

  /// Whether it took the space along: at least as many anchors as a shift of the space writes.
  package var isOfSpace: Bool { 5 * followers >= 4 * live }

  /// Whether it is worth reporting: it led somewhere, which a single step never does.
  package var isTold: Bool {
    steps > 1 && displacement >= ShiftClassifier.leastDisplacement
  }
}

extension [FoundShift] {
  /// Returns what the steps among these that are too small for a shift add up to, grouped by the anchors
  /// that took them: those with most anchors first.
  package func creeps(_ index: EventIndex) -> [Creep] {
    var groups: [CreepSteps] = []
    for step in self where step.kind == .creepStep {
      let recent = groups.suffix(CreepSteps.lookBack)
      if let group = recent.lastIndex(where: { $0.takes(step) }) {
        groups[group].add(step, index)
      } else {
        var group = CreepSteps()
        group.add(step, index)
        groups.append(group)
      }
    }
    return groups.map(\.creep).sorted { $0.followers > $1.followers }
  }
}

extension DriftHistory {
  /// Returns what the steps among these events that are too small for a shift add up to, those with most
  /// anchors first.
  ///
  /// It is called at each step through the time of a comparison; with very many writes, only the motions
  /// are combined, as if all steps of a writer were of the same anchors.
  package func creeps(_ index: EventIndex, in ordinals: Range<Int>) -> [Creep] {
    let steps = shifts.filter { $0.kind == .creepStep && $0.overlaps(ordinals) }
    let writes = steps.reduce(0) { $0 + $1.followers.count }
    guard writes > Self.mostCreepWrites else { return steps.creeps(index) }
    return Dictionary(grouping: steps, by: \.actor).values.map { Creep(motionsOf: $0) }
      .sorted { ($0.followers, $0.displacement) > ($1.followers, $1.displacement) }
  }

  /// A few milliseconds' worth.
  private static let mostCreepWrites = 20_000
}

extension Creep {
  /// - Parameter steps: not empty.
  init(motionsOf steps: [FoundShift]) {
    let motion = steps.reduce(Motion.identity) { $1.motion.after($0) }
    self.init(
      steps: steps.count,
      displacement: steps.first.map { motion.displacement(at: $0.about).length } ?? 0,
      yaw: motion.yaw, followers: steps.map(\.followers.count).max() ?? 0,
      live: steps.last?.live ?? 0)
  }
}

/// Steps that mostly the same anchors took.
private struct CreepSteps {
  private var steps = 0
  private var live = 0
  private var motion = Motion.identity
  /// By slot: how far an anchor went, and in how many steps. A writer may leave some out in one step
  /// and bring them along in the next one.
  private var ways: [Int: (way: SIMD3<Double>, steps: Int)] = [:]

  /// How many preceding groups are considered.
  static let lookBack = 32

  /// Whether a step is of these anchors: at least half of all that took part in one or the other, whichever
  /// are more, are in both.
  func takes(_ step: FoundShift) -> Bool {
    let common = step.followers.count { ways[$0] != nil }
    return common * 2 >= max(step.followers.count, ways.count)
  }

  mutating func add(_ step: FoundShift, _ index: EventIndex) {
    steps += 1
    live = step.live
    motion = step.motion.after(motion)
    for place in step.burst.indices where step.follows[place] {
      let write = step.burst[place]
      let before = SIMD3<Double>(index.position(Int(write.previous)))
      let after = SIMD3<Double>(index.position(Int(write.ordinal)))
      let former = ways[Int(write.slot)] ?? (.zero, 0)
      ways[Int(write.slot)] = (former.way + (after - before), former.steps + 1)
    }
  }

  var creep: Creep {
    // An anchor that took hardly any of the steps did so by chance.
    let members = ways.values.filter { $0.steps * Self.leastShare >= steps }
    return Creep(
      steps: steps, displacement: FoundShift.median(members.map { $0.way.length }),
      yaw: motion.yaw, followers: members.count, live: live)
  }

  /// A member took at least one in this many steps.
  private static let leastShare = 5
}
