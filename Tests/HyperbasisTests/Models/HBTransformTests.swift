import Foundation
import Hyperbasis
import Testing

struct HBTransformTests {
  @Test func identityHeadsUpThePlan() {
    #expect(HBTransform.yaw(HBTransform.identity) == 0)
  }

  @Test(arguments: [0.0, 30, 90, 135, 179, -45, -90, -170])
  func yawIsWhatWasSet(degrees: Double) throws {
    let transform = HBTransform.make(position: SIMD3(1, 2, 3), yaw: degrees)
    let yaw = try #require(HBTransform.yaw(transform))
    #expect(abs(yaw - degrees) < 1e-4)
    #expect(HBTransform.position(transform) == SIMD3(1, 2, 3))
    #expect(abs(HBTransform.eulerAngles(transform).yaw - degrees) < 1e-4)
  }

  /// Bit for bit: −0 would be written as another number than the identity's.
  @Test func noYawIsTheIdentity() {
    let bits = HBTransform.make(position: .zero).map(\.bitPattern)
    #expect(bits == HBTransform.identity.map(\.bitPattern))
  }

  @Test func aPositiveYawTurnsCounterClockwiseSeenFromAbove() {
    // The heading is −column 2; from −z (up the plan) a quarter turn leads to −x (left).
    let transform = HBTransform.make(position: .zero, yaw: 90)
    #expect(transform[8] == 1 && transform[10] == 0)
  }

  @Test func aYawLeavesPositionAndScale() throws {
    var transform = HBTransform.make(position: SIMD3(1, 2, 3), yaw: 30)
    for index in 0..<12 { transform[index] *= 2 }
    HBTransform.setYaw(90, of: &transform)
    #expect(HBTransform.position(transform) == SIMD3(1, 2, 3))
    let scale = HBTransform.scale(transform)
    #expect(abs(scale.x - 2) + abs(scale.y - 2) + abs(scale.z - 2) < 1e-5)
    #expect(abs(try #require(HBTransform.yaw(transform)) - 90) < 1e-4)
  }

  @Test func aYawLeavesAMirroring() throws {
    var transform = HBTransform.identity
    transform[0] = -2
    HBTransform.setYaw(30, of: &transform)
    #expect(HBTransform.isMirrored(transform))
    #expect(abs(HBTransform.scale(transform).x - 2) < 1e-5)
    #expect(abs(try #require(HBTransform.yaw(transform)) - 30) < 1e-4)
  }

  /// A mirrored transform is turned as its mirror image along its own x axis, whether or not the other
  /// one is mirrored.
  @Test func whatIsMirroredHasTheTurnOfItsImage() {
    func mirrored(_ transform: [Float]) -> [Float] {
      var transform = transform
      for index in 0..<3 { transform[index] *= -1 }
      return transform
    }
    let turned = HBTransform.make(position: .zero, yaw: 40)
    // 30° about x.
    var tilted = HBTransform.identity
    let (cosine, sine) = (Float(0.75.squareRoot()), Float(0.5))
    (tilted[5], tilted[6], tilted[9], tilted[10]) = (cosine, sine, -sine, cosine)
    for (transform, angle) in [(turned, 40.0), (tilted, 30), (HBTransform.identity, 0)] {
      #expect(abs(HBTransform.angle(HBTransform.identity, mirrored(transform)) - angle) < 1e-3)
      #expect(abs(HBTransform.angle(mirrored(transform), HBTransform.identity) - angle) < 1e-3)
      #expect(
        abs(
          HBTransform.angle(mirrored(transform), mirrored(.init(turned)))
            - HBTransform.angle(transform, turned)) < 1e-3)
    }
    #expect(abs(HBTransform.tiltChange(HBTransform.identity, mirrored(tilted)) - 30) < 1e-3)
    let roll = HBTransform.eulerAngles(mirrored([0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]))
      .roll
    #expect(abs(roll - 90) < 1e-3)
  }

  @Test func theAngleBetweenTransformsIsTheTurn() {
    let from = HBTransform.make(position: .zero, yaw: 170)
    let to = HBTransform.make(position: .zero, yaw: -170)
    #expect(abs(HBTransform.angle(from, to) - 20) < 1e-3)
    #expect(abs(HBTransform.yawChange(from, to) - 20) < 1e-3)
    #expect(HBTransform.angle(from, from) < 1e-3)
  }

  @Test func anglesDoNotMindScale() {
    var scaled = HBTransform.make(position: .zero, yaw: 30)
    for index in 0..<12 { scaled[index] *= 3 }
    #expect(abs(HBTransform.angle(HBTransform.identity, scaled) - 30) < 1e-3)
    #expect(abs(HBTransform.scale(scaled).x - 3) < 1e-5)
  }

  @Test func whatIsNotATransformHasNoPose() {
    #expect(HBTransform.position([1, 2, 3]) == .zero)
    #expect(HBTransform.yaw([]) == nil)
    #expect(HBTransform.angle([], HBTransform.identity) == 0)
    // A forward axis that points straight up has no heading.
    #expect(HBTransform.yaw([1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1]) == nil)
  }
}
