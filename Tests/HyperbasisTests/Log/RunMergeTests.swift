import HyperbasisModels
import SeededRandom
import Testing

@testable import HyperbasisAnchorLog

/// Rows that were sorted chunk by chunk are sorted as a whole.
struct RunMergeTests {
  private let digests = PayloadDigests(.process)

  /// Checks rows whose instants are off by at most `spread` microseconds, collected in chunks.
  private func check(_ seed: UInt64, spread: Int64) {
    var random = SeededGenerator(seed: seed)
    let columns = ColumnStorage(capacity: 2000, digests: digests)
    var runs: [Range<Int>] = []
    var expected: [UUIDBits] = []
    var rows: [EventRow] = []
    var end = 0
    while end < 1900 {
      let count = Int.random(in: 0...80, using: &random)
      var chunk = IndexBuilder(ColumnStorage(capacity: 80, digests: digests))
      for number in end..<end + count {
        var row = EventRow()
        row.id = UUIDBits(high: random.next(), low: 0)
        row.instant = Int64(number) + Int64.random(in: 0...spread, using: &random)
        row.version = Int32.random(in: 1...3, using: &random)
        row.actor = Int32.random(in: 0...1, using: &random)
        chunk.add(row)
        rows.append(row)
      }
      columns.take(chunk, at: end)
      runs.append(end..<end + count)
      end += count
    }
    columns.mergeRuns(runs)
    rows.sort { ($0.instant, $0.version, $0.id) < ($1.instant, $1.version, $1.id) }
    expected = rows.map(\.id)
    #expect(Array(columns.ids.first(end)) == expected, "seed \(seed), spread \(spread)")
    #expect(Array(columns.actors.first(end)) == rows.map(\.actor), "seed \(seed)")
  }

  @Test(arguments: [0, 1, 3, 20, 100, 3000] as [Int64])
  func runsAreMerged(spread: Int64) {
    for _ in 0..<10 { check(.random(in: 0...UInt64(UInt32.max)), spread: spread) }
  }

  @Test func aChunkLeavesItsColumnsFresh() {
    let chunkColumns = ColumnStorage(capacity: 2, digests: digests)
    let columns = ColumnStorage(capacity: 2, digests: digests)
    for place in 0..<2 {
      var chunk = IndexBuilder(chunkColumns)
      var row = EventRow()
      row.instant = Int64(place)
      // The second row has none of these.
      if place == 0 { (row.actor, row.metadataDigest, row.rotationDigest) = (1, 2, 3) }
      chunk.add(row)
      columns.take(chunk, at: place)
    }
    #expect(Array(columns.actors.first(2)) == [1, 0])
    #expect(Array(columns.metadataDigests.first(2)) == [2, 0])
    #expect(Array(columns.rotationDigests.first(2)) == [3, 0])
  }

  @Test func linesAreCounted() throws {
    let bytes = Array("a\n\nbb\nc\n".utf8)
    let source = MemoryByteSource(bytes)
    #expect(try LineCounter(source).lines(at: [0, 2, 3, 6]) == [1, 2, 3, 4])
    let marked = LineCounter(source, from: [(3, 10), (6, 11)])
    #expect(try marked.lines(at: [3, 6, 6]) == [10, 11, 11])
    #expect(try LineCounter(source).lines(at: []) == [])
  }
}
