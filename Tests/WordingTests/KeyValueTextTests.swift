import HyperbasisModels
import HyperbasisWording
import TestSupport
import Testing

struct KeyValueTextTests {
  @Test(
    arguments: [
      ("color=yellow", ["color": "yellow"]),
      ("n=1 on=true none=null", ["n": 1, "on": true, "none": .null]),
      ("text=\"buy milk\" order=3", ["text": "buy milk", "order": 3]),
      ("n=\"1\"", ["n": "1"]),
      ("list=[1, 2] map={\"a b\": 1}", ["list": [1, 2], "map": ["a b": 1]]),
      ("\"two words\"=1", ["two words": 1]), ("\"a=b\"=c=d", ["a=b": "c=d"]), ("a=1 a=2", ["a": 2]),
      ("a=", ["a": ""]), ("", [:]), ("a=x\"y", ["a": "x\"y"]),
    ] as [(String, [String: AnyCodableValue])])
  func lines(_ line: String, _ metadata: [String: AnyCodableValue]) throws {
    #expect(try KeyValueText.metadata(line) == metadata)
  }

  @Test(arguments: ["color", "=1", "a=1 b", "\"a\"b=1", "\"a=1"])
  func whatIsNotKeyAndValue(_ line: String) {
    #expect(throws: KeyValueText.NotKeyValue.self) { try KeyValueText.metadata(line) }
  }

  @Test func aPieceIsWholeWhateverItHolds() throws {
    let piece = try KeyValueText.Piece("text=Buy milk = today")
    #expect(piece.key == "text" && piece.value == "Buy milk = today")
  }

  @Test(
    arguments: [
      (["color": "yellow", "n": 1], "color=yellow n=1"), (["n": "1"], "n=\"1\""),
      (["text": "buy milk"], "text=\"buy milk\""), (["a=b": "c"], "\"a=b\"=c"),
      (["t": ""], "t=\"\""), (["url": "http://x/?q=1"], "url=http://x/?q=1"),
    ] as [([String: AnyCodableValue], String)])
  func writing(_ metadata: [String: AnyCodableValue], _ line: String) {
    #expect(KeyValueText.line(metadata) == line)
  }

  /// What is edited without a change stays as it was, whatever the keys and values contain.
  @Test func whatIsWrittenIsReadBack() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "=", " ", "\"", "\\", "[", "]", "{", "}", "1", "-", "true", "null", "é", "\u{301}",
      "\n", "\u{9B}", "\u{202E}", "\u{FEFF}", "\u{2028}", "👩‍👩‍👧",
    ]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 0...most, using: &random))
        .compactMap { _ in pieces.randomElement(using: &random) }.joined()
    }
    func value(_ depth: Int) -> AnyCodableValue {
      switch Int.random(in: 0...(depth > 2 ? 4 : 6), using: &random) {
      case 0: .int(.random(in: -9...9, using: &random))
      case 1: .double(.random(in: -1...1, using: &random))
      case 2: Bool.random(using: &random) ? true : .null
      case 3, 4: .string(text(4))
      case 5: .array([value(depth + 1), value(depth + 1)])
      default: .dictionary([text(3): value(depth + 1)])
      }
    }
    for _ in 0..<3000 {
      var metadata: [String: AnyCodableValue] = [:]
      for _ in 0..<Int.random(in: 0...3, using: &random) { metadata[text(4)] = value(0) }
      let line = KeyValueText.line(metadata)
      #expect(try KeyValueText.metadata(line) == metadata, "\(line), seed \(seed)")
    }
  }
}
