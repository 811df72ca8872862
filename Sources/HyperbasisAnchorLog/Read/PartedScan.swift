import Dispatch
import Foundation
import Synchronization

/// Scans a log on all cores.
///
/// Each part is scanned by itself, into rows of its own of the columns that all share, with its own
/// numbers for anchors, actors and operations. Then these are numbered again in the order of the
/// file, which makes them those that one scan would have given, and the rows are moved together.
struct PartedScan {
  private let spaceId: UUID
  private let source: any ByteSource
  private let columns: ColumnStorage
  private let parts: [Part]

  /// Bytes of a log, and the rows that its lines may fill.
  private struct Part {
    let bytes: Range<Int>
    let rows: Range<Int>
  }

  /// Below this, starting threads costs more than they save.
  static let leastSize = 4 << 20
  private static let leastPart = 1 << 20

  /// - Parameters:
  ///   - leastLine: no event takes fewer bytes.
  ///   - spare: rows that the index can take later before its columns have to be copied.
  ///   - partCount: into how many parts to cut the log; as many as suit the cores if nil.
  init(
    spaceId: UUID, source: any ByteSource, size: Int, leastLine: Int, spare: Int,
    digests: PayloadDigests, partCount: Int? = nil
  ) throws {
    self.spaceId = spaceId
    self.source = source
    // More parts than cores: lines differ, and so does what else the cores have to do.
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let count = partCount ?? max(1, min(cores * 4, size / Self.leastPart))
    var row = 0
    parts = try LogParts(source: source).ranges(of: size, count: count).map { bytes in
      defer { row += bytes.count / leastLine + 1 }
      return Part(bytes: bytes, rows: row..<row + bytes.count / leastLine + 1)
    }
    columns = ColumnStorage(capacity: row + spare, digests: digests)
  }
}

extension PartedScan {
  /// What the whole log holds; nil where lines were shorter than any event is, so that it has to be
  /// scanned in one go.
  func run() throws -> ScannedLog? {
    let scans = try scanParts()
    if scans.contains(where: \.scan.builder.isOverfull) { return nil }
    var tables = RowEncoder(EventIndex(spaceId: spaceId))
    let numbers = scans.map { tables.take($0.scan.maker) }
    renumber(scans, numbers)
    let places = moveTogether(scans)
    let count = (places.last ?? 0) + (scans.last?.scan.builder.count ?? 0)
    var lineCounts: [Int] = [0]
    for part in scans { lineCounts.append((lineCounts.last ?? 0) + part.scan.lineCount) }
    let (rows, suspects) = sortAndCompare(
      IndexBuilder(columns, count: count, isSorted: isSorted(scans, places)))
    var builder = rows
    builder.suspect(
      suspects.map { row in
        let part = places.indices.partition { places[$0] <= row } - 1
        let line = scans[part].scan.skips.line(ofRow: row - places[part])
        return (row, lineCounts[part] + line)
      })
    return ScannedLog(
      builder: builder,
      maker: tables,
      problems: zip(scans, lineCounts).flatMap { part, lines in
        part.scan.problems.map { $0.moved(by: lines) }
      },
      lineCount: lineCounts.last ?? 0, endOffset: scans.last?.endOffset ?? 0)
  }

  /// Works out the order of the rows, and at the same time which of them may repeat an id.
  private func sortAndCompare(_ rows: IndexBuilder) -> (rows: IndexBuilder, suspects: [Int]) {
    concurrently {
      var sorted = rows
      sorted.sort()
      return sorted
    } _: {
      DuplicateSearch(columns.ids.base, count: rows.count).rows()
    }
  }

  private struct ScannedPart {
    let scan: LogScan
    let endOffset: Int
  }

  private func scanParts() throws -> [ScannedPart] {
    let results = Mutex<[Result<ScannedPart, any Error>?]>(
      Array(repeating: nil, count: parts.count))
    DispatchQueue.concurrentPerform(iterations: parts.count) { number in
      let result = Result { try scan(parts[number]) }
      results.withLock { $0[number] = result }
    }
    return try results.withLock { try $0.compactMap { try $0?.get() } }
  }

  private func scan(_ part: Part) throws -> ScannedPart {
    var scan = LogScan(partOf: spaceId, sharing: columns, part.rows)
    let end = try LineBlocks(source: source).read(part.bytes, into: &scan)
    return ScannedPart(scan: scan, endOffset: end)
  }

  private func renumber(_ scans: [ScannedPart], _ numbers: [RowNumbers]) {
    DispatchQueue.concurrentPerform(iterations: scans.count) { part in
      let first = parts[part].rows.lowerBound
      columns.renumber(first..<first + scans[part].scan.builder.count, numbers[part])
    }
  }

  /// Moves the rows of all parts behind each other; returns where each part's begin.
  private func moveTogether(_ scans: [ScannedPart]) -> [Int] {
    var places: [Int] = []
    var next = 0
    var moves: [(from: Range<Int>, to: Int)] = []
    for (part, scanned) in zip(parts, scans) {
      let count = scanned.scan.builder.count
      places.append(next)
      moves.append((part.rows.lowerBound..<part.rows.lowerBound + count, next))
      next += count
    }
    let (steps, end) = (moves, next)
    DispatchQueue.concurrentPerform(iterations: Column.allCases.count) { number in
      columns.move(Column.allCases[number], steps, clearingFrom: end)
    }
    return places
  }

  private func isSorted(_ scans: [ScannedPart], _ places: [Int]) -> Bool {
    guard scans.allSatisfy(\.scan.builder.isSorted) else { return false }
    return places.dropFirst().allSatisfy { place in
      place == 0 || place >= columns.capacity || !columns.precedes(place, place - 1)
    }
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
}
