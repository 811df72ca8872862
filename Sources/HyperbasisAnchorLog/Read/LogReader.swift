public import Foundation
public import HyperbasisModels

/// Reads the log of a space into an index, and goes on reading as the log grows.
///
/// Lines are split only at `\n`. A line that is not an event of this space is reported and skipped;
/// it hides no other line. One that is empty, or holds nothing but spaces, tabs and carriage
/// returns, is not reported. A last line without a newline counts if it is an event.
public struct LogReader: Sendable {
  /// All events read so far.
  public private(set) var index: EventIndex
  /// All problems in the bytes read so far.
  public private(set) var problems: [LogProblem]
  /// Where the next read starts: after the last newline read.
  public private(set) var endOffset: Int
  private(set) var lineCount = 0

  /// Creates a reader that has read nothing.
  public init(spaceId: UUID, source: any ByteSource) {
    index = EventIndex(spaceId: spaceId)
    index.source = source
    problems = []
    endOffset = 0
  }

  /// Creates a reader that has read a log up to an offset.
  init(index: EventIndex, problems: [LogProblem], endOffset: Int, lineCount: Int) {
    self.index = index
    self.problems = problems
    self.endOffset = endOffset
    self.lineCount = lineCount
  }

  /// Reads the whole log.
  public static func load(spaceId: UUID, source: any ByteSource) throws -> LogReader {
    try load(spaceId: spaceId, source: source, digestKey: .process)
  }

  /// Reads the whole log.
  ///
  /// - Parameters:
  ///   - digestKey: the key that digests of payloads are made with.
  ///   - partCount: the number of parts to cut the log into, each scanned by itself; if nil, a
  ///     number that suits its size.
  package static func load(
    spaceId: UUID, source: any ByteSource, digestKey: DigestKey, partCount: Int? = nil
  ) throws -> LogReader {
    var reader = LogReader(spaceId: spaceId, source: source)
    reader.index.columns = ColumnStorage(capacity: 0, digests: PayloadDigests(digestKey))
    let size = try source.size()
    var log = try scan(size, of: source, into: reader.index, partCount: partCount)
    reader.endOffset = log.endOffset
    reader.index.adopt(log.maker)
    if log.builder.comparesLast { log.builder.foldAndCompare(into: &reader.index) }
    let duplicates = try DuplicateResolver(
      builder: log.builder, payloads: reader.index.payloads, lines: log.lines
    ).resolve()
    try log.builder.finish(into: &reader.index, resolving: duplicates)
    reader.lineCount = log.lineCount
    reader.problems = (log.problems + duplicates.problems).sorted { $0.offset < $1.offset }
    return reader
  }

  private static func scan(
    _ size: Int, of source: any ByteSource, into index: EventIndex, partCount: Int?
  ) throws -> ScannedLog {
    // No event takes fewer bytes; rows that stay empty take no memory.
    let expected = size / leastLineLength
    if partCount != nil || size >= PartedScan.leastSize {
      let parted = PartedScan(
        spaceId: index.spaceId, source: source, size: size, leastLine: leastLineLength,
        spare: spareRows(expected), digests: index.columns.digests, partCount: partCount)
      if let log = try parted.run() { return log }
    }
    var scan = LogScan(into: index, expected: expected, spare: spareRows(expected))
    var blocks = LineBlocks(source: source, expected: size)
    let end = try blocks.read(0..<size, into: &scan)
    return scan.finished(at: end, LineCounter(source))
  }

  private static let leastLineLength = 200

  /// Returns the room for rows that are appended: little for a short log, as there may be thousands
  /// of these.
  private static func spareRows(_ expected: Int) -> Int { min(4096, max(32, expected / 4)) }
}

// MARK: - Growing

extension LogReader {
  /// Reads what was appended since the last read; returns the problems in it.
  ///
  /// The index grows in place: the log is not read again and no columns are copied, unless an event
  /// comes late in canonical order. Copies of the index made before stay as they are.
  ///
  /// - Parameters:
  ///   - source: the log; it may be another handle on the same file.
  ///   - end: how far to read; to the end of the source if nil.
  @discardableResult
  public mutating func append(
    from source: any ByteSource, through end: Int? = nil
  ) throws -> [LogProblem] {
    try append(from: source, scanning: source, through: end ?? source.size())
  }

  /// Reads what was appended since the last read; returns the problems in it.
  ///
  /// - Parameters:
  ///   - source: the log, from which the index reads later what it does not hold.
  ///   - appended: the log, from which what was appended is read now.
  ///   - end: how far to read.
  @discardableResult
  package mutating func append(
    from source: any ByteSource, scanning appended: any ByteSource, through end: Int
  ) throws -> [LogProblem] {
    index.source = source
    guard end > endOffset else { return [] }
    let scanned = try scan(endOffset..<end, of: appended)
    // The former tail has been read again.
    problems.removeAll { $0.offset >= endOffset }
    let (newEnd, newLines, found) = (scanned.endOffset, scanned.lineCount, scanned.problems)
    let duplicates = try index.append(
      scanned.builder, scanned.maker, lines: scanned.lines)
    endOffset = newEnd
    lineCount = newLines
    let new = (found + duplicates).sorted { $0.offset < $1.offset }
    problems += new
    return new
  }

  /// Scans lines after those read; until the index adopts what is found, it lacks its tables.
  private mutating func scan(
    _ range: Range<Int>, of source: any ByteSource
  ) throws -> ScannedLog {
    let anchorCount = index.slotCount
    let lines = LineCounter(source, from: [(range.lowerBound, lineCount + 1)])
    var scan = LogScan(
      adding: range.count / LogReader.leastLineLength + 1, to: &index, lineCount: lineCount)
    do {
      var blocks = LineBlocks(source: source, expected: range.count)
      let end = try blocks.read(range, into: &scan)
      return scan.finished(at: end, lines)
    } catch {
      // What the tables learnt from lines that are not in the index does no harm, except for
      // anchors without events.
      index.adopt(scan.finished(at: range.lowerBound, lines).maker)
      index.anchors.slots.truncate(to: anchorCount)
      throw error
    }
  }

  /// Adds events that are not on disk. One whose id is known already is left out; a line that
  /// comes later with the same id takes its place.
  public mutating func append(synthetic events: [HBAnchorEvent]) throws {
    try index.append(synthetic: events)
  }
}
