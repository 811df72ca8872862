import Foundation
import Hyperbasis
import HyperbasisModels
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

/// The cost of an index that grows.
struct GrowthTests {
  private let space = UUIDBits(high: 1, low: 0).uuid

  /// Returns events as writers append them: one after the other, each an operation of its own.
  private func lines(_ numbers: Range<Int>, anchors: Int = 20) throws -> [UInt8] {
    try numbers.flatMap { number in
      let event = HBAnchorEvent(
        id: UUID(), anchorId: UUIDBits(high: 2, low: UInt64(number % anchors)).uuid,
        spaceId: space, type: number < anchors ? .created : .moved,
        timestamp: Date(timeIntervalSince1970: Double(number)), version: number / anchors + 1,
        transform: HBTransform.make(position: SIMD3(Float(number), 0, 0)),
        metadata: number < anchors ? [:] : nil)
      return try LogLine.encode(event, extras: LogExtras(operation: UUID())) + [0x0A]
    }
  }

  @Test func `a batch of any size is put behind the rows that are there`() throws {
    var bytes = try lines(0..<12_000)
    var reader = try LogReader.load(spaceId: space, source: MemoryByteSource(bytes))
    for size in [1, 10, 100, 2000] {
      let before = reader.index
      bytes += try lines(before.count..<before.count + size)
      try reader.append(from: MemoryByteSource(bytes))
      #expect(reader.index.count == before.count + size)
      #expect(reader.index.columns === before.columns, "\(size) events: the columns were copied")
    }
  }

  @Test func `a batch that repeats an event is read as the whole log is`() throws {
    let known = try lines(0..<500)
    let first = known.prefix { $0 != 0x0A } + [0x0A]
    var reader = try LogReader.load(spaceId: space, source: MemoryByteSource(known))
    let bytes = known + first + (try lines(500..<600))
    try reader.append(from: MemoryByteSource(bytes))
    let whole = try LogReader.load(spaceId: space, source: MemoryByteSource(bytes))
    #expect((0..<reader.index.count).map(reader.index.id) == (0..<600).map(whole.index.id))
  }

  @Test func `operations are found by their numbers, and copies keep theirs`() {
    var table = OperationTable(
      ids: FixedArray((0..<700).map { UUIDBits(high: 0, low: UInt64($0)) }))
    var copies: [(table: OperationTable, count: Int)] = []
    for number in 700..<3000 {
      let id = UUIDBits(high: 0, low: UInt64(number))
      #expect(table.intern(id) == Int32(number + 1))
      #expect(table.intern(id) == Int32(number + 1), "the same operation goes on")
      if number % 97 == 0 { copies.append((table, number + 1)) }
    }
    for copy in copies + [(table, 3000)] {
      #expect(copy.table.ids.count == copy.count)
      #expect(copy.table.ids.map(\.low) == (0..<UInt64(copy.count)).map { $0 })
    }
  }

  @Test func `a read that fails leaves the index as it was`() throws {
    let known = try lines(0..<300)
    let bytes = known + (try lines(300..<900, anchors: 400))
    var reader = try LogReader.load(spaceId: space, source: MemoryByteSource(known))
    let before = reader.index
    #expect(throws: CocoaError.self) {
      try reader.append(from: BreakingSource(bytes: bytes, end: known.count + 40_000))
    }
    #expect(reader.index.count == before.count)
    #expect(reader.index.slotCount == before.slotCount)
    #expect(reader.index.actorNames == before.actorNames)
    try reader.append(from: MemoryByteSource(bytes))
    let whole = try LogReader.load(spaceId: space, source: MemoryByteSource(bytes))
    #expect((0..<900).map(reader.index.id) == (0..<900).map(whole.index.id))
    #expect((0..<900).map(reader.index.operation) == (0..<900).map(whole.index.operation))
    #expect(
      reader.index.state(through: 900).latest.filter { $0 >= 0 }.count
        == whole.index.state(through: 900).latest.filter { $0 >= 0 }.count)
  }
}

/// A log that cannot be read beyond a certain offset.
private struct BreakingSource: ByteSource {
  let bytes: [UInt8]
  let end: Int

  func size() -> Int { bytes.count }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard offset < end else { throw CocoaError(.fileReadUnknown) }
    let part = bytes[offset..<min(end, offset + buffer.count)]
    buffer.copyBytes(from: part)
    return part.count
  }
}
