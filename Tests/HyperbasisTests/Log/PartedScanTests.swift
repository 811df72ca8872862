import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import SeededRandom
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

/// A log that several cores read gives the same as one that a single core reads.
struct PartedScanTests {
  private func check(_ bytes: [UInt8], _ space: UUID, parts: Int, _ context: String) throws {
    let source = MemoryByteSource(bytes)
    var whole = try LogReader.load(spaceId: space, source: source)
    var parted = try LogReader.load(
      spaceId: space, source: source, digestKey: .process, partCount: parts)
    #expect(IndexFacts(parted.index) == IndexFacts(whole.index), "\(context)")
    #expect(parted.problems == whole.problems, "\(context)")
    #expect(parted.endOffset == whole.endOffset, "\(context)")
    // Both number their anchors alike, and continue alike.
    #expect(
      (0..<parted.index.slotCount).map(parted.index.anchorId(ofSlot:))
        == (0..<whole.index.slotCount).map(whole.index.anchorId(ofSlot:)), "\(context)")
    let more = MemoryByteSource(bytes + Array("\n{\"id\":1}\n".utf8) + bytes.prefix(2000))
    #expect(try parted.append(from: more) == whole.append(from: more), "\(context)")
    #expect(IndexFacts(parted.index) == IndexFacts(whole.index), "\(context)")
  }

  @Test(arguments: 0..<24)
  func partsAreTheWhole(_ round: Int) throws {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var history = RandomHistory(seed: seed, anchors: 12)
    var lines: [[UInt8]] = []
    for _ in 0..<Int.random(in: 0...400, using: &history.random) {
      switch Int.random(in: 0..<20, using: &history.random) {
      case 0: lines.append([])
      case 1: lines.append(history.mutate(Array(history.line(.odd).utf8)))
      case 2: lines.append(Array(history.line(.odd).utf8))
      case 3: if let again = lines.randomElement(using: &history.random) { lines.append(again) }
      default: lines.append(Array(history.line().utf8))
      }
    }
    var bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    if round % 3 > 0 { bytes.append(UInt8(ascii: "\n")) }
    if round % 3 > 1 { bytes += Array(history.line().utf8).dropLast(round) }
    let parts = [1, 2, 3, 7, 50].randomElement(using: &history.random) ?? 2
    try check(bytes, history.space, parts: parts, "seed \(seed), \(parts) parts")
  }

  @Test func linesShorterThanAnyEventAreReadInOneGo() throws {
    let space = UUID()
    // There are no events, but with a row for each line they would need more room than there is.
    let short = Array(repeating: Array("{}\n".utf8), count: 500).joined()
    try check(Array(short), space, parts: 4, "short lines")
    try check([], space, parts: 4, "nothing")
    try check(Array("\n\n\n".utf8), space, parts: 4, "blank lines")
  }

  @Test func aPartOfOneLongLineIsPassedOver() throws {
    var history = RandomHistory(seed: 3, anchors: 3)
    var bytes = Array((history.line() + "\n").utf8)
    bytes += Array(repeating: UInt8(ascii: "x"), count: 17 << 20)
    bytes += Array(("\n" + history.line() + "\n").utf8)
    try check(bytes, history.space, parts: 5, "a long line")
  }

  @Test func repeatedIdsAreFound() {
    let seed = UInt64.random(in: 0...UInt64(UInt32.max))
    var random = SeededGenerator(seed: seed)
    var ids = (0..<50_000).map { _ in
      UUIDBits(high: random.next(), low: random.next())
    }
    var expected: Set<Int> = []
    for _ in 0..<40 {
      let (from, to) = (
        Int.random(in: ids.indices, using: &random), Int.random(in: ids.indices, using: &random)
      )
      ids[to] = ids[from]
    }
    let groups = Dictionary(grouping: ids.indices) { ids[$0] }
    for group in groups.values where group.count > 1 { expected.formUnion(group) }
    let found = ids.withUnsafeMutableBufferPointer { ids in
      ids.baseAddress.map { DuplicateSearch($0, count: ids.count).rows() } ?? []
    }
    // A false positive is checked once more; none is missed.
    #expect(expected.isSubset(of: found), "seed \(seed)")
    #expect(found.count < expected.count + 10, "seed \(seed)")
  }
}
