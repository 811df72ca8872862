import HyperbasisCanvas
import SeededRandom

/// Text that tries to reach the terminal as a command.
package struct HostileTextTrial: Trial {
  package let number = 15
  package let title = "hostile text"
  package let target = "1,000,000 strings, 0 control characters that reach a terminal"

  private static let strings = 1_000_000
  private static let nasty: [Unicode.Scalar] = [
    "\u{1B}", "\u{9B}", "\u{7}", "\r", "\n", "\t", "\u{8}", "\u{202E}", "\u{2066}", "\u{200D}",
    "\u{FE0F}", "\u{301}", "\u{85}", "\u{2028}", "\u{9D}", "\u{90}", "\u{7F}", "\u{E0041}", "[",
    "]", "5", "2", ";", "A", "東", "\u{FEFF}",
  ]

  package init() {}

  package func run(_ settings: TrialSettings, _ report: inout TrialReport) throws {
    var random = SeededGenerator(seed: settings.seed)
    for _ in 0..<settings.count(Self.strings) where !settings.isOver(report) {
      let text = Self.string(&random)
      report.tried += 1
      if !text.unicodeScalars.allSatisfy(Self.isHarmless) { report.injected += 1 }
      let plain = TerminalText(text).plain
      if !plain.unicodeScalars.allSatisfy(Self.isHarmless) {
        report.violations.append("\(text.unicodeScalars.map(\.value)) reaches the terminal")
      }
    }
  }

  private static func string(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      if Bool.random(using: &random), let scalar = nasty.randomElement(using: &random) {
        text.append(scalar)
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x1_FFFF, using: &random)) {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// Whether a scalar may reach a terminal: controls, directions, tags and joiners may not.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFEFF, 0xE0000...0xE0FFF:
      false
    default: true
    }
  }
}
