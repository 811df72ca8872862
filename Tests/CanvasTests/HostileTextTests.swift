import HyperbasisCanvas
import TestSupport
import Testing

struct HostileTextTests {
  /// Whether a scalar may reach a terminal.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFE00...0xFE0F, 0xFEFF, 0xE000...0xF8FF, 0xE0000...0x10FFFF:
      false
    default: true
    }
  }

  private static let nasty: [Unicode.Scalar] = [
    "\u{1B}", "\u{9B}", "\u{7}", "\r", "\n", "\t", "\u{8}", "\u{202E}", "\u{2066}", "\u{200D}",
    "\u{FE0F}", "\u{301}", "\u{20E3}", "\u{1F1E6}", "\u{1F468}", "\u{1F3FD}", "\u{E0041}", "[",
    "]", "A", "1", "東", "\u{1112}", "\u{1161}", "\u{11A8}", "\u{93F}", "\u{94D}", "\u{FFFF}",
  ]

  private static func hostileString(using random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      if Bool.random(using: &random), let scalar = nasty.randomElement(using: &random) {
        text.append(scalar)
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x1_FFFF, using: &random)) {
        text.append(scalar)
      }
    }
    return String(text)
  }

  @Test func noStringCanHarmTheTerminalOrTheRow() {
    var random = SeededGenerator(seed: 1_163_157)
    var frame = Frame(size: TerminalSize(columns: 20, rows: 1))
    for _ in 0..<100_000 {
      let text = TerminalText(Self.hostileString(using: &random))
      let glyphWidth = text.glyphs.reduce(0) { $0 + $1.width }
      let isSafe =
        text.plain.unicodeScalars.allSatisfy(Self.isHarmless) && text.width == glyphWidth
        && text.glyphs.allSatisfy { (1...2).contains($0.width) }
      frame.put(text, column: Int.random(in: -9...19, using: &random), row: 0)
      let isWholeRow = frame.cells(inRow: 0).reduce(0) { $0 + $1.glyph.width } == 20
      guard isSafe && isWholeRow else {
        Issue.record("\(text.plain.unicodeScalars.map(\.value)), seed 1163157")
        return
      }
    }
  }

  @Test func concatenationChangesNeitherPart() {
    var random = SeededGenerator(seed: 77_121)
    for _ in 0..<5000 {
      let one = TerminalText(Self.hostileString(using: &random))
      let two = TerminalText(Self.hostileString(using: &random))
      #expect(
        (one + two).plain.unicodeScalars.elementsEqual((one.plain + two.plain).unicodeScalars))
      #expect((one + two).width == one.width + two.width, "seed 77121")
    }
  }
}
