import Foundation
import Hyperbasis
import TestSupport
import Testing

struct RigidShiftTests {
  /// A room of anchors, seen again after a turn of 8° and 0.4 m.
  private func pairs(
    count: Int, outliers: Int, noise: Double, seed: UInt64, yaw: Double = 8,
    translation: SIMD3<Double> = SIMD3(0.32, 0.0, -0.24)
  ) -> [RigidShiftEstimator.Pair] {
    var generator = SeededGenerator(seed: seed)
    func random(_ extent: Double) -> Double { .random(in: -extent...extent, using: &generator) }
    let shift = HBRigidShift(
      translation: translation, yaw: yaw, residual: 0, inliers: 0, common: 0)
    return (0..<count).map { index in
      let before = SIMD3(random(4), random(1), random(4))
      var after = shift.apply(to: before)
      after += SIMD3(random(noise), random(noise), random(noise))
      if index < outliers { after += SIMD3(random(2), 0, random(2)) }
      return RigidShiftEstimator.Pair(
        before: before, after: after, yawChange: yaw + random(noise * 10))
    }
  }

  @Test func findsAnExactShift() throws {
    let shift = try #require(
      RigidShiftEstimator(pairs(count: 25, outliers: 0, noise: 0, seed: 1)).estimate())
    #expect(abs(shift.yaw - 8) < 1e-9)
    #expect(abs(shift.distance - 0.4) < 1e-9)
    #expect(shift.residual < 1e-9)
    #expect(shift.inliers == 25 && shift.common == 25)
  }

  @Test(arguments: 1...40)
  func survivesOutliersAndNoise(seed: UInt64) throws {
    let shift = try #require(
      RigidShiftEstimator(pairs(count: 25, outliers: 8, noise: 0.01, seed: seed)).estimate(),
      "seed \(seed)")
    #expect(abs(shift.yaw - 8) < 0.5, "seed \(seed)")
    #expect(abs(shift.distance - 0.4) < 0.03, "seed \(seed)")
    #expect(shift.inliers >= 15 && shift.inliers <= 25, "seed \(seed)")
    #expect(shift.residual < 0.03)
  }

  @Test func threeAnchorsSuffice() throws {
    let shift = try #require(
      RigidShiftEstimator(pairs(count: 3, outliers: 0, noise: 0.001, seed: 3)).estimate())
    #expect(abs(shift.yaw - 8) < 0.5)
  }

  @Test func twoAnchorsDoNot() {
    #expect(RigidShiftEstimator(pairs(count: 2, outliers: 0, noise: 0, seed: 4)).estimate() == nil)
  }

  @Test(arguments: 1...40)
  func aSpaceThatStoodStillDidNotShift(seed: UInt64) {
    let still = pairs(count: 20, outliers: 7, noise: 0.001, seed: seed, yaw: 0, translation: .zero)
    #expect(RigidShiftEstimator(still).estimate() == nil, "seed \(seed)")
  }

  @Test(arguments: 1...200)
  func independentMovesAreNoShift(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    func random(_ extent: Double) -> Double { .random(in: -extent...extent, using: &generator) }
    let count = 3 + Int(seed % 20)
    let moves = (0..<count).map { _ in
      let before = SIMD3(random(5), 0, random(5))
      return RigidShiftEstimator.Pair(
        before: before, after: before + SIMD3(random(1), 0, random(1)), yawChange: random(20))
    }
    #expect(RigidShiftEstimator(moves).estimate() == nil, "seed \(seed)")
  }

  @Test func takingTheShiftOutRestoresTheTransform() {
    let shift = HBRigidShift(
      translation: SIMD3(0.3, 0.1, -0.2), yaw: 30, residual: 0, inliers: 3, common: 3)
    let before = HBTransform.make(position: SIMD3(1, 2, 3), yaw: 15)
    let moved = shift.apply(to: SIMD3(1, 2, 3))
    let after = HBTransform.make(position: SIMD3<Float>(moved), yaw: 45)
    let back = shift.takenOut(of: after)
    for (left, right) in zip(back, before) { #expect(abs(left - right) < 1e-5) }
  }

  @Test func hostileNumbersAreLeftOut() {
    let bad = RigidShiftEstimator.Pair(
      before: SIMD3(.nan, 0, 0), after: SIMD3(.infinity, 0, 0), yawChange: 0)
    let good = pairs(count: 10, outliers: 0, noise: 0, seed: 5)
    #expect(RigidShiftEstimator([bad] + good).estimate()?.common == 10)
    #expect(RigidShiftEstimator([bad, bad, bad]).estimate() == nil)
  }
}
