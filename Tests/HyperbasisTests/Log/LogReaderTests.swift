import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import TestSupport
import Testing

struct LogReaderTests {
  private let space = UUID(uuidString: "B0CCBBED-A550-50EB-AFC3-E3399BE48B0C") ?? UUID()

  private func line(
    _ number: Int, version: Int = 1, type: String = "created", space: UUID? = nil,
    extra: String = ""
  ) -> String {
    let id = UUIDBits(high: 7, low: UInt64(number)).uuid.uuidString
    return "{\"id\":\"\(id)\",\"anchorId\":\"\(id)\","
      + "\"spaceId\":\"\((space ?? self.space).uuidString)\",\"type\":\"\(type)\","
      + "\"timestamp\":\"2024-01-15T10:30:00Z\",\"version\":\(version),"
      + "\"transform\":[1,0,0,0,0,1,0,0,0,0,1,0,\(number),0,0,1]\(extra)}"
  }

  private func load(_ bytes: [UInt8]) throws -> LogReader {
    try LogReader.load(spaceId: space, source: MemoryByteSource(bytes))
  }

  private func load(_ text: String) throws -> LogReader { try load(Array(text.utf8)) }

  @Test func reportsWhatItPassesOverAndReadsTheRest() throws {
    let lines = [
      line(1), "{\"id\":\"torn", "", line(2, type: "archived"), "\u{0}\u{0}\u{0}",
      line(3, space: UUID()), line(4, version: 0), line(5, extra: ",\"microseconds\":-1"),
      line(6).replacing("[1,0", with: "[1e39,0"), line(7) + "\r", "\u{FEFF}" + line(8), "  ",
    ]
    let reader = try load(lines.joined(separator: "\n") + "\n")
    let xs = (0..<reader.index.count).map { reader.index.position($0).x }
    #expect(xs == [1, 5, 7, 8])
    let kinds: [LogProblem.Kind] = [
      .damagedLine, .unknownType, .nulFill, .foreignSpace, .badVersion, .badMicroseconds,
      .badTransform,
    ]
    #expect(reader.problems.map(\.kind) == kinds)
    #expect(reader.problems.map(\.line) == [2, 4, 5, 6, 7, 8, 9])
    var offset = 0
    let offsets = lines.map { line in
      defer { offset += line.utf8.count + 1 }
      return offset
    }
    #expect(reader.problems.map(\.offset) == [1, 3, 4, 5, 6, 7, 8].map { offsets[$0] })
    #expect(reader.problems.map(\.length) == [1, 3, 4, 5, 6, 7, 8].map { lines[$0].utf8.count })
  }

  @Test func aLastLineWithoutANewlineCountsIfItIsAnEvent() throws {
    let whole = try load(line(1) + "\n" + line(2))
    #expect(whole.index.count == 2)
    #expect(whole.problems.isEmpty)
    #expect(whole.endOffset == line(1).utf8.count + 1)
    let torn = try load(line(1) + "\n" + line(2).dropLast(9))
    #expect(torn.index.count == 1)
    #expect(torn.problems.map(\.kind) == [.tornTail])
    #expect(torn.problems.map(\.line) == [2])
  }

  @Test func aTailIsReadAgainWhenItHasGrown() throws {
    let bytes = Array((line(1) + "\n" + line(2) + "\n" + line(3) + "\n").utf8)
    for cut in 0...bytes.count {
      var reader = try load(Array(bytes[..<cut]))
      let problems = try reader.append(from: MemoryByteSource(bytes))
      #expect(problems.isEmpty)
      #expect(reader.problems.isEmpty)
      #expect(reader.index.count == 3)
      #expect(reader.endOffset == bytes.count)
    }
  }

  @Test func ofTwoLinesWithOneIdTheOneWhoseBytesSortFirstCounts() throws {
    let (first, second) = (line(1), line(1).replacing(",1,0,0,1]", with: ",2,0,0,1]"))
    for lines in [[first, second], [second, first]] {
      let reader = try load(lines.joined(separator: "\n") + "\n")
      #expect(reader.index.count == 1)
      #expect(try reader.index.lineBytes(0) == Array(first.utf8))
      #expect(reader.problems.map(\.kind) == [.duplicateId])
      #expect(reader.problems.map(\.line) == [2])
      var grown = try load(lines[0] + "\n")
      try grown.append(from: MemoryByteSource(Array(lines.joined(separator: "\n").utf8)))
      #expect(try grown.index.lineBytes(0) == Array(first.utf8))
      #expect(grown.problems.map(\.kind) == [.duplicateId])
      #expect(grown.problems.map(\.line) == [2])
    }
    let same = try load(first + "\n" + first + "\n")
    #expect(same.index.count == 1)
    #expect(same.problems.isEmpty)
  }

  @Test func aLineTakesThePlaceOfASyntheticEvent() throws {
    let decoded = try LogLine.decode(Array(line(2).utf8)).event
    var reader = try load(line(1) + "\n")
    try reader.append(synthetic: [decoded, decoded])
    #expect(reader.index.count == 2)
    #expect(reader.index.isSynthetic(1))
    #expect(try reader.index.event(1) == decoded)
    let before = reader.index
    try reader.append(from: MemoryByteSource(Array((line(1) + "\n" + line(2) + "\n").utf8)))
    #expect(reader.index.count == 2)
    #expect(!reader.index.isSynthetic(1))
    #expect(reader.problems.isEmpty)
    #expect(before.isSynthetic(1))
    try reader.append(synthetic: [decoded])
    #expect(reader.index.count == 2)
  }

  @Test func passesOverALineThatIsTooLong() throws {
    let long = "{\"x\":\"" + String(repeating: "y", count: 17 << 20) + "\"}"
    let reader = try load(line(1) + "\n" + long + "\n" + line(2) + "\n")
    #expect(reader.index.count == 2)
    #expect(reader.problems.map(\.kind) == [.damagedLine])
    #expect(reader.problems.map(\.length) == [long.utf8.count])
    #expect(reader.problems.map(\.line) == [2])
  }

  @Test func readsLinesLongerThanABlock() throws {
    let text = String(repeating: "z", count: 700_000)
    let reader = try load(
      line(1) + "\n" + line(2, extra: ",\"metadata\":{\"text\":\"\(text)\"}") + "\n" + line(3)
        + "\n")
    #expect(reader.index.count == 3)
    #expect(try reader.index.metadata(1) == ["text": .string(text)])
  }

  @Test func findsPayloadsFarDownTheLine() throws {
    let text = String(repeating: "z", count: 70_000)
    let members = "\"x\":\"\(text)\",\"metadata\":{\"text\":\"\(text)\",\"n\":1},\"version\":1"
    let far = line(1).replacing("\"version\":1", with: members)
    let index = try load(far + "\n").index
    #expect(try index.transform(0)[12] == 1)
    #expect(try index.metadata(0) == ["text": .string(text), "n": 1])
    let anchors = try index.anchors(in: index.state(through: 1))
    #expect(anchors.map(\.metadata) == [["text": .string(text), "n": 1]])
    #expect(anchors.map(\.position.x) == [1])
    #expect(try index.extraKeys(0).map(\.key) == ["x"])
  }

  @Test(arguments: [1, 7, 100, 5000])
  func doesNotMindShortReads(_ most: Int) throws {
    var history = RandomHistory(seed: 5, anchors: 9)
    let bytes = Array((0..<300).map { _ in history.line(.odd) + "\n" }.joined().utf8)
    let whole = try LogReader.load(spaceId: history.space, source: MemoryByteSource(bytes))
    let trickled = try LogReader.load(
      spaceId: history.space, source: TricklingSource(bytes: bytes, most: most))
    #expect(IndexFacts(whole.index) == IndexFacts(trickled.index))
    #expect(whole.problems == trickled.problems)
    #expect(whole.endOffset == trickled.endOffset)
  }

  @Test func aPayloadThatCannotBeReadAnyMoreIsAnError() throws {
    let reader = try load(line(1) + "\n")
    var index = reader.index
    index.source = MemoryByteSource([])
    #expect(throws: LogError.self) { try index.event(0) }
    #expect(throws: LogError.self) { try index.transform(0) }
  }
}
