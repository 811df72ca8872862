import Dispatch
import Foundation
import Synchronization

/// Scans a log on all cores.
///
/// The log is cut into chunks that fit into a core's cache together with their rows. Each free
/// scanner takes the next one and numbers anchors, actors and operations on its own. Once all
/// chunks before it are scanned, the place of its rows is known, and they are put there, in
/// canonical order. In the end the numbers become those that a single scan would have given.
struct PartedScan {
  private let spaceId: UUID
  private let source: any ByteSource
  private let columns: ColumnStorage
  private let chunks: LogChunks
  /// How many rows a chunk has, unless its lines are very short.
  private let chunkRows: Int

  /// Below this size, starting threads costs more than they save.
  static let leastSize = 4 << 20
  /// Even with one more line, a chunk is read in one go.
  private static let chunkLength = 240 << 10

  /// - Parameters:
  ///   - leastLine: the fewest bytes that an event takes.
  ///   - spare: rows that the index can take later before its columns must be copied.
  ///   - partCount: the number of chunks to cut the log into; if nil, chunks are cut to fit a
  ///     core's cache.
  init(
    spaceId: UUID, source: any ByteSource, size: Int, leastLine: Int, spare: Int,
    digests: PayloadDigests, partCount: Int? = nil
  ) {
    self.spaceId = spaceId
    self.source = source
    let length = partCount.map { size / max(1, $0) + 1 } ?? Self.chunkLength
    chunks = LogChunks(source, size: size, length: length)
    chunkRows = length / leastLine + 1
    columns = ColumnStorage(capacity: size / leastLine + 1 + spare, digests: digests)
  }
}

extension PartedScan {
  /// Returns what the whole log holds; nil if lines are shorter than any event, so that it must be
  /// scanned in one go.
  func run() throws -> ScannedLog? {
    let (progress, encoders) = scanAll()
    if let failure = progress.failure { throw failure }
    if progress.isOverfull { return nil }
    let chunks = progress.placed
    let (tables, numbers) = number(chunks, encoders)
    DispatchQueue.concurrentPerform(iterations: encoders.count) { scanner in
      let rows = chunks.lazy.filter { $0.scanner == scanner }.map(\.rows)
      columns.renumber(Array(rows), numbers[scanner])
    }
    columns.mergeRuns(chunks.map(\.rows))
    var firstLines = [1]
    for chunk in chunks { firstLines.append((firstLines.last ?? 1) + chunk.lineCount) }
    return ScannedLog(
      builder: IndexBuilder(columns, count: progress.rowCount),
      maker: tables,
      problems: zip(chunks, firstLines).flatMap { chunk, line in
        chunk.problems.map { $0.moved(by: line - 1) }
      },
      lineCount: (firstLines.last ?? 1) - 1, endOffset: chunks.last?.endOffset ?? 0,
      lines: LineCounter(source, from: zip(chunks, firstLines).map { ($0.offset, $1) }))
  }

  /// Scans all chunks; returns where their rows are, and the tables of each scanner.
  private func scanAll() -> (progress: ScanProgress, encoders: [RowEncoder]) {
    let count = max(1, ProcessInfo.processInfo.activeProcessorCount)
    let progress = Mutex(ScanProgress(chunks, room: columns.capacity))
    let encoders = Mutex([RowEncoder?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { scanner in
      let encoder = scan(as: scanner, progress)
      encoders.withLock { $0[scanner] = encoder }
    }
    return (progress.withLock { $0 }, encoders.withLock { $0.compactMap { $0 } })
  }

  /// Scans chunks as long as there are any, and puts rows into their places.
  ///
  /// Each row of the columns is written by only one scanner, the one that was given its place, and
  /// read when all are done.
  private func scan(as scanner: Int, _ progress: borrowing Mutex<ScanProgress>) -> RowEncoder {
    var scan = LogScan(chunksOf: spaceId, digests: columns.digests)
    var blocks = LineBlocks(source: source)
    var free: [ColumnStorage] = []
    while let (number, bytes) = next(progress) {
      scan.startChunk(
        in: free.popLast() ?? ColumnStorage(capacity: chunkRows, digests: columns.digests))
      do {
        let end = try blocks.read(bytes, into: &scan)
        let chunk = ScannedChunk(
          number: number, offset: bytes.lowerBound, scanner: scanner, rows: scan.builder,
          facts: scan.maker.takeChunk(), problems: scan.problems, lineCount: scan.lineCount,
          endOffset: end)
        for (rows, place) in progress.withLock({ $0.finish(chunk) }) {
          columns.take(rows, at: place)
          free.append(rows.columns)
        }
      } catch {
        progress.withLock { $0.fail(error) }
      }
    }
    return scan.maker
  }

  /// Returns the next chunk. A scanner that is far ahead of one that has no core yields its own.
  private func next(
    _ progress: borrowing Mutex<ScanProgress>
  ) -> (number: Int, bytes: Range<Int>)? {
    while progress.withLock({ $0.isFarAhead }) { sched_yield() }
    return progress.withLock { $0.take() }
  }

  /// Returns the tables of the whole log, and what each scanner's numbers become in them.
  private func number(
    _ chunks: [PlacedChunk], _ encoders: [RowEncoder]
  ) -> (tables: RowEncoder, numbers: [RowNumbers]) {
    var tables = RowEncoder(EventIndex(spaceId: spaceId))
    var numbers = encoders.map { _ in RowNumbers() }
    for chunk in chunks {
      tables.take(chunk.facts, of: encoders[chunk.scanner], &numbers[chunk.scanner])
    }
    return (tables, numbers)
  }
}

/// The result of scanning a log.
struct ScannedLog {
  var builder: IndexBuilder
  var maker: RowEncoder
  let problems: [LogProblem]
  let lineCount: Int
  /// The offset after the last newline.
  let endOffset: Int
  /// Finds the numbers of lines.
  let lines: LineCounter
}
