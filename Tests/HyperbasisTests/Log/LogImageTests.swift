import Foundation
import Hyperbasis
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

/// An index on disk says what reading the log says, or nothing.
struct LogImageTests {
  private static let modified: Int64 = 1_700_000_000_000_000_000

  private func log(_ history: inout RandomHistory, lines: Int, _ number: Int = 0) -> [UInt8] {
    let spellings: [RandomHistory.Spelling] = [.usual, .odd, .usual]
    var bytes: [UInt8] = []
    var last: [UInt8] = []
    for line in 0..<lines {
      switch Int.random(in: 0...40, using: &history.random) {
      case 0: bytes += history.mutate(last) + [0x0A]
      case 1: bytes += last + [0x0A]
      default:
        last = Array(history.line(spellings[line % 3]).utf8)
        bytes += last + [0x0A]
      }
    }
    return bytes
  }

  private func tag(_ bytes: [UInt8]) -> LogTag {
    LogTag(inode: 7, modified: Self.modified, size: bytes.count)
  }

  private func image(_ reader: LogReader, _ bytes: [UInt8]) throws -> [UInt8] {
    var image: [UInt8] = []
    let size = try ImageWriter(reader, tag: tag(bytes)).write { piece, offset in
      // What lies between the pieces does not matter.
      image.append(contentsOf: repeatElement(0xAA, count: offset - image.count))
      image.append(contentsOf: piece)
    }
    image.append(contentsOf: repeatElement(0xAA, count: size - image.count))
    return image
  }

  private func open(_ image: [UInt8], _ bytes: [UInt8], _ space: UUID) throws -> LogReader {
    let memory = IndexMemory(byteCount: image.count)
    memory.bytes.copyBytes(from: image)
    return try ImageReader(memory).reader(
      spaceId: space, log: tag(bytes), source: MemoryByteSource(bytes))
  }

  private func load(_ bytes: [UInt8], _ space: UUID) throws -> LogReader {
    try LogReader.load(spaceId: space, source: MemoryByteSource(bytes))
  }

  private func expectSame(
    _ left: LogReader, _ right: LogReader, _ seed: Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let (old, new) = (IndexFacts(left.index), IndexFacts(right.index))
    #expect(old == new, "seed \(seed)", sourceLocation: sourceLocation)
    #expect(
      try left.index.allMetadata() == right.index.allMetadata(), "seed \(seed)",
      sourceLocation: sourceLocation)
    #expect(left.problems == right.problems, "seed \(seed)", sourceLocation: sourceLocation)
    #expect(left.endOffset == right.endOffset, sourceLocation: sourceLocation)
    #expect(left.lineCount == right.lineCount, sourceLocation: sourceLocation)
    #expect(left.index.corrections == right.index.corrections, sourceLocation: sourceLocation)
    #expect(left.index.creationDates == right.index.creationDates, sourceLocation: sourceLocation)
  }

  @Test(arguments: 0..<60)
  func `an image says what reading the log says`(seed: Int) throws {
    var history = RandomHistory(seed: UInt64(seed), anchors: 1 + seed % 12)
    let bytes = log(&history, lines: 1 + seed * 7)
    let cold = try load(bytes, history.space)
    guard cold.endOffset > 0 else { return }
    let warm = try open(image(cold, bytes), bytes, history.space)
    try expectSame(cold, warm, seed)
    for _ in 0..<20 {
      let count = Int.random(in: 0...cold.index.count, using: &history.random)
      #expect(cold.index.latest(through: count) == warm.index.latest(through: count))
      let (old, new) = (cold.index.state(through: count), warm.index.state(through: count))
      #expect(try cold.index.anchors(in: old) == warm.index.anchors(in: new), "seed \(seed)")
      #expect(
        warm.index.differenceCount(from: warm.index.rows(of: new), to: warm.index.rows(of: old))
          == 0)
    }
  }

  @Test(arguments: 0..<40)
  func `an image goes on reading as the log grows`(seed: Int) throws {
    var history = RandomHistory(seed: UInt64(1000 + seed), anchors: 5)
    var bytes = log(&history, lines: 20 + seed * 5)
    let first = try load(bytes, history.space)
    var warm = try open(image(first, bytes), bytes, history.space)
    let early = warm.index
    let facts = IndexFacts(early)
    for _ in 0..<5 {
      bytes += log(&history, lines: Int.random(in: 1...30, using: &history.random))
      try warm.append(from: MemoryByteSource(bytes))
    }
    // Digests are of a key, so that a comparison of columns is one of indexes with the same key.
    try expectSame(load(bytes, history.space), warm, seed)
    #expect(IndexFacts(early) == facts)
    // And once more from what has grown.
    try expectSame(warm, open(image(warm, bytes), bytes, history.space), seed)
  }

  @Test func `an index under another key compares payloads alike`() throws {
    var history = RandomHistory(seed: 4, anchors: 4)
    let bytes = log(&history, lines: 200)
    let cold = try load(bytes, history.space)
    let other = try LogReader.load(
      spaceId: history.space, source: MemoryByteSource(bytes), digestKey: DigestKey(bits: 99))
    var warm = try open(image(other, bytes), bytes, history.space)
    #expect(warm.index.columns.digests.key == DigestKey(bits: 99))
    let more = bytes + log(&history, lines: 200)
    try warm.append(from: MemoryByteSource(more))
    let all = try load(more, history.space)
    #expect(cold.index.count < all.index.count)
    for _ in 0..<50 {
      let from = Int.random(in: 0...all.index.count, using: &history.random)
      let to = Int.random(in: 0...all.index.count, using: &history.random)
      func count(_ index: EventIndex) -> Int {
        index.differenceCount(
          from: index.rows(of: index.state(through: from)),
          to: index.rows(of: index.state(through: to)))
      }
      #expect(count(all.index) == count(warm.index))
    }
  }

  @Test func `an image of another log is refused`() throws {
    var history = RandomHistory(seed: 8, anchors: 5)
    let bytes = log(&history, lines: 400)
    let whole = try image(load(bytes, history.space), bytes)
    func fault(_ bytes: [UInt8], _ tag: LogTag, _ space: UUID) -> ImageFault? {
      let memory = IndexMemory(byteCount: whole.count)
      memory.bytes.copyBytes(from: whole)
      do {
        _ = try ImageReader(memory).reader(
          spaceId: space, log: tag, source: MemoryByteSource(bytes))
        return nil
      } catch {
        return error as? ImageFault
      }
    }
    let space = history.space
    var tag = tag(bytes)
    #expect(fault(bytes, tag, space) == nil)
    #expect(fault(bytes, tag, UUID()) == .otherSpace)
    tag.modified += 1
    #expect(fault(bytes, tag, space) == .otherLog)
    tag.size += 1
    #expect(fault(bytes, tag, space) == nil)
    tag.inode += 1
    #expect(fault(bytes, tag, space) == .otherLog)
    tag = self.tag(Array(bytes.dropLast()))
    #expect(fault(Array(bytes.dropLast()), tag, space) == .otherLog)
    for place in [0, 100, bytes.count / 2, bytes.count - 2] {
      var changed = bytes
      changed[place] ^= 1
      #expect(fault(changed, self.tag(bytes), space) == .otherLog)
    }
  }

  /// An image whose checksums are right, though what they are of was changed.
  private func forged(
    _ image: [UInt8],
    _ change: (inout ImageHeader, (columns: [Int], tables: [Int], end: Int), inout [UInt8]) -> Void
  ) throws -> [UInt8] {
    var image = image
    var header = try image.withUnsafeBytes { bytes in try ImageHeader(bytes) }
    let offsets = try #require(header.layout.offsets())
    change(&header, offsets, &image)
    func checksum(_ start: Int, _ count: Int) -> UInt64 {
      let offset = min(start, image.count)
      let end = max(offset, min(image.count, offset + count))
      return image.withUnsafeBytes {
        BlockChecksum.of(UnsafeRawBufferPointer(rebasing: $0[offset..<end]))
      }
    }
    for column in Column.allCases {
      header.checksums[column.rawValue] = checksum(
        offsets.columns[column.rawValue], header.layout.rows * column.stride)
    }
    for table in ImageTable.allCases {
      // A size that cannot be is refused before anything is read.
      guard (0..<image.count).contains(header.layout[table]) else { continue }
      header.checksums[Column.allCases.count + table.rawValue] = checksum(
        offsets.tables[table.rawValue], header.layout[table] * table.stride)
    }
    image.replaceSubrange(0..<ImageHeader.byteCount, with: header.bytes())
    return image
  }

  @Test func `an image that somebody forged leads nowhere else`() throws {
    var history = RandomHistory(seed: 33, anchors: 5)
    let bytes = log(&history, lines: 150)
    let whole = try image(load(bytes, history.space), bytes)
    var accepted = 0
    for round in 0..<1200 {
      let image = try forged(whole) { header, offsets, image in
        if round % 10 == 0 {
          let table = ImageTable.allCases[Int.random(in: 0..<15, using: &history.random)]
          header.layout[table] =
            [0, 1, header.layout[table] + 1, header.layout[table] - 1, -1, .max]
            .randomElement(using: &history.random) ?? 0
          return
        }
        let parts = offsets.columns + offsets.tables
        let start = parts[Int.random(in: 0..<parts.count, using: &history.random)]
        let width = [1, 4, 8].randomElement(using: &history.random) ?? 1
        let offset = Int.random(in: 0..<150 * 4, using: &history.random) / width * width
        let place = min(start + offset, image.count - width)
        for byte in place..<place + width {
          image[byte] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &history.random) ?? 0
        }
      }
      guard let reader = try? open(image, bytes, history.space) else { continue }
      accepted += 1
      if accepted % 20 != 0 { continue }
      // Whatever it says: it is asked for everything, and nothing is read that is not there.
      _ = IndexFacts(reader.index)
      for count in stride(from: 0, through: reader.index.count, by: 40) {
        _ = reader.index.readableAnchors(in: reader.index.state(through: count))
      }
    }
    #expect(accepted > 100)
  }

  @Test func `a damaged image is refused or says the same`() throws {
    var history = RandomHistory(seed: 21, anchors: 5)
    let bytes = log(&history, lines: 120)
    let cold = try load(bytes, history.space)
    let whole = try image(cold, bytes)
    let facts = IndexFacts(cold.index)
    for cut in stride(from: 0, to: whole.count, by: 997) {
      #expect(throws: ImageFault.self) { try open(Array(whole[..<cut]), bytes, history.space) }
    }
    #expect(throws: ImageFault.self) { try open(whole + [0], bytes, history.space) }
    var accepted = 0
    for _ in 0..<1500 {
      var image = whole
      let place = Int.random(in: 0..<image.count, using: &history.random)
      image[place] ^= 1 << UInt8.random(in: 0...7, using: &history.random)
      guard let reader = try? open(image, bytes, history.space) else { continue }
      accepted += 1
      // The room behind the last row.
      if accepted % 50 == 1 { #expect(IndexFacts(reader.index) == facts, "byte \(place)") }
    }
    #expect(accepted < 1500)
  }
}
