import Dispatch
import Foundation
import Synchronization

/// Scans a log on all cores.
///
/// The log is cut into chunks that fit the cache of a core with the rows that they give. Whoever is
/// free scans the next one, with numbers of its own for anchors, actors and operations. Once all
/// chunks before it are scanned, it is known where its rows go, and they are put there, in canonical
/// order. In the end the numbers become those that one scan would have given.
struct PartedScan {
  private let spaceId: UUID
  private let source: any ByteSource
  private let columns: ColumnStorage
  private let chunks: LogChunks
  /// How many rows a chunk has, unless its lines are very short.
  private let chunkRows: Int

  /// Below this, starting threads costs more than they save.
  static let leastSize = 4 << 20
  /// With a line more, a chunk is read in one go.
  private static let chunkLength = 240 << 10

  /// - Parameters:
  ///   - leastLine: no event takes fewer bytes.
  ///   - spare: rows that the index can take later before its columns have to be copied.
  ///   - partCount: into how many chunks to cut the log; as many as suit the cores if nil.
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
  /// What the whole log holds; nil where lines were shorter than any event is, so that it has to be
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
  /// Each row of the columns is written by one scanner alone, which was told that it goes there, and
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

  /// The next chunk. Who is far ahead of a scanner that has no core lends it this one.
  private func next(
    _ progress: borrowing Mutex<ScanProgress>
  ) -> (number: Int, bytes: Range<Int>)? {
    while progress.withLock({ $0.isFarAhead }) { sched_yield() }
    return progress.withLock { $0.take() }
  }

  /// The tables of the whole log, and what they make of each scanner's numbers.
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

/// What a scan of a whole log gives.
struct ScannedLog {
  var builder: IndexBuilder
  var maker: RowEncoder
  let problems: [LogProblem]
  let lineCount: Int
  /// Behind the last newline.
  let endOffset: Int
  /// Tells the numbers of lines.
  let lines: LineCounter
}
