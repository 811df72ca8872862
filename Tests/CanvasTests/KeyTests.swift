import Testing

@testable import HyperbasisCanvas

struct KeyTests {
  @Test(arguments: [
    ("ctrl-r", Key.control("r")), ("Ctrl-R", .control("r")), ("shift-left", .shiftLeft),
    ("space", .space), ("A", "A"), ("a", "a"), ("shift-a", "A"), ("-", "-"), ("+", "+"),
    ("ctrl--", .control("-")), ("f12", .function(12)), ("F1", .function(1)), ("pgup", .pageUp),
    ("Esc", .escape), ("backtab", .backTab), ("shift-tab", .backTab), ("~", "~"), ("\\", "\\"),
    ("alt-backspace", Key(.backspace, .alt)), ("ctrl-space", .control(" ")), ("é", "é"),
  ])
  func namesAreRead(name: String, key: Key) {
    #expect(Key(name: name) == key)
  }

  @Test(arguments: ["", "ctrl-", "hyper-x", "f25", "f0", "ab", "shift", "\u{1B}", "\n", "\u{202E}"])
  func otherNamesAreRefused(name: String) {
    #expect(Key(name: name) == nil)
  }

  @Test func everyKeyCanBeNamed() {
    let codes: [Key.Code] =
      [
        .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .insert, .delete, .backspace,
        .tab, .enter, .escape, .character(" "), .character("x"), .character("-"),
      ] + (1...24).map(Key.Code.function)
    for code in codes {
      for bits in UInt8(0)..<8 {
        let key = Key(code, Key.Modifiers(rawValue: bits)).normalized
        #expect(Key(name: key.name) == key)
      }
    }
  }

  @Test func onlyPlainCharactersAreTyped() {
    #expect(Key.character("x").typed == "x")
    #expect(Key.control("x").typed == nil)
    #expect(Key.left.typed == nil)
  }
}
