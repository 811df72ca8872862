import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

/// What is found in the bytes of metadata in the log is what their decoded values contain.
struct MetadataSearchTests {
  private static let space = UUID(uuidString: "5B2A7E90-1C3D-4E5F-8A6B-7C8D9E0F1A2B") ?? UUID()

  private static let usual = [
    #"{}"#, #"{"type":"note","text":"Buy MILK","done":false}"#, #"{"type":"NOTE"}"#,
    #"{"text":"milk","type":"model","order":3}"#, #"{"order":-30}"#, #"{"order":0,"x":null}"#,
    #"{"milk":"no","type":"x"}"#, #"{"type":""}"#, #"{"text":"true"}"#,
    #"{"text":"a longer text, mil"}"#,
  ]

  private static let unusual = [
    #"{"text":"b\u0075y milk"}"#, #"{"t\u0065xt":"milk"}"#, #"{"text":"mi\/lk"}"#,
    #"{"text":"K\u212a"}"#, #"{"text":"K","type":"é"}"#, #"{"é":"milk"}"#, #"{ "text" : "milk" }"#,
    #"{"order":3.0}"#, #"{"order":30e-1}"#, #"{"order":-0}"#, #"{"order":123456789012345678901}"#,
    #"{"text":["milk",3]}"#, #"{"text":{"type":"milk"}}"#, #"{"type":"note","type":"model"}"#,
    #"{"type":3,"type":"model"}"#, #"{"text":"milk","text":"bread"}"#, #"{"order":"3"}"#,
    #"{"type":["note"],"text":"x"}"#, #"{"type":null}"#, #"{"done":true,"text":[]}"#,
    #"{"text":"😀 milk"}"#, #"{"order":0.5}"#, #"{"order":[],"type":"note"}"#,
    #"{"order":9007199254740993}"#, #"{"order":9007199254740992}"#,
    #"{"order":9223372036854775807}"#,
  ]

  private static let queries: [[MetadataQuery.Term]] = [
    [], [.contains("milk")], [.contains("mil"), .contains("buy")], [.contains("3")],
    [.contains("k")], [.contains("null")], [.contains("e")], [.contains("/")],
    [.member(key: "order", value: MetadataOperand("3"))],
    [.member(key: "order", value: MetadataOperand("-30"))],
    [.member(key: "text", value: MetadataOperand("milk"))],
    [.member(key: "text", value: MetadataOperand("true"))],
    [.member(key: "done", value: MetadataOperand("false"))],
    [.member(key: "text", value: MetadataOperand(""))],
    [.text(key: "type", value: "note")], [.text(key: "type", value: "model"), .contains("3")],
    [.text(key: "type", value: "")], [.text(key: "order", value: "3")],
    [.differs(key: "order", value: MetadataOperand("3"))],
    [.differs(key: "type", value: MetadataOperand("note")), .contains("m")],
    [.differs(key: "no", value: MetadataOperand("x"))],
    [.compared(key: "order", .above, MetadataOperand("0"))],
    [.compared(key: "order", .atLeast, MetadataOperand("3"))],
    [.compared(key: "order", .below, MetadataOperand("2.5"))],
    [.compared(key: "order", .above, MetadataOperand("9007199254740992"))],
    [.compared(key: "order", .atMost, MetadataOperand("9007199254740992"))],
    [
      .compared(key: "order", .atMost, MetadataOperand("0.5")),
      .differs(key: "x", value: MetadataOperand("y")),
    ],
    [.compared(key: "text", .atMost, MetadataOperand("MILK"))],
    [.compared(key: "text", .below, MetadataOperand("Milk"))],
    [.compared(key: "text", .above, MetadataOperand("mil"))],
    [.compared(key: "done", .atLeast, MetadataOperand("false"))],
    [.compared(key: "order", .atLeast, MetadataOperand("3", isText: true))],
    [.compared(key: "text", .above, MetadataOperand("2"))],
    [.member(key: "order", value: MetadataOperand("3.0"))],
    [.member(key: "order", value: MetadataOperand("5e-1"))],
    [.member(key: "order", value: MetadataOperand("123456789012345678901"))],
    [.member(key: "order", value: MetadataOperand("3", isText: true))],
    [.member(key: "text", value: MetadataOperand("TRUE", isText: true))],
    [.member(key: "done", value: MetadataOperand("false", isText: true))],
    [.differs(key: "order", value: MetadataOperand("3.00"))],
    [.differs(key: "order", value: MetadataOperand("3", isText: true))],
    [.member(key: "x", value: MetadataOperand("null"))],
    [.member(key: "x", value: MetadataOperand("null", isText: true))],
  ]

  private static func index() throws -> EventIndex {
    var log = ""
    for (number, metadata) in (usual + unusual).enumerated() {
      let id = UUIDv5.make(namespace: space, name: "\(number)")
      log +=
        #"{"id":"\#(id.uuidString)","anchorId":"\#(space.uuidString)","#
        + #""spaceId":"\#(space.uuidString)","type":"created","#
        + #""timestamp":"2024-01-01T00:00:00Z","version":\#(number + 1),"#
        + #""transform":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"metadata":\#(metadata)}"# + "\n"
    }
    let reader = try LogReader.load(spaceId: space, source: MemoryByteSource(Array(log.utf8)))
    #expect(reader.problems.isEmpty)
    return reader.index
  }

  private static func holds(
    _ term: MetadataQuery.Term, _ metadata: [String: AnyCodableValue]
  ) -> Bool {
    switch term {
    case .contains(let text): metadata.values.contains { contains($0, text) }
    case .member(let key, let value): metadata[key].map(value.equals) ?? false
    case .text(let key, let value): metadata[key]?.stringValue?.lowercased() == value
    case .differs(let key, let value): !(metadata[key].map(value.equals) ?? false)
    case .compared(let key, let relation, let operand):
      metadata[key].map { operand.holds(relation, for: $0) } ?? false
    }
  }

  private static func contains(_ value: AnyCodableValue, _ text: String) -> Bool {
    switch value {
    case .array(let values): values.contains { contains($0, text) }
    case .dictionary(let members): members.values.contains { contains($0, text) }
    default: plain(value)?.contains(text) ?? false
    }
  }

  private static func plain(_ value: AnyCodableValue) -> String? {
    switch value {
    case .string(let text): text.lowercased()
    case .int(let number): "\(number)"
    case .double(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let flag): "\(flag)"
    case .null: "null"
    case .array, .dictionary: nil
    }
  }

  @Test(arguments: queries)
  func `the bytes tell what the values say, or that they have to be decoded`(
    terms: [MetadataQuery.Term]
  ) throws {
    let index = try Self.index()
    let query = try #require(MetadataQuery(terms))
    let sources = (0..<index.count).map { Int32($0) }
    var seen = 0
    try MetadataSearch(query, in: index).forEach(carriedBy: sources[...]) { source, holds in
      seen += 1
      let metadata = (Self.usual + Self.unusual)[source]
      if source < Self.usual.count { #expect(holds != nil, "\(metadata)") }
      guard let holds, let decoded = try? index.metadata(source) else { return }
      let expected = terms.allSatisfy { Self.holds($0, decoded) }
      #expect(holds == expected, "\(metadata)")
    }
    #expect(seen == index.count)
  }

  /// More digits than a double has.
  @Test func `whole numbers are compared exactly`() {
    let operand = MetadataOperand("9007199254740992")
    #expect(operand.holds(.above, for: .int(9_007_199_254_740_993)))
    #expect(!operand.holds(.atMost, for: .int(9_007_199_254_740_993)))
    #expect(operand.holds(.atMost, for: .int(9_007_199_254_740_992)))
    #expect(MetadataOperand("9223372036854775806").holds(.above, for: .int(.max)))
    #expect(MetadataOperand("2.5").holds(.above, for: .int(3)))
    #expect(MetadataOperand("1e3").holds(.atLeast, for: .int(1000)))
  }

  @Test func `a decimal number is compared without being decoded`() throws {
    let index = try Self.index()
    let half = try #require((Self.usual + Self.unusual).firstIndex(of: #"{"order":0.5}"#))
    for (operand, expected) in [("0.5", true), ("0.49", true), ("0.51", false), ("x", false)] {
      let query = try #require(
        MetadataQuery([.compared(key: "order", .atLeast, MetadataOperand(operand))]))
      try MetadataSearch(query, in: index).forEach(carriedBy: [Int32(half)][...]) { _, holds in
        #expect(holds == expected, "\(operand)")
      }
    }
  }

  @Test(arguments: [
    ("3", ["3", "3.0", "30e-1", "\"3\""]), ("3.0", ["3", "3.0", "30e-1"]), ("0", ["0", "-0"]),
    ("1e-7", ["0.0000001", "1E-07"]), ("9007199254740993", ["9007199254740993"]),
    ("true", ["true", "\"True\""]), ("null", ["null"]), ("x", ["\"X\""]),
  ])
  func `a value is the same however a number is written`(text: String, same: [String]) throws {
    let values = [
      "3", "3.0", "30e-1", "\"3\"", "0", "-0", "0.0000001", "1E-07", "9007199254740993",
      "9007199254740992", "true", "\"True\"", "null", "\"X\"", "[3]", #"{"3":3}"#,
    ]
    let operand = MetadataOperand(text)
    let found = try values.filter { value in
      operand.equals(try JSONDecoder().decode(AnyCodableValue.self, from: Data(value.utf8)))
    }
    #expect(found == same)
    let quoted = MetadataOperand(text, isText: true)
    let texts = try values.filter { value in
      quoted.equals(try JSONDecoder().decode(AnyCodableValue.self, from: Data(value.utf8)))
    }
    #expect(texts == same.filter { $0.hasPrefix("\"") })
  }

  @Test func `a term that holds for another reason is not looked for`() throws {
    let index = try Self.index()
    let query = try #require(MetadataQuery([.contains("milk"), .contains("buy")]))
    var verdicts: [Bool?] = []
    try MetadataSearch(query, in: index).forEach(carriedBy: [0, 3][...], known: [0b10]) {
      _, holds in
      verdicts.append(holds)
    }
    #expect(verdicts == [false, true])
  }

  @Test func `letters beyond ASCII are not searched for in bytes`() {
    #expect(MetadataQuery([.contains("é")]) == nil)
    #expect(MetadataQuery([.member(key: "é", value: MetadataOperand("x"))]) == nil)
  }

  @Test func `texts of members are those of the decoded values`() throws {
    let index = try Self.index()
    var reader = MetadataTextReader(index, keys: ["type", "text"])
    for ordinal in 0..<index.count {
      let decoded = try index.metadata(ordinal)
      let expected = [decoded["type"]?.stringValue, decoded["text"]?.stringValue]
      #expect(try reader.texts(after: ordinal) == expected, "\(decoded)")
    }
  }

  /// Each set of names comes with the first event that has it, and counting stops when there are too
  /// many.
  @Test func shapesAreThoseOfTheNames() throws {
    let index = try Self.index()
    let names = try (0..<index.count).map { Set(try index.metadata($0).keys) }
    let shapes = try #require(index.metadataShapes(of: 0..<index.count, atMost: 100))
    #expect(Set(shapes.values.map { names[$0] }) == Set(names))
    for (shape, first) in shapes {
      #expect(index.metadataShape(first) == shape)
      #expect(names.firstIndex(of: names[first]) == first)
    }
    #expect(index.metadataShapes(of: 0..<index.count, atMost: 2) == nil)
    #expect(index.metadataShapes(of: 0..<0, atMost: 0) == [:])
  }
}
