import HyperbasisCanvas
import HyperbasisModels
import HyperbasisWording
import Testing

struct RotationTextTests {
  private static func text(_ change: (inout [Float]) -> Void) -> String {
    var transform = HBTransform.make(position: .zero, yaw: 90)
    change(&transform)
    return RotationText.text(transform).plain
  }

  @Test func anglesFollowTheYaw() {
    #expect(Self.text { _ in } == "90°, pitch 0°, roll 0°")
  }

  /// Just as `show` leaves the yaw empty.
  @Test func whatPointsUpHasNoHeading() {
    let axes: [Float] = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0]
    #expect(Self.text { $0.replaceSubrange(..<12, with: axes) } == "none, pitch 90°, roll 0°")
    let turned: [Float] = [0, 0, -1, 0, 1, 0, 0, 0, 0, -1, 0, 0]
    #expect(Self.text { $0.replaceSubrange(..<12, with: turned) } == "none, pitch 90°, roll -90°")
    let down: [Float] = [0, 0, -1, 0, -1, 0, 0, 0, 0, 1, 0, 0]
    #expect(Self.text { $0.replaceSubrange(..<12, with: down) } == "none, pitch -90°, roll 90°")
  }

  @Test func whatHasNoAxesOrIsMirroredSaysSo() {
    let nothing = [Float](repeating: 0, count: 12)
    #expect(Self.text { $0.replaceSubrange(..<12, with: nothing) } == "none: an axis has no length")
    #expect(Self.text { for place in 0..<3 { $0[place] *= -1 } }.hasSuffix(", mirrored"))
  }
}
