package import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Makes a reader of a log from an index on disk, where it is one of this log and sound.
///
/// What it says is not believed: every number that leads to memory or to the log is checked, whether
/// the checksums agree or not.
package struct ImageReader {
  private let memory: IndexMemory
  private let header: ImageHeader
  private let offsets: (columns: [Int], tables: [Int], end: Int)

  /// - Throws: ``ImageFault``
  package init(_ memory: IndexMemory) throws(ImageFault) {
    self.memory = memory
    header = try ImageHeader(UnsafeRawBufferPointer(memory.bytes))
    guard let offsets = header.layout.offsets(), offsets.end == memory.bytes.count else {
      throw .damaged
    }
    self.offsets = offsets
  }
}

extension ImageReader {
  /// The reader that has read the log as far as the index covers it.
  ///
  /// - Parameters:
  ///   - log: what is known of the log now.
  ///   - source: the log.
  package func reader(
    spaceId: UUID, log: LogTag, source: any ByteSource
  ) throws -> LogReader {
    guard header.space == UUIDBits(spaceId) else { throw ImageFault.otherSpace }
    guard isTagged(with: log) else { throw ImageFault.otherLog }
    guard checksumsAgree() else { throw ImageFault.damaged }
    let checkpoints = try LogCheckpoints.checksums(of: source, size: header.tag.size)
    guard array(.checkpoints) == checkpoints else { throw ImageFault.otherLog }
    return try load(spaceId, source)
  }

  private func isTagged(with log: LogTag) -> Bool {
    let known = header.tag
    guard known.inode == log.inode, known.size > 0, log.size >= known.size else { return false }
    return log.size > known.size || log.modified == known.modified
  }

  private func checksumsAgree() -> Bool {
    let columns = Column.allCases.allSatisfy { column in
      guard header.layout.holds(column) else { return true }
      return header.checksums[column.rawValue]
        == BlockChecksum.of(
          bytes(at: offsets.columns[column.rawValue], count: header.layout.rows * column.stride))
    }
    guard columns else { return false }
    return ImageTable.allCases.allSatisfy { table in
      header.checksums[Column.allCases.count + table.rawValue] == BlockChecksum.of(bytes(table))
    }
  }

  private func bytes(at offset: Int, count: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory.bytes)[offset..<offset + count])
  }

  private func bytes(_ table: ImageTable) -> UnsafeRawBufferPointer {
    bytes(at: offsets.tables[table.rawValue], count: header.layout[table] * table.stride)
  }
}

// MARK: - Parts

extension ImageReader {
  private func array<Element: BitwiseCopyable>(_ table: ImageTable) -> [Element] {
    let start: UnsafeMutablePointer<Element> = memory.elements(
      at: offsets.tables[table.rawValue], count: header.layout[table])
    return Array(UnsafeBufferPointer(start: start, count: header.layout[table]))
  }

  private func fixed<Element: BitwiseCopyable>(_ table: ImageTable) -> FixedArray<Element> {
    FixedArray(in: memory, at: offsets.tables[table.rawValue], count: header.layout[table])
  }

  private func load(_ spaceId: UUID, _ source: any ByteSource) throws -> LogReader {
    let layout = header.layout
    var index = EventIndex(spaceId: spaceId)
    index.source = source
    index.count = layout.rows
    index.columns = ColumnStorage(
      in: memory, count: layout.rows, capacity: layout.capacity,
      digests: PayloadDigests(DigestKey(bits: header.digestKey))
    ) { layout.holds($0) ? offsets.columns[$0.rawValue] : nil }
    guard (0...header.tag.size).contains(header.lineCount) else { throw ImageFault.inconsistent }
    let details = try details()
    for name in details.actors { _ = index.actors.intern(name) }
    guard index.actors.names.count == details.actors.count else { throw ImageFault.inconsistent }
    index.corrections = details.corrections
    index.operations = OperationTable(ids: fixed(.operationIds))
    for tag in array(.tags) as [ImageTag] { index.tags[tag.event] = tag.tag }
    for date in array(.creationDates) as [ImageDate] {
      index.creationDates[date.event] = HBInstant(microseconds: date.instant)
    }
    for date in array(.derivedDates) as [ImageDate] {
      index.derived.add(date.event, HBInstant(microseconds: date.instant))
    }
    index.merged = details.merged
    index.anchors = try anchors(index.columns)
    guard ImageRows(index, coveredSize: header.tag.size).areSound() else {
      throw ImageFault.inconsistent
    }
    return LogReader(
      index: index, problems: details.problems, endOffset: header.tag.size,
      lineCount: header.lineCount)
  }

  private func details() throws -> ImageDetails {
    // What is not JSON is no more believed than JSON that says something else.
    guard let value = try? JSONParser.parse(Array(bytes(.details))),
      let details = ImageDetails(value)
    else { throw ImageFault.inconsistent }
    return details
  }

  private func anchors(_ columns: ColumnStorage) throws -> AnchorTable {
    let (layout, rows) = (header.layout, header.layout.rows)
    let count = layout[.slotIds]
    guard layout[.slotNewest] == count, layout[.slotFoldStarts] == count,
      layout[.slotVersions] == count, layout[.storeOrder] <= count, layout[.postings] == rows,
      layout[.postingStarts] == count + 1
    else { throw ImageFault.inconsistent }
    let slots = SlotTable(
      ids: array(.slotIds), newest: array(.slotNewest), foldStart: array(.slotFoldStarts),
      maximumVersion: array(.slotVersions))
    let starts: [Int32] = array(.postingStarts)
    guard starts.first == 0, starts.last.map({ Int($0) }) == rows,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw ImageFault.inconsistent }
    return AnchorTable(
      slots: slots, storeOrder: array(.storeOrder),
      postings: PostingStore(flat: fixed(.postings), starts: starts), keyframes: try keyframes())
  }

  private func keyframes() throws -> Keyframes {
    let positions: [Int64] = array(.keyframePositions)
    let lengths: [Int64] = array(.keyframeLengths)
    let all: FixedArray<Int32> = fixed(.keyframes)
    guard positions.first == 0, positions.count == lengths.count,
      zip(positions, positions.dropFirst()).allSatisfy({ $0 < $1 }),
      positions.allSatisfy({ $0 <= header.layout.rows })
    else { throw ImageFault.inconsistent }
    var frames: [FixedArray<Int32>] = []
    var start = 0
    for length in lengths {
      guard length >= 0, length <= all.count - start, length <= header.layout[.slotIds] else {
        throw ImageFault.inconsistent
      }
      frames.append(all.part(start..<start + Int(length)))
      start += Int(length)
    }
    let last = Int(positions.last ?? 0)
    return Keyframes(
      positions: positions.map { Int($0) }, frames: frames,
      // Beyond the last row in any case: a keyframe is due when a row with that number is folded.
      next: max(last + max(Keyframes.interval, header.layout[.slotIds]), header.layout.rows + 1))
  }
}
