package import Foundation
import HyperbasisJSONText
import HyperbasisModels

/// Makes a reader of a log from an index on disk, if that is sound and belongs to this log.
///
/// Its contents are not trusted: every number that leads to memory or to the log is checked, even
/// if the checksums agree. What grows with the log is checked by ``ImageChecker`` when it is first
/// used; the rest, and whether it is an index of this log at all, is checked here.
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
  /// Returns a reader that has read the log as far as the index covers it.
  ///
  /// - Parameters:
  ///   - log: what is known of the log now.
  ///   - source: the log; kept, as parts that turn out to be damaged are rebuilt from it.
  ///   - giveUpFile: called if any does, so that the file is not opened again.
  package func reader(
    spaceId: UUID, log: LogTag, source: any ByteSource,
    giveUpFile: @escaping @Sendable () -> Void = {}
  ) throws -> LogReader {
    guard header.space == UUIDBits(spaceId) else { throw ImageFault.otherSpace }
    guard isTagged(with: log) else { throw ImageFault.otherLog }
    guard checksumsAgree() else { throw ImageFault.damaged }
    let checkpoints = try LogCheckpoints.checksums(of: source, size: header.tag.size)
    guard array(.checkpoints) == checkpoints else { throw ImageFault.otherLog }
    let origin = ImageOrigin(
      spaceId: spaceId, digestKey: DigestKey(bits: header.digestKey),
      coveredSize: header.tag.size, source: source, giveUpFile: giveUpFile)
    return try load(origin)
  }

  private func isTagged(with log: LogTag) -> Bool {
    let known = header.tag
    guard known.inode == log.inode, known.size > 0, log.size >= known.size else { return false }
    return log.size > known.size || log.modified == known.modified
  }

  private func checksumsAgree() -> Bool {
    ImageTable.allCases.allSatisfy { table in
      ImagePart.isPart(table)
        || header.checksums[table.rawValue] == BlockChecksum.of(bytes(table))
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

  private func load(_ origin: ImageOrigin) throws -> LogReader {
    let layout = header.layout
    guard (0...header.tag.size).contains(header.lineCount) else { throw ImageFault.inconsistent }
    let details = try details()
    let frames = try frames()
    let starts = try postingStarts()
    let limits = ImageLimits(
      rows: layout.rows, slots: try slots(), postingStarts: starts, actors: details.actors,
      operationCount: layout[.operationIds], framePositions: frames.map(\.position),
      frameLengths: frames.map(\.length), coveredSize: header.tag.size)
    let storeOrder: [Int32] = array(.storeOrder)
    guard limits.tablesAreSound(storeOrder) else { throw ImageFault.inconsistent }
    let checker = try ImageChecker(
      memory, layout, (offsets.columns, offsets.tables), checksums: array(.blockChecksums),
      limits: limits, origin: origin)
    var index = EventIndex(spaceId: origin.spaceId)
    index.source = origin.source
    index.count = layout.rows
    index.columns = ColumnStorage(checker, digests: PayloadDigests(origin.digestKey))
    try addDetails(details, to: &index)
    index.operations = OperationTable(ids: fixed(.operationIds, checker))
    index.anchors = AnchorTable(
      slots: limits.slots, storeOrder: storeOrder,
      postings: PostingStore(flat: fixed(.postings, checker), starts: starts),
      keyframes: keyframes(frames, checker))
    return LogReader(
      index: index, problems: details.problems, endOffset: header.tag.size,
      lineCount: header.lineCount)
  }

  private func fixed<Element: BitwiseCopyable>(
    _ table: ImageTable, _ checker: ImageChecker
  ) -> FixedArray<Element> {
    FixedArray(checker, .table(table), count: header.layout[table])
  }

  private func addDetails(_ details: ImageDetails, to index: inout EventIndex) throws {
    for name in details.actors { _ = index.actors.intern(name) }
    guard index.actors.names.count == details.actors.count else { throw ImageFault.inconsistent }
    index.rare.corrections = details.corrections
    for tag in array(.tags) as [ImageTag] { index.rare.tags[tag.event] = tag.tag }
    for date in array(.creationDates) as [ImageDate] {
      index.rare.creationDates[date.event] = HBInstant(microseconds: date.instant)
    }
    for date in array(.derivedDates) as [ImageDate] {
      index.rare.derived.add(date.event, HBInstant(microseconds: date.instant))
    }
    index.merged = details.merged
  }

  private func details() throws -> ImageDetails {
    // Anything but JSON is no better than JSON that says something else.
    guard let value = try? JSONParser.parse(Array(bytes(.details))),
      let details = ImageDetails(value)
    else { throw ImageFault.inconsistent }
    return details
  }

  private func slots() throws -> SlotTable {
    let layout = header.layout
    let count = layout[.slotIds]
    guard layout[.slotNewest] == count, layout[.slotFoldStarts] == count,
      layout[.slotVersions] == count, layout[.storeOrder] <= count
    else { throw ImageFault.inconsistent }
    return SlotTable(
      ids: array(.slotIds), newest: array(.slotNewest), foldStart: array(.slotFoldStarts),
      maximumVersion: array(.slotVersions))
  }

  private func postingStarts() throws -> [Int32] {
    let (layout, rows) = (header.layout, header.layout.rows)
    guard layout[.postings] == rows, layout[.postingStarts] == layout[.slotIds] + 1 else {
      throw ImageFault.inconsistent
    }
    let starts: [Int32] = array(.postingStarts)
    guard starts.first == 0, starts.last.map({ Int($0) }) == rows,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw ImageFault.inconsistent }
    return starts
  }

  /// Returns how many events each keyframe folds, and how many anchors it has.
  private func frames() throws -> [(position: Int, length: Int)] {
    let positions: [Int64] = array(.keyframePositions)
    let lengths: [Int64] = array(.keyframeLengths)
    guard positions.first == 0, positions.count == lengths.count,
      zip(positions, positions.dropFirst()).allSatisfy({ $0 < $1 }),
      positions.allSatisfy({ $0 <= header.layout.rows })
    else { throw ImageFault.inconsistent }
    var rest = header.layout[.keyframes]
    return try zip(positions, lengths).map { position, length in
      guard length >= 0, length <= rest, length <= header.layout[.slotIds] else {
        throw ImageFault.inconsistent
      }
      rest -= Int(length)
      return (Int(position), Int(length))
    }
  }

  private func keyframes(
    _ frames: [(position: Int, length: Int)], _ checker: ImageChecker
  ) -> Keyframes {
    let all: FixedArray<Int32> = fixed(.keyframes, checker)
    var start = 0
    let parts = frames.map { frame in
      defer { start += frame.length }
      return all.part(start..<start + frame.length)
    }
    let last = frames.last?.position ?? 0
    return Keyframes(
      positions: frames.map(\.position), frames: parts,
      // Beyond the last row in any case: a keyframe is due when a row with that number is folded.
      next: max(last + max(Keyframes.interval, header.layout[.slotIds]), header.layout.rows + 1))
  }
}
