import Foundation
import Hyperbasis
import Testing

struct AnyCodableValueTests {
  @Test func numbersCompareByValue() {
    #expect(AnyCodableValue.int(1) == .double(1.0))
    #expect(AnyCodableValue.int(1).hashValue == AnyCodableValue.double(1.0).hashValue)
    #expect(AnyCodableValue.double(0.0) == .double(-0.0))
    #expect(AnyCodableValue.bool(true) != .int(1))
    #expect(AnyCodableValue.null != .int(0))
    // The neighbours of 2^53 are one double but three integers.
    #expect(AnyCodableValue.int(9_007_199_254_740_993) != .double(9_007_199_254_740_992))
  }

  @Test func stringsCompareByScalars() {
    #expect(AnyCodableValue.string("caf\u{E9}") != .string("cafe\u{301}"))
    #expect(AnyCodableValue.dictionary(["caf\u{E9}": 1]) != .dictionary(["cafe\u{301}": 1]))
  }

  @Test func collectionsCompareByTheirElements() {
    #expect(AnyCodableValue.array([1, 2.0]) == .array([1.0, 2]))
    #expect(AnyCodableValue.dictionary(["a": 1]) == .dictionary(["a": 1.0]))
    #expect(AnyCodableValue.dictionary(["a": 1]) != .dictionary(["a": 1, "b": nil]))
  }

  @Test func literalsMakeEachCase() {
    let value: AnyCodableValue = ["text": "hi", "n": 1, "x": 1.5, "on": true, "l": [1], "no": nil]
    let members = value.dictionaryValue
    #expect(members?["text"]?.stringValue == "hi")
    #expect(members?["n"]?.intValue == 1)
    #expect(members?["n"]?.doubleValue == 1)
    #expect(members?["x"]?.doubleValue == 1.5)
    #expect(members?["x"]?.intValue == nil)
    #expect(members?["on"]?.boolValue == true)
    #expect(members?["l"]?.arrayValue == [1])
    #expect(members?["no"]?.isNull == true)
  }

  @Test func codingKeepsValues() throws {
    let json = #"{"a":[1,2.5,"x",true,null,{"b":-3}],"big":9223372036854775807}"#
    let value = try JSONDecoder().decode(AnyCodableValue.self, from: Data(json.utf8))
    #expect(value == ["a": [1, 2.5, "x", true, nil, ["b": -3]], "big": .int(.max)])
    let again = try JSONDecoder().decode(
      AnyCodableValue.self, from: JSONEncoder().encode(value))
    #expect(again == value)
  }

  @Test(arguments: ["1e400", "[-1e400]", #"{"a":[1,{"b":1e400}]}"#])
  func aNumberThatIsTooLargeIsSaidToBe(json: String) {
    #expect {
      try JSONDecoder().decode(AnyCodableValue.self, from: Data(json.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.debugDescription.contains("beyond what a Double holds")
    }
  }
}
