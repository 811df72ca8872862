import Dispatch
import Foundation
import Hyperbasis
import Synchronization
import TestSupport
import Testing

@testable import HyperbasisAnchorLog

/// An index on disk gives what reading the log gives, or nothing.
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
      // What lies between the pieces is irrelevant.
      image.append(contentsOf: repeatElement(0xAA, count: offset - image.count))
      image.append(contentsOf: piece)
    }
    image.append(contentsOf: repeatElement(0xAA, count: size - image.count))
    return image
  }

  private func open(
    _ image: [UInt8], _ bytes: [UInt8], _ space: UUID, source: (any ByteSource)? = nil,
    giveUpFile: @escaping @Sendable () -> Void = {}
  ) throws -> LogReader {
    let memory = IndexMemory(byteCount: image.count)
    memory.bytes.copyBytes(from: image)
    return try ImageReader(memory).reader(
      spaceId: space, log: tag(bytes), source: source ?? MemoryByteSource(bytes),
      giveUpFile: giveUpFile)
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
    #expect(
      left.index.rare.creationDates == right.index.rare.creationDates,
      sourceLocation: sourceLocation)
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
    // Digests depend on a key, so columns can be compared only between indexes with the same key.
    try expectSame(load(bytes, history.space), warm, seed)
    #expect(IndexFacts(early) == facts)
    // And once more from the index that has grown.
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

  /// Returns an image whose checksums are right, although the checked contents were changed.
  private func forged(
    _ image: [UInt8],
    _ change: (inout ImageHeader, (columns: [Int], tables: [Int], end: Int), inout [UInt8]) -> Void
  ) throws -> [UInt8] {
    var image = image
    var header = try image.withUnsafeBytes { bytes in try ImageHeader(bytes) }
    let offsets = try #require(header.layout.offsets())
    change(&header, offsets, &image)
    func bytes(_ start: Int, _ count: Int, in image: UnsafeRawBufferPointer)
      -> UnsafeRawBufferPointer
    {
      let offset = min(start, image.count)
      let end = max(offset, min(image.count, offset + max(0, min(count, image.count))))
      return UnsafeRawBufferPointer(rebasing: image[offset..<end])
    }
    // An impossible size is refused before anything is read.
    func size(_ table: ImageTable) -> Int {
      (0..<image.count).contains(header.layout[table]) ? header.layout[table] * table.stride : 0
    }
    let sums = image.withUnsafeBytes { image in
      ImagePart.all.flatMap { part -> [UInt64] in
        switch part {
        case .column(let column):
          let count = header.layout.holds(column) ? header.layout.rows * column.stride : 0
          return BlockChecksum.ofBlocks(
            part, bytes(offsets.columns[column.rawValue], count, in: image))
        case .table(let table):
          return BlockChecksum.ofBlocks(
            part, bytes(offsets.tables[table.rawValue], size(table), in: image))
        }
      }
    }
    let place = offsets.tables[ImageTable.blockChecksums.rawValue]
    let room = min(sums.count * 8, size(.blockChecksums), image.count - place)
    sums.withUnsafeBytes { image.replaceSubrange(place..<place + room, with: $0[..<room]) }
    for table in ImageTable.allCases where !ImagePart.isPart(table) {
      header.checksums[table.rawValue] = image.withUnsafeBytes {
        BlockChecksum.of(bytes(offsets.tables[table.rawValue], size(table), in: $0))
      }
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
          let tables = ImageTable.allCases.filter { $0 != .details }
          let table = tables[Int.random(in: 0..<tables.count, using: &history.random)]
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
      // Whatever it contains, everything in it can be queried without reading out of bounds.
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
      #expect(IndexFacts(reader.index) == facts, "byte \(place)")
      #expect(!reader.index.isBroken)
    }
    #expect(accepted < 1500)
  }

  /// Returns the parts that are checked when they are used, each with the place of one of its bytes.
  private func placesInParts(_ image: [UInt8]) throws -> [(part: ImagePart, place: Int)] {
    let header = try image.withUnsafeBytes { bytes in try ImageHeader(bytes) }
    let offsets = try #require(header.layout.offsets())
    return ImagePart.all.compactMap { part in
      let count = header.layout.count(part)
      guard count > 0 else { return nil }
      let start =
        switch part {
        case .column(let column): offsets.columns[column.rawValue]
        case .table(let table): offsets.tables[table.rawValue]
        }
      return (part, start + count / 2 * part.stride)
    }
  }

  @Test func `what is damaged is found when it is used, and read from the log`() throws {
    var history = RandomHistory(seed: 51, anchors: 7)
    let bytes = log(&history, lines: 5000)
    let cold = try load(bytes, history.space)
    let whole = try image(cold, bytes)
    let (facts, count) = (IndexFacts(cold.index), cold.index.count)
    let places = try placesInParts(whole)
    #expect(places.count > 10)
    for (part, place) in places {
      var image = whole
      image[place] ^= 0x55
      let givenUp = Mutex(0)
      let reader = try open(image, bytes, history.space) { givenUp.withLock { $0 += 1 } }
      // The last operation is read when the index is opened.
      let early = part == .table(.operationIds) ? 1 : 0
      #expect(givenUp.withLock { $0 } == early, "\(part) was read when nobody asked")
      for position in stride(from: 0, through: count, by: 500) {
        #expect(reader.index.latest(through: position) == cold.index.latest(through: position))
      }
      #expect(IndexFacts(reader.index) == facts, "\(part)")
      for column in Column.allCases {
        let own = reader.index.columns.bytes(column, count: count)
        #expect(own.elementsEqual(cold.index.columns.bytes(column, count: count)), "\(part)")
      }
      #expect(givenUp.withLock { $0 } == 1, "\(part)")
      #expect(!reader.index.isBroken)
    }
  }

  @Test func `what nobody has used can be checked ahead`() throws {
    var history = RandomHistory(seed: 54, anchors: 7)
    let bytes = log(&history, lines: 500)
    let cold = try load(bytes, history.space)
    let whole = try image(cold, bytes)
    let facts = IndexFacts(cold.index)
    for (part, place) in try placesInParts(whole) {
      var image = whole
      image[place] ^= 0x08
      let givenUp = Mutex(0)
      let index = try open(image, bytes, history.space) { givenUp.withLock { $0 += 1 } }.index
      index.checkAhead()
      #expect(givenUp.withLock { $0 } == 1, "\(part)")
      #expect(IndexFacts(index) == facts, "\(part)")
    }
  }

  @Test(arguments: 0..<12)
  func `a damaged image goes on reading as the log grows`(seed: Int) throws {
    var history = RandomHistory(seed: UInt64(2000 + seed), anchors: 5)
    var bytes = log(&history, lines: 300)
    let cold = try load(bytes, history.space)
    var image = try image(cold, bytes)
    let place = try placesInParts(image).randomElement(using: &history.random)?.place ?? 0
    image[place] ^= 0x10
    var warm = try open(image, bytes, history.space)
    let early = warm.index
    for _ in 0..<4 {
      // Some of the lines come late, and move rows of the image.
      bytes += log(&history, lines: Int.random(in: 1...30, using: &history.random))
      try warm.append(from: MemoryByteSource(bytes))
    }
    try expectSame(load(bytes, history.space), warm, seed)
    #expect(IndexFacts(early) == IndexFacts(cold.index), "seed \(seed)")
  }

  @Test func `several may find the damage at once`() throws {
    var history = RandomHistory(seed: 52, anchors: 7)
    let bytes = log(&history, lines: 500)
    let cold = try load(bytes, history.space)
    let whole = try image(cold, bytes)
    let facts = IndexFacts(cold.index)
    for (part, place) in try placesInParts(whole) {
      var image = whole
      image[place] ^= 0x01
      let index = try open(image, bytes, history.space).index
      let same = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        if IndexFacts(index) == facts { same.add(1, ordering: .relaxed) }
      }
      #expect(same.load(ordering: .relaxed) == 4, "\(part)")
    }
  }

  @Test func `damage that the log cannot mend is an error where payloads are read`() throws {
    var history = RandomHistory(seed: 53, anchors: 7)
    let bytes = log(&history, lines: 500)
    let whole = try image(load(bytes, history.space), bytes)
    // The last operation is read when the index is opened, while the log can still be read.
    for (part, place) in try placesInParts(whole) where part != .table(.operationIds) {
      var image = whole
      image[place] ^= 0x01
      let source = FailingSource(bytes)
      let index = try open(image, bytes, history.space, source: source).index
      source.fails.store(true, ordering: .relaxed)
      index.columns.checker?.useRows(from: 0)
      _ = (IndexFacts(index), index.latest(through: index.count - 1))
      #expect(index.isBroken, "\(part)")
      source.fails.store(false, ordering: .relaxed)
      #expect(throws: ImageFault.damaged, "\(part)") { try index.events(0..<index.count) }
    }
  }
}

/// A log that cannot be read for a while.
private final class FailingSource: ByteSource {
  private let bytes: MemoryByteSource
  let fails = Atomic(false)

  init(_ bytes: [UInt8]) {
    self.bytes = MemoryByteSource(bytes)
  }

  func size() throws -> Int { bytes.size() }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if fails.load(ordering: .relaxed) { throw LogError.lineChanged(offset: offset) }
    return bytes.read(at: offset, into: buffer)
  }
}
