import Testing

@testable import HyperbasisCommands

struct ShellWordsTests {
  @Test(
    arguments: [
      ("", [""], nil), ("show", ["show"], nil), ("show ", ["show", ""], nil),
      ("show  a\\ b", ["show", "a b"], nil), ("show \"a b", ["show", "a b"], "\""),
      ("show 'a \\\"", ["show", "a \\\""], "'"), ("a\"b c\"'d e'f", ["ab cd ef"], nil),
      ("\"a\\$b\\c\"", ["a$b\\c"], nil), ("x \"\" ", ["x", "", ""], nil),
    ] as [(String, [String], Character?)])
  func aLineIsSplitAsAShellDoes(_ line: String, _ words: [String], _ quote: Character?) {
    let split = ShellWords(line)
    #expect(split.words == words)
    #expect(split.openQuote == quote)
  }

  @Test(arguments: [
    "plain", "two words", "$(x)", "`x`", "it's", "a\"b", "a\\b", "a;b|c&d", "*?[]~",
  ])
  func whatIsQuotedIsReadBackAsItWas(_ text: String) {
    for quote in [nil, "'", "\""] as [Character?] {
      let mark = quote.map { String($0) } ?? ""
      let line = mark + ShellWords.quoted(text, in: quote) + mark
      #expect(ShellWords(line).words == [text], "\(line)")
    }
  }
}
