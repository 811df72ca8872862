import Hyperbasis
import Testing

struct RigidShiftTests {
  @Test func takingTheShiftOutRestoresTheTransform() {
    let shift = HBRigidShift(
      translation: SIMD3(0.3, 0.1, -0.2), yaw: 30, residual: 0, inliers: 3, common: 3)
    let before = HBTransform.make(position: SIMD3(1, 2, 3), yaw: 15)
    let moved = shift.apply(to: SIMD3(1, 2, 3))
    let after = HBTransform.make(position: SIMD3<Float>(moved), yaw: 45)
    let back = shift.takenOut(of: after)
    for (left, right) in zip(back, before) { #expect(abs(left - right) < 1e-5) }
  }
}
