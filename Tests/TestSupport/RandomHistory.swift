package import Foundation
package import HyperbasisAnchorLog

/// Random histories as log lines, in the spellings of several writers.
package struct RandomHistory {
  package var random: SeededGenerator
  package let space: UUID
  package let anchors: [UUID]

  package init(seed: UInt64, anchors: Int) {
    random = SeededGenerator(seed: seed)
    space = Self.uuid(&random)
    var ids: [UUID] = []
    for _ in 0..<anchors { ids.append(Self.uuid(&random)) }
    self.anchors = ids
  }

  package static func uuid(_ random: inout SeededGenerator) -> UUID {
    var bytes: [UInt8] = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return NSUUID(uuidBytes: bytes) as UUID
  }

  private mutating func int(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[int(0...elements.count - 1)]
  }

  /// How much the lines deviate from what most writers write.
  package enum Spelling: Sendable {
    case usual
    case odd
  }

  /// Returns a line of some anchor; instants and versions repeat often, so that ties happen.
  package mutating func line(_ spelling: Spelling = .usual) -> String {
    let id = Self.uuid(&random).uuidString
    var members: [(String, String)] = [
      ("id", "\"\(id)\""),
      ("anchorId", "\"\(pick(anchors).uuidString)\""),
      ("spaceId", "\"\(space.uuidString)\""),
      (
        "type",
        "\"\(pick(["created", "moved", "moved", "moved", "updated", "deleted", "restored"]))\""
      ),
      ("timestamp", "\"\(timestamp(spelling))\""),
      ("version", "\(int(1...4))"),
    ]
    if int(0...9) < 6 { members.append(("transform", transform(spelling))) }
    if int(0...9) < 4 { members.append(("metadata", metadata(spelling))) }
    if int(0...9) < 3 { members.append(("changed", changed(spelling))) }
    if int(0...19) == 0 { members.append(("derived", derived())) }
    if int(0...9) < 3 { members.append(("actorId", "\"\(pick(["ann", "bob", "Zoë"]))\"")) }
    if int(0...9) < 3 { members.append(("microseconds", "\(int(0...3) * 250_000 % 1_000_000)")) }
    if int(0...9) < 2 { members.append(("operation", "\"\(Self.uuid(&random).uuidString)\"")) }
    if int(0...19) == 0 { members.append(("undoes", "\"\(Self.uuid(&random).uuidString)\"")) }
    if int(0...19) == 0 { members.append(("batch", "{\"index\":0,\"count\":2}")) }
    if int(0...9) == 0 {
      members.append(("x-\(int(0...9))", pick(["null", "[1,{\"a\":[]}]", "\"\""])))
    }
    if int(0...1) == 0 { members.shuffle(using: &random) }
    return join(members, spelling)
  }

  private mutating func join(_ members: [(String, String)], _ spelling: Spelling) -> String {
    let isOdd = spelling == .odd && int(0...1) == 0
    let comma = isOdd ? pick([",", ", ", " ,"]) : ","
    let colon = isOdd ? pick([":", ": ", " :"]) : ":"
    var members = members
    if isOdd, int(0...3) == 0 { members.append(pick(members)) }
    let text = members.map { key, value in
      "\"\(isOdd && int(0...9) == 0 ? escaped(key) : key)\"\(colon)\(value)"
    }
    return "{" + text.joined(separator: comma) + "}" + (isOdd ? pick(["", " ", "\r"]) : "")
  }

  private func escaped(_ key: String) -> String {
    guard let first = key.unicodeScalars.first else { return key }
    return "\\u00" + String(first.value, radix: 16) + key.dropFirst()
  }

  private mutating func timestamp(_ spelling: Spelling) -> String {
    let text = "20\(int(19...21))-0\(int(1...3))-0\(int(1...2))T1\(int(0...1)):30:0\(int(0...2))"
    guard spelling == .odd, int(0...2) == 0 else { return text + "Z" }
    return text + pick([".5Z", ".250000Z", ".1234567Z", "+00:00", "+02:00", "-0130", ".75+01:00"])
  }

  private mutating func transform(_ spelling: Spelling) -> String {
    let x = pick(["0", "0.5", "-2.25", "1017.55", "-236069.0", "3.1415927", "\(int(-5...5))"])
    let rotation = pick([
      "1,0,0,0,0,1,0,0,0,0,1,0", "1.0,0,0,0,0,1.0,0,0,0,0,1.0,0",
      "0.92387953,0,-0.38268343,0,0,1,0,0,0.38268343,0,0.92387953,0",
      "0.9238795042037964,-1e-07,4.371139e-08,0.0,0,1.0,0,0,-0,0,1,0",
    ])
    let last = spelling == .odd && int(0...4) == 0 ? pick(["1.0", "1e0", "1E+0"]) : "1"
    return
      "[\(rotation),\(x),\(pick(["0", "-0.0", "1.25"])),\(int(-9...9)).\(int(0...999)),\(last)]"
  }

  private mutating func metadata(_ spelling: Spelling) -> String {
    let texts = ["\"milk\"", "\"a \\\"b\\\"\"", "\"é😀\"", "\"\\u2028\\ud83d\\ude00\"", "\"\""]
    let values = texts + ["1", "1.0", "-2.5e3", "true", "null", "[1,[2]]", "{\"n\":{}}", "1e2"]
    let keys = ["text", "n", "k", "transform", "id"].shuffled(using: &random)
    let members = keys.prefix(int(0...3)).map { key in "\"\(key)\":\(pick(values))" }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// Returns the keys that a line says it changes: mostly some of those in the metadata.
  private mutating func changed(_ spelling: Spelling) -> String {
    if spelling == .odd, int(0...4) == 0 {
      return pick(["null", "\"text\"", "[1]", "[\"text\",null]", "{}"])
    }
    let keys = ["text", "n", "k", "other"].shuffled(using: &random).prefix(int(0...2)).sorted()
    return "[" + keys.map { "\"\($0)\"" }.joined(separator: ",") + "]"
  }

  /// Returns the microseconds of some instant at which lines happen.
  private mutating func derived() -> String {
    let date = DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: int(2019...2021),
      month: int(1...3), day: int(1...2), hour: 10 + int(0...1), minute: 30, second: int(0...2)
    ).date
    let seconds = Int64(date?.timeIntervalSince1970 ?? 0)
    return "\(seconds * 1_000_000 + Int64(int(0...3) * 250_000))"
  }

  /// Returns a line with a few bytes changed, removed, doubled or inserted.
  package mutating func mutate(_ line: [UInt8]) -> [UInt8] {
    var line = line
    for _ in 0..<int(1...2) where !line.isEmpty {
      let place = int(0...line.count - 1)
      switch int(0...4) {
      case 0: line[place] = UInt8.random(in: .min ... .max, using: &random)
      case 1: line[place] ^= 1 << UInt8(int(0...7))
      case 2: line.remove(at: place)
      case 3: line.insert(pick(Array("{}[]\",:0123456789eE+-.\\ unlZ\t".utf8)), at: place)
      default:
        let end = min(line.count, place + int(1...20))
        line.insert(contentsOf: line[place..<end], at: place)
      }
    }
    return line.filter { $0 != UInt8(ascii: "\n") }
  }
}

extension RandomHistory {
  /// Returns the index of a log of the next lines.
  package mutating func index(events: Int) throws -> EventIndex {
    var log: [UInt8] = []
    for _ in 0..<events { log += Array((line() + "\n").utf8) }
    return try LogReader.load(spaceId: space, source: MemoryByteSource(log)).index
  }
}
