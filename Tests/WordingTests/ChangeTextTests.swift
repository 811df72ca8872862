import Foundation
import HyperbasisCanvas
import HyperbasisModels
import HyperbasisWording
import TestSupport
import Testing

struct ChangeTextTests {
  private static func text(
    from old: [Float], to new: [Float], _ metadata: [String: AnyCodableValue] = [:],
    _ newMetadata: [String: AnyCodableValue] = [:]
  ) -> String {
    ChangeText(transforms: (old, new), metadata: (metadata, newMetadata)).text.plain
  }

  /// Longer than the shown part of a value.
  private static let long = String(repeating: "a", count: 60)

  private static func scaled(_ transform: [Float], by factors: [Float]) -> [Float] {
    var result = transform
    for column in 0..<3 {
      for row in 0..<3 { result[4 * column + row] *= factors[column] }
    }
    return result
  }

  private static let origin = HBTransform.make(position: [1, 2, 3], yaw: 40)

  /// The axes of a turned matrix of floats are not exactly as long as before.
  @Test(arguments: [0.3, -0.3, 0.06, 12, 179], [1, 2, 0.5] as [Float])
  func aTurnIsATurnHoweverSmall(_ degrees: Double, _ scale: Float) {
    let old = Self.scaled(Self.origin, by: [scale, scale, scale])
    let new = Self.scaled(
      HBTransform.make(position: [1, 2, 3], yaw: 40 + degrees), by: [scale, scale, scale])
    #expect(Self.text(from: old, to: new) == "yaw \(AngleText.change(degrees))")
  }

  private static func rotation(yaw: Double, pitch: Double, roll: Double) -> [Float] {
    let (y, x, z) = (yaw * .pi / 180, pitch * .pi / 180, roll * .pi / 180)
    let (sy, cy, sx, cx, sz, cz) = (sin(y), cos(y), sin(x), cos(x), sin(z), cos(z))
    return [
      cy * cz + sy * sx * sz, cx * sz, cy * sx * sz - sy * cz, 0, sy * sx * cz - cy * sz, cx * cz,
      sy * sz + cy * sx * cz, 0, sy * cx, -sx, cy * cx, 0, 1, 2, 3, 1,
    ].map { Float($0) }
  }

  /// Judged only by its yaw, a picture that fell over would hardly have turned.
  @Test(
    arguments: [
      (0.1, 80, 0, "turned 80°"), (0.1, 0, 170, "turned 170°"), (0, 0.1, 0, "turned 0.1°"),
      (90, 45, 0, "turned 98°, yaw +90°"), (30, 0, 30, "turned 42°, yaw +30°"),
      (12, 0.5, 0.5, "yaw +12°"), (-90, 5, 0, "yaw -90°"), (3, 40, 0, "turned 40°"),
      (0, 0.04, 0, "turned <0.1°"), (0.03, 0, 0, "turned <0.1°"),
      (0, 0, 0.0004, "transform changed"),
    ] as [(Double, Double, Double, String)])
  func aTiltIsNotHiddenByTheYaw(_ yaw: Double, _ pitch: Double, _ roll: Double, _ text: String) {
    let old = Self.rotation(yaw: 0, pitch: 0, roll: 0)
    let new = Self.rotation(yaw: yaw, pitch: pitch, roll: roll)
    #expect(Self.text(from: old, to: new) == text)
    #expect(abs(HBTransform.eulerAngles(new).yaw - yaw) < 1e-3)
  }

  @Test func aMirrorIsSaidWhereItMovedToo() {
    var mirrored = Self.scaled(Self.origin, by: [-1, 1, 1])
    #expect(Self.text(from: Self.origin, to: mirrored) == "mirrored")
    let straight = Self.rotation(yaw: 0, pitch: 0, roll: 0)
    let turned = Self.scaled(Self.rotation(yaw: 40, pitch: 0, roll: 0), by: [-1, 1, 1])
    #expect(Self.text(from: straight, to: turned) == "yaw +40°, mirrored")
    let tilted = Self.scaled(Self.rotation(yaw: 0, pitch: 30, roll: 0), by: [-1, 1, 1])
    #expect(Self.text(from: straight, to: tilted) == "turned 30°, mirrored")
    mirrored[12] += 0.5
    #expect(Self.text(from: mirrored, to: Self.origin) == "moved 50 cm, mirrored")
    #expect(
      Self.text(from: Self.origin, to: Self.scaled(mirrored, by: [2, 2, 2]))
        == "moved 50 cm, mirrored, scaled ×2")
  }

  @Test(
    arguments: [
      ([2, 2, 2], "scaled ×2"), ([0.5, 0.5, 0.5], "scaled ×0.5"), ([1, 2, 1], "scaled"),
      ([1.5, 1.5, 1.5], "scaled ×1.5"), ([1.002, 1.002, 1.002], "scaled ×1.002"),
      ([0.0003, 0.0003, 0.0003], "scaled ×0.0003"), ([3e-7, 3e-7, 3e-7], "scaled ×3.0e-07"),
      ([0, 0, 0], "scaled ×0"),
    ] as [([Float], String)])
  func scaling(_ factors: [Float], _ text: String) {
    #expect(Self.text(from: Self.origin, to: Self.scaled(Self.origin, by: factors)) == text)
  }

  /// An axis of zero length before and after has no factor.
  @Test(arguments: [[0, 1, 1], [1, 0, 1], [1, 1, 0]] as [[Float]])
  func whatIsFlatIsScaledAlongItsOtherAxes(_ lengths: [Float]) {
    let flat = Self.scaled(Self.origin, by: lengths)
    for (factor, text) in [(2, "scaled ×2"), (0, "scaled ×0")] as [(Float, String)] {
      let scaled = Self.scaled(flat, by: [factor, factor, factor])
      #expect(Self.text(from: flat, to: scaled).hasSuffix(text))
    }
  }

  /// What is reported in one direction is reported in the other.
  @Test(arguments: [1.0005, 1.00099, 1.001, 1.00101, 1.5] as [Float])
  func scalingIsToldBothWays(_ factor: Float) {
    let scaled = Self.scaled(Self.origin, by: [factor, factor, factor])
    let isTold = Self.text(from: Self.origin, to: scaled).hasPrefix("scaled")
    #expect(Self.text(from: scaled, to: Self.origin).hasPrefix("scaled") == isTold)
  }

  @Test func allThatChangedIsSaid() {
    let new = Self.scaled(
      HBTransform.make(position: [1, 2.5, 3], yaw: 52), by: [2, 2, 2])
    #expect(
      Self.text(from: Self.origin, to: new, ["a": 1], ["a": 2])
        == "moved 50 cm, up 50 cm, yaw +12°, scaled ×2; a: 1 → 2")
  }

  @Test func whatCannotBeMeasuredIsSaidToo() {
    var new = Self.origin
    new[3] = 0.5
    #expect(Self.text(from: Self.origin, to: new) == "transform changed")
    var nudged = Self.origin
    nudged[12] = nudged[12].nextUp
    #expect(Self.text(from: Self.origin, to: nudged) == "moved <0.1 mm")
  }

  @Test func nothingIsSaidOfNothing() {
    let same = ChangeText(
      transforms: (Self.origin, Self.origin), metadata: (["a": 1], ["a": .double(1)]))
    #expect(same.isEmpty && same.text.isEmpty && same.short.isEmpty)
  }

  @Test(
    arguments: [
      (["text": "milk"], ["text": "bread"], "text: milk → bread"),
      ([:], ["color": "red"], "+color: red"), (["size": 3], [:], "-size: 3"),
      (["n": "1"], ["n": 1], "n: \"1\" → 1"), (["n": "null"], ["n": .null], "n: \"null\" → null"),
      (["n": ""], ["n": "two words"], "n: \"\" → two words"),
      (["n": [1, 2]], ["n": [1, 3]], "n: [1,2] → [1,3]"),
      (["n": 0.5], ["n": .double(0.5.nextUp)], "n: 0.5 → 0.5000000000000001"),
      (["n": 1], ["n": .double(1.0000001)], "n: 1 → 1.0000001"),
      // A value has the same text wherever it is shown, whatever it is compared with.
      (["n": .double(48.13712345)], ["n": .double(48.1372)], "n: 48.13712345 → 48.1372"),
      (["n": .double(123456789.25)], ["n": 1], "n: 123456789.25 → 1"),
      ([:], ["n": .double(1.00000012)], "+n: 1.00000012"),
      ([:], ["n": .double(1_718_668_800.5)], "+n: 1718668800.5"),
      (["n": .double(2.0000001)], ["n": 2], "n: 2.0000001 → 2"),
      (["s": .string(long + "X")], ["s": .string(long + "Y")], "s: …aaaaaaaaX → …aaaaaaaaY"),
      (["s": .string(long)], ["s": .string(long + "b")], "s: …aaaaaaaa → …aaaaaaaab"),
      (
        ["s": .string("X" + long)], ["s": .string("Y" + long)],
        "s: X\(long.prefix(38))… → Y\(long.prefix(38))…"
      ),
      (
        ["s": .string(long + "X" + long)], ["s": .string(long + "Y" + long)],
        "s: …aaaaaaaaX\(long.prefix(30))… → …aaaaaaaaY\(long.prefix(30))…"
      ),
      (
        ["o": ["list": [.string(long), 1]]], ["o": ["list": [.string(long), 2]]],
        "o: …aaaaaa\",1]} → …aaaaaa\",2]}"
      ),
      (["b": 1, "é": 1, "Z": 1], [:], "-Z: 1, -b: 1, -é: 1"),
    ] as [([String: AnyCodableValue], [String: AnyCodableValue], String)])
  func metadata(
    _ old: [String: AnyCodableValue], _ new: [String: AnyCodableValue], _ text: String
  ) {
    #expect(Self.text(from: Self.origin, to: Self.origin, old, new) == text)
  }

  @Test func hostileTextIsShownVisibly() {
    let evil = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\u{200B}\r\n"
    let text = Self.text(
      from: Self.origin, to: Self.origin, [evil: .string(evil)], ["a": .array([.string(evil)])])
    #expect(
      text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      })
  }
}
