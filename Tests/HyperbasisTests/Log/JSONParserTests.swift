import Foundation
import Hyperbasis
import HyperbasisJSONText
import TestSupport
import Testing

struct JSONParserTests {
  private static let samples: [String] = [
    "1", "-1", "0", "-0", "1.0", "-0.0", "1.5", "1e2", "1E+2", "1e-07", "1e400", "1e-400", "01",
    "-",
    "+1", "1.", ".5", "1e", "1e+", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "123456789012345678901234567890",
    "0.1234567890123456789012345", "1e308", "1.7976931348623157e308", "1.7976931348623159e308",
    "5e-324", "\"\"", "\"a\"", "\"\\u0041\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\ude00\"",
    "\"\\ud83dx\"", "\"\\x\"", "\"\\/\\b\\f\\n\\r\\t\\\\\\\"\"", "\"tab\there\"", "\"é\u{2028}\"",
    "\"\\u00\"", "\"\\u00g0\"", "\"open", "[]", "[1,2,[3]]", "[,1]", "[1 2]", "{}",
    "{\"a\":1}", "{\"a\":1,\"a\":2}", "{a:1}", "{\"a\"1}", "{\"a\":}", "true",
    "false", "null", "nul", "truee", " 1 ", "1 1", "\u{FEFF}1", "", " ", "\u{0}",
    "{\"\\u0061\":1,\"a\":2}", "{\"k\":{\"n\":[true,null,{\"x\":-1.25e3}]}}", "\"\u{7F}\u{85}\"",
    "1e310", "0e400", "-1e400", "1.0e18", "1e19", "0.1e1", "9007199254740992.0",
  ]

  private func reference(_ bytes: [UInt8]) -> AnyCodableValue? {
    try? JSONDecoder().decode(AnyCodableValue.self, from: Data(bytes))
  }

  /// Foundation accepts a trailing comma, and does not check the value of a duplicate key.
  private func isLax(_ text: String) -> Bool {
    text.contains(/,\s*[\]}]/) || text.contains(/:.*:/)
  }

  @Test func refusesWhatFoundationTakesWronglyForJSON() {
    for text in ["1\u{0}", "[1,]", "{\"a\":1,}", "[,]", "{,}"] {
      #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
    }
  }

  @Test(arguments: samples)
  func agreesWithJSONDecoder(_ text: String) {
    #expect((try? JSONParser.parse(Array(text.utf8))) == reference(Array(text.utf8)))
  }

  @Test func agreesOnMutatedText() {
    let seed = UInt64(20_260_101)
    var random = SeededGenerator(seed: seed)
    let seeds = Self.samples.filter { $0.utf8.count > 2 && $0.utf8.count < 40 && !isLax($0) }.map {
      Array($0.utf8)
    }
    for round in 0..<20_000 {
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1:
          bytes.insert(
            Array("{}[]\",:0123456789eE+-.\\ u".utf8).randomElement(using: &random) ?? 0, at: place)
        case 2 where bytes.count > 1: bytes.remove(at: place)
        default:
          bytes[place] = Array("{}[]\",:019eE+-.\\ utfn".utf8).randomElement(using: &random) ?? 0
        }
      }
      let mine = try? JSONParser.parse(bytes)
      let theirs = reference(bytes)
      // Foundation cuts off the fraction of a number beyond 2^53 if an integer is requested.
      if let double = mine?.doubleValue, double.magnitude > 0x1p53 {
        #expect(double == theirs?.doubleValue)
      } else if mine != theirs, mine != nil || !isLax(String(decoding: bytes, as: UTF8.self)) {
        Issue.record(
          "seed \(seed), round \(round): \(String(decoding: bytes, as: UTF8.self)) \(bytes): \(String(describing: mine)) instead of \(String(describing: theirs))"
        )
      }
    }
  }

  @Test(arguments: [1, 100, 510, 511, 512, 513, 600])
  func agreesOnDepth(_ depth: Int) {
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let isAccepted = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil
    #expect(((try? JSONParser.parse(Array(text.utf8))) != nil) == isAccepted)
  }

  @Test func floatsAreTheNearestOnes() throws {
    let seed = UInt64(7)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50_000 {
      let text: String
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        text = Float(bitPattern: UInt32.random(in: 0..<0x7F80_0000, using: &random)).description
      case 1:
        // The midpoint of two floats, which rounding twice would get wrong.
        let float = Float.random(in: 0.001...1000, using: &random)
        text = ((Double(float) + Double(float.nextUp)) / 2).description
      case 2: text = Double.random(in: -100...100, using: &random).description
      default:
        text =
          "\(Int.random(in: -99_999...99_999, using: &random)).\(UInt64.random(in: 0..<10_000_000, using: &random))"
      }
      let bytes = Array("[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\(text)]".utf8)
      let float = try bytes.withUnsafeBufferPointer { bytes in
        var cursor = JSONCursor(bytes)
        return try cursor.transform()?.last
      }
      #expect(float == Float(text), "seed \(seed): \(text)")
    }
  }
}

struct JSONWriterTests {
  @Test func escapesWhatMisleadsReadersAndTerminals() throws {
    let text = "a\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1B}\u{7F}\u{85}\u{9B}\u{2028}\u{2029}\u{202E}é😀"
    let json = String(decoding: try JSONWriter.encode(.string(text)), as: UTF8.self)
    #expect(
      json == #""a\"\\/\b\f\n\r\t\u0000\u001B\u007F\u0085\u009B\u2028\u2029\u202Eé😀""#)
    #expect(try JSONParser.parse(Array(json.utf8)) == .string(text))
  }

  @Test func writesShortestNumbersAndSortedKeys() throws {
    let value: AnyCodableValue = [
      "b": 1.0, "a": [0.1, -2, 1e300, .double(.leastNonzeroMagnitude), true, nil], "B": .int(.min),
      "é": "",
    ]
    let json = String(decoding: try JSONWriter.encode(value), as: UTF8.self)
    #expect(
      json
        == #"{"B":-9223372036854775808,"a":[0.1,-2,1e+300,5e-324,true,null],"b":1,"é":""}"#)
    #expect(try JSONParser.parse(Array(json.utf8)) == value)
  }

  @Test func refusesWhatJSONCannotHold() {
    #expect(throws: JSONError.self) { try JSONWriter.encode(.double(.nan)) }
    #expect(throws: JSONError.self) { try JSONWriter.encode([.double(.infinity)]) }
  }

  @Test func floatsAreShortAndExact() throws {
    var writer = JSONWriter()
    try writer.floats([0.1, 1, -0.0, 16_777_216, 3.4028235e38, .leastNonzeroMagnitude])
    #expect(
      String(decoding: writer.bytes, as: UTF8.self) == "[0.1,1,0,16777216,3.4028235e+38,1e-45]")
  }
}
