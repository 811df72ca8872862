import HyperbasisModels
import SeededRandom
import Testing

@testable import HyperbasisExchange

/// A rotation that was rounded to floats comes back to the last bit.
struct RotationFitTests {
  @Test func turnsAboutTheVerticalComeBack() throws {
    var exact = 0
    for step in 0..<3600 {
      let transform = HBTransform.make(position: SIMD3(1, 2, 3), yaw: Double(step) / 10 - 180)
      let fit = try #require(RotationFit(transform))
      if fit.isExact { exact += 1 }
      let quaternion = fit.quaternion
      #expect(quaternion.x == 0 && quaternion.z == 0 && quaternion.w >= 0)
      if fit.isExact {
        #expect(quaternion.matrix.transform(at: SIMD3(1, 2, 3)) == transform)
      }
    }
    #expect(exact > 3590, "\(exact) of 3600")
  }

  @Test func anyRotationComesBack() throws {
    var random = SeededGenerator(seed: 7)
    var exact = 0
    for _ in 0..<2000 {
      func number() -> Double { Double.random(in: -1...1, using: &random) }
      guard let quaternion = UnitQuaternion(number(), number(), number(), number()) else {
        continue
      }
      let transform = quaternion.matrix.transform(at: .zero)
      let fit = try #require(RotationFit(transform))
      if fit.isExact { exact += 1 }
      #expect(abs(fit.quaternion.w - quaternion.w) < 1e-6)
    }
    #expect(exact > 1990, "\(exact) of 2000")
  }

  @Test func whatIsNoRotationIsNotCalledOne() {
    #expect(RotationFit(HBTransform.identity)?.quaternion == .identity)
    var scaled = HBTransform.identity
    scaled[0] = 2
    scaled[5] = 2
    scaled[10] = 2
    #expect(RotationFit(scaled)?.isExact == false)
    var coarse = HBTransform.make(position: .zero, yaw: 33)
    coarse[0] = 0.8387
    #expect(RotationFit(coarse)?.isExact == false)
    #expect(RotationFit([]) == nil)
  }
}
