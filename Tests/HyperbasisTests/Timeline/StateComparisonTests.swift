import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisDrift
import HyperbasisHistory
import TestSupport
import Testing

struct StateComparisonTests {
  private let space = UUIDBits(high: 1, low: 0).uuid

  /// Returns an index of anchors that go from one transform to another.
  private func index(_ moves: [(old: [Float], new: [Float])]) -> EventIndex {
    let events = moves.enumerated().flatMap { number, move in
      [move.old, move.new].enumerated().map { version, transform in
        HBAnchorEvent(
          id: UUIDBits(high: 2 + UInt64(version), low: UInt64(number)).uuid,
          anchorId: UUIDBits(high: 1, low: UInt64(number)).uuid, spaceId: space, type: .moved,
          timestamp: Date(timeIntervalSince1970: 3600 * Double(version)), version: version + 1,
          transform: transform)
      }
    }
    return EventIndex(spaceId: space, events: events)
  }

  private func compare(
    _ index: EventIndex, _ rule: MoveRule = MoveRule(),
    takesShiftOut: Bool = false
  ) throws -> StateComparison {
    let middle = index.rows(of: index.state(through: index.count / 2))
    let end = index.rows(of: index.state(through: index.count))
    let history = try DriftHistory(index)
    return try StateComparison(
      index, from: middle, to: end, rule: rule,
      shift: takesShiftOut ? .takenOut(history) : .found(history))
  }

  private enum Outcome { case moved, below, still }

  private func outcome(_ old: [Float], _ new: [Float], _ rule: MoveRule) throws -> Outcome {
    let pair = try #require(try compare(index([(old, new)]), rule).pairs.first)
    if pair.hasMoved { return .moved }
    return pair.isBelowThreshold ? .below : .still
  }

  @Test func thresholdsTellMovesFromNoise() throws {
    let still = HBTransform.make(position: .zero)
    let near = HBTransform.make(position: SIMD3(0.05, 0, 0))
    let turned = HBTransform.make(position: .zero, yaw: 3)
    var scaled = still
    scaled[0] = 2
    var mirrored = still
    mirrored[0] = -1
    let rule = MoveRule(distance: 0.1, angle: 5)
    #expect(try outcome(still, near, MoveRule()) == .moved)
    #expect(try outcome(still, near, rule) == .below)
    #expect(try outcome(still, near, MoveRule(distance: 0.04, angle: 5)) == .moved)
    #expect(try outcome(still, turned, rule) == .below)
    #expect(try outcome(still, turned, MoveRule(distance: 1, angle: 2.5)) == .moved)
    #expect(try outcome(still, scaled, rule) == .moved)
    #expect(try outcome(still, mirrored, rule) == .moved)
    #expect(try outcome(mirrored, still, rule) == .moved)
    #expect(try outcome(still, still, rule) == .still)
    let comparison = try compare(index([(near, turned)]))
    let way = comparison.displacement(ofSlot: 0, from: near, to: turned)
    #expect((way.distance - 0.05).magnitude < 1e-6)
    #expect((way.angle - 3).magnitude < 1e-4)
  }

  /// Returns anchors of which some follow one shift, and the others move independently.
  private func shifted(_ count: Int, followers: Int, seed: UInt64) -> EventIndex {
    var generator = SeededGenerator(seed: seed)
    func place() -> SIMD3<Float> {
      SIMD3(
        .random(in: -5...5, using: &generator), .random(in: 0...2, using: &generator),
        .random(in: -5...5, using: &generator))
    }
    var follows = (0..<count).map { $0 < followers }
    follows.shuffle(using: &generator)
    return index(
      follows.map { follows in
        let old = place()
        let new = follows ? old + SIMD3(1, 0, 0) : place()
        return (HBTransform.make(position: old), HBTransform.make(position: new))
      })
  }

  @Test(arguments: 1...20)
  func aShiftIsCountedOverAllAnchors(seed: UInt64) throws {
    let index = shifted(300, followers: 186, seed: seed)
    let shift = try #require(try compare(index, MoveRule()).shift, "seed \(seed)")
    #expect(shift.motion.common == 300, "seed \(seed)")
    #expect((186...200).contains(shift.motion.inliers), "seed \(seed)")
    #expect(abs(shift.motion.distance - 1) < 0.01, "seed \(seed)")
    #expect(abs(shift.displacement - 1) < 0.01, "seed \(seed)")
  }

  @Test func theShiftOfManyAnchorsIsCountedOverAll() throws {
    let index = shifted(3000, followers: 2100, seed: 7)
    let comparison = try compare(index, MoveRule(), takesShiftOut: true)
    let shift = try #require(comparison.shiftTakenOut)
    #expect(shift.motion.common == 3000)
    #expect((2100...2150).contains(shift.motion.inliers))
    #expect((850...900).contains(comparison.pairs.count { $0.hasMoved }))
  }

  @Test(arguments: 1...20)
  func manyIndependentMovesAreNoShift(seed: UInt64) throws {
    #expect(try compare(shifted(1000, followers: 0, seed: seed)).shift == nil)
  }

  /// What a shift leaves in positions is noise, even for an anchor that also turned.
  @Test func anAnchorThatOnlyTurnedHasNotMoved() throws {
    var generator = SeededGenerator(seed: 11)
    func noise() -> Float { .random(in: -0.002...0.002, using: &generator) }
    let moves = (0..<30).map { number -> (old: [Float], new: [Float]) in
      let old = SIMD3(Float(number % 6), Float(number % 3) / 2, Float(number / 6))
      let new = old + SIMD3(1, 0, 0) + SIMD3(noise(), noise(), noise())
      return (
        HBTransform.make(position: old),
        HBTransform.make(position: new, yaw: number == 7 ? 30 : 0)
      )
    }
    let comparison = try compare(index(moves), takesShiftOut: true)
    #expect(comparison.shiftTakenOut != nil)
    let moved = comparison.pairs.filter(\.hasMoved)
    #expect(moved.map(\.distance) == [0])
    let slot = try #require(moved.first?.slot)
    let way = comparison.displacement(ofSlot: Int(slot), from: moves[7].old, to: moves[7].new)
    #expect(way.distance == 0)
    #expect((way.angle - 30).magnitude < 1)
  }
}
