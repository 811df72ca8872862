import HyperbasisCanvas
import HyperbasisModels
import HyperbasisWording
import Testing

/// Two values side by side.
struct ValueTextTests {
  private static func pair(_ old: AnyCodableValue, _ new: AnyCodableValue) -> String {
    let (was, current) = ValueText.pair(old, new)
    return "\(was) → \(current)"
  }

  @Test func longTextsAreShownFromShortlyBeforeTheyPart() {
    let long = String(repeating: "x", count: 60)
    #expect(
      Self.pair(.string(long + "A"), .string(long + "B")) == "…xxxxxxxxA → …xxxxxxxxB")
    #expect(Self.pair("milk", "bread") == "milk → bread")
  }

  /// An accent that is a separate scalar, and the symbol of a newline.
  @Test(
    arguments: [
      ("\n", "\u{240A}", "\\u{a} → \\u{240a}"),
      ("caf\u{E9}", "cafe\u{301}", "caf\\u{e9} → cafe\\u{301}"),
    ])
  func whatReadsAlikeIsToldApartByItsNumbers(_ old: String, _ new: String, _ text: String) {
    #expect(Self.pair(.string(old), .string(new)) == text)
  }
}
