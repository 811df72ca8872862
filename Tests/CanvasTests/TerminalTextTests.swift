import Testing

@testable import HyperbasisCanvas

struct TerminalTextTests {
  @Test(arguments: [
    ("plain", "plain", 5), ("", "", 0), ("é", "é", 1), ("e\u{301}", "e\u{301}", 1),
    ("東京", "東京", 4), ("🛋", "🛋", 1), ("🪑", "🪑", 2), ("⚡\u{FE0F}", "⚡", 2),
    ("❤\u{FE0F}", "❤", 1), ("한국", "한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", "\u{1112}\u{1161}\u{11AB}", 2),
    ("क\u{93F}", "क\u{93F}", 2), ("a\u{A0}b", "a b", 3), ("\u{3000}", "\u{3000}", 2),
    ("שלום", "שלום", 4), ("⠿⡇", "⠿⡇", 2), ("─│┌", "─│┌", 3),
  ])
  func harmlessTextStays(text: String, shown: String, width: Int) {
    let safe = TerminalText(text)
    #expect(safe.plain == shown)
    #expect(safe.width == width)
  }

  @Test(arguments: [
    ("a\u{1B}[31mb", "a␛[31mb"), ("\u{7}", "␇"), ("x\r\ny\tz", "x␍␊y␉z"), ("\u{7F}", "␡"),
    ("\0", "␀"), ("\u{9B}31m", "\\u{9b}31m"), ("\u{85}", "\\u{85}"),
    ("a\u{202E}b\u{202C}", "a\\u{202e}b\\u{202c}"), ("\u{2066}\u{2069}", "\\u{2066}\\u{2069}"),
    ("\u{200E}\u{200F}\u{61C}", "\\u{200e}\\u{200f}\\u{61c}"), ("a\u{200B}b", "a\\u{200b}b"),
    ("\u{FEFF}x", "\\u{feff}x"), ("a\u{200D}b", "a\\u{200d}b"), ("a\u{200C}b", "a\\u{200c}b"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"), ("\u{E0041}", "\\u{e0041}"),
    ("a\u{FE0F}", "a\\u{fe0f}"), ("\u{FE0F}", "\\u{fe0f}"), ("\u{301}", "\\u{301}"),
    ("\u{E000}", "\\u{e000}"), ("\u{378}", "\\u{378}"), ("\u{AD}", "\\u{ad}"),
    ("\u{2060}", "\\u{2060}"), ("\u{115F}", "\\u{115f}"), ("\u{3164}", "\\u{3164}"),
    ("\u{34F}", "\\u{34f}"), ("\u{FFFF}", "\\u{ffff}"), ("\u{1161}", "\\u{1161}"),
    ("\u{1B}\u{301}", "␛\\u{301}"), ("\u{200B}\u{301}", "\\u{200b}\\u{301}"),
    ("1\u{FE0F}", "1\\u{fe0f}"), ("\u{4DC0}", "\\u{4dc0}"),
  ])
  func hostileTextIsShownVisibly(text: String, shown: String) {
    #expect(TerminalText(text).plain == shown)
  }

  @Test(arguments: [
    ("👨‍👩‍👧", "👨⁺", 3), ("👍🏽", "👍⁺", 3), ("🇫🇷", "FR⁺", 3), ("1️⃣", "1⁺", 2), ("🏳️‍🌈", "🏳⁺", 2),
  ])
  func emojiSequencesAreTheirFirstElementAndAMarker(text: String, shown: String, width: Int) {
    let safe = TerminalText(text)
    #expect(safe.plain == shown)
    #expect(safe.width == width)
  }

  @Test func theShortWayForSimpleTextTellsTheSame() {
    let differing = (UInt32(0)...0x1_FFFF).filter { value in
      let width = TextSanitizer.simpleWidth(of: value)
      guard width > 0, let scalar = Unicode.Scalar(value) else { return false }
      guard case .shown = ScalarPolicy.of(scalar) else { return true }
      return ScalarWidth.columns(of: scalar) != width
    }
    #expect(differing == [])
  }

  @Test func stackedMarksAreLimited() {
    let text = TerminalText("Z" + String(repeating: "\u{300}", count: 500) + "a")
    #expect(text.plain.unicodeScalars.count == 2 + 2)
    #expect(text.width == 2)
  }

  @Test func longTextIsCut() {
    let text = TerminalText(String(repeating: "é", count: 100_000), limit: 10)
    #expect(text.plain == "ééééééééé…")
    #expect(TerminalText(String(repeating: "x", count: 100), limit: 4).plain == "xxx…")
    #expect(TerminalText("abc", limit: 0).isEmpty)
  }

  @Test func interpolatedPartsAreMadeSafe() {
    let name = "mug\u{1B}[2J\n"
    let text: TerminalText = "· \(name) \(3) \(TerminalText("ok"))"
    #expect(text.plain == "· mug␛[2J␊ 3 ok")
  }

  @Test func noTextAltersWhatIsBeforeIt() {
    let mark = TerminalText("a") + TerminalText("\u{301}b")
    #expect(mark.plain == "a\\u{301}b")
    let joiner: TerminalText = "👨\("\u{200D}👩")"
    #expect(joiner.plain.hasPrefix("👨\\u{200d}"))
  }

  @Test func truncationKeepsToTheColumns() {
    let text: TerminalText = "東京tower"
    #expect(
      (0...9).map { text.truncated(to: $0).plain } == [
        "", "…", "…", "東…", "東…", "東京…", "東京t…", "東京to…", "東京tow…", "東京tower",
      ])
    #expect(text.truncated(to: 4, ellipsis: "~").plain == "東~")
    #expect(text.prefix(columns: 3).plain == "東")
    #expect(text.suffix(columns: 6).plain == "tower")
    #expect(text.truncated(to: -3).isEmpty)
  }

  @Test func numbersAreWholeOrLeftOut() {
    let text: TerminalText = "moved 0.42 m, yaw -27°"
    #expect(
      [8, 9, 10, 11, 12, 21].map { text.truncated(to: $0).plain } == [
        "moved …", "moved …", "moved 0.4…", "moved 0.42…", "moved 0.42 …", "moved 0.42 m, yaw …",
      ])
    #expect(TerminalText("acres: 15690.2 → 9").truncated(to: 12).plain == "acres: …")
    #expect(TerminalText("acres: 15690.2 → 9").truncated(to: 13).plain == "acres: 15690…")
    #expect(
      [10, 18, 19, 21].map { text.shortenedInside(to: $0).plain } == [
        "move… -27°", "moved … yaw -27°", "moved 0.4… yaw -27°", "moved 0.42…, yaw -27°",
      ])
    #expect(TerminalText("yaw -0.08°, up").truncated(to: 9).plain == "yaw …")
    #expect(TerminalText("moved 10.4 m").truncated(to: 9).plain == "moved 10…")
    #expect(text.shortenedInside(to: 22) == text)
    #expect(TerminalText("from -12.5").truncated(to: 7).plain == "from …")
    #expect(TerminalText("from -12.5").shortenedInside(to: 8).plain == "fro…")
    #expect(TerminalText("2024-06-19 and on").truncated(to: 10).plain == "2024-06-…")
  }

  @Test func measuresAreWholeOrLeftOut() {
    let text: TerminalText = "pump: moved 0.42 m, yaw -27°"
    #expect(
      [8, 13, 16, 17, 18, 19, 20, 24, 27, 28].map { text.truncatedBeforeMeasure(to: $0).plain } == [
        "pump: m…", "pump: moved …", "pump: moved …", "pump: moved …", "pump: moved …",
        "pump: moved 0.42 m…", "pump: moved 0.42 m,…", "pump: moved 0.42 m, yaw…",
        "pump: moved 0.42 m, yaw …", "pump: moved 0.42 m, yaw -27°",
      ])
    let place: TerminalText = "pump: at -2.93, 1.69, 0.51"
    #expect(
      [10, 13, 14, 15, 17, 19, 20, 26].map { place.truncatedBeforeMeasure(to: $0).plain } == [
        "pump: at …", "pump: at …", "pump: at …", "pump: at -2.93…", "pump: at -2.93, …",
        "pump: at -2.93, …", "pump: at -2.93, …", "pump: at -2.93, 1.69, 0.51",
      ])
    let short: TerminalText = "a: moved <0.1 mm, up"
    #expect(short.truncatedBeforeMeasure(to: 14).plain == "a: moved …")
    #expect(TerminalText("a: 12 events").truncatedBeforeMeasure(to: 6).plain == "a: 12…")
    #expect(TerminalText("12 m away").truncatedBeforeMeasure(to: 4).plain == "12 …")
    #expect(text.truncatedBeforeMeasure(to: 1).plain == "…")
    #expect(text.truncatedBeforeMeasure(to: 0).isEmpty)
  }

  @Test func aNumberThatTheTextBeginsWithIsBetterThanNothing() {
    #expect(TerminalText("123456").truncated(to: 5).plain == "1234…")
    #expect(TerminalText("-123456").truncated(to: 5).plain == "-123…")
  }

  @Test func aNameKeepsTheNumberAtItsEnd() {
    let name: TerminalText = "person 203"
    #expect(
      [12, 10, 9, 7, 6, 5].map { name.truncatedName(to: $0).plain } == [
        "person 203", "person 203", "perso…203", "per…203", "pe…203", "pers…",
      ])
    #expect(TerminalText("Buy oat milk").truncatedName(to: 8).plain == "Buy oat…")
    #expect(TerminalText("1234567").truncatedName(to: 5).plain == "1234…")
    #expect(TerminalText("東京 12").truncatedName(to: 6, ellipsis: "~").plain == "東~12")
  }

  @Test func paddingAligns() {
    #expect(TerminalText("東").padded(to: 5).plain == "東   ")
    #expect(TerminalText("ab").padded(to: 5, align: .right).plain == "   ab")
    #expect(TerminalText("abcdef").fitted(to: 4).plain == "abc…")
  }

  @Test func wrappingBreaksAtBlanks() {
    let text: TerminalText = "the plan was made again"
    #expect(text.wrapped(to: 9).map(\.plain) == ["the plan", "was made", "again"])
    #expect(TerminalText("moved 3 cm").wrapped(to: 8).map(\.plain) == ["moved", "3 cm"])
    #expect(TerminalText("12 34 56").wrapped(to: 5).map(\.plain) == ["12 34", "56"])
    #expect(TerminalText("abcdefgh").wrapped(to: 3).map(\.plain) == ["abc", "def", "gh"])
    #expect(TerminalText("").wrapped(to: 3).map(\.plain) == [""])
    #expect(TerminalText("東京").wrapped(to: 1).isEmpty)
    #expect(TerminalText("a 東京 12 m b").wrapped(to: 4).map(\.plain) == ["a", "東京", "12 m", "b"])
  }

  @Test func asciiIsAsWideAsTheText() {
    #expect(TerminalText("─│┌→…·Ünï東京⠿█≈").ascii.plain == "-|+>~.Uni? ? .#~")
    for value in 0x80...0x2FFF {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      let text = TerminalText(String(scalar))
      #expect(text.ascii.width == text.width)
      #expect(text.ascii.plain.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    }
    #expect(TerminalText("ÀÿĀĦŁŸž").ascii.plain == "AyAHLYz")
    #expect(TerminalText("Țăran, ȘTIUȚĂ").ascii.plain == "Taran, STIUTA")
  }

  @Test func lettersThatAreTwoInASCIIAreSpelledOut() {
    let text = TerminalText("Straße ẞ Æon Œuvre þing Þór ĳs ﬁn, Ørsted łódź")
    #expect(
      text.plain(isUTF8: false) == "Strasse SS AEon OEuvre thing Thor ijs fin, Orsted lodz")
    #expect(text.plain(isUTF8: true) == text.plain)
    #expect(text.ascii.width == text.width)
  }
}
