import Testing

@testable import HyperbasisReports

/// Text of a store appears as just that text wherever Markdown is read.
struct MarkdownTextTests {
  static let cases: [(String, String)] = [
    ("plain text, 1.5 m", "plain text, 1.5 m"),
    ("a|b", "a\\|b"),
    ("`code` *bold* _it_ ~~no~~", "\\`code\\` \\*bold\\* \\_it\\_ \\~\\~no\\~\\~"),
    ("<img src=x>", "\\<img src=x\\>"),
    ("[a](javascript:b)", "\\[a\\](javascript:<!-- -->b)"),
    ("![a](b)", "\\!\\[a\\](b)"),
    ("https://a.example", "https:<!-- -->//a.example"),
    ("www.example", "www\\.example"),
    ("ask @ann about #12", "ask @<!-- -->ann about #<!-- -->12"),
    ("GH-1, gh-2, GH-x, weigh-3", "GH<!-- -->-1, gh<!-- -->-2, GH-x, weigh<!-- -->-3"),
    ("a@b.example", "a@<!-- -->b.example"),
    (":tada:", ":<!-- -->tada:"),
    ("12:03, text: milk", "12:03, text: milk"),
    ("a\\|b", "a\\\\\\|b"),
    ("&lt;", "&amp;lt;"),
    ("two\nlines\r", "two lines "),
  ]

  @Test(arguments: cases) func isEscaped(_ text: String, _ expected: String) {
    #expect(MarkdownText.escaped(text) == expected)
  }
}
