/// How far the scan of a log in chunks has come: which chunk is next, and where rows go.
struct ScanProgress {
  private var chunks: LogChunks
  /// How many rows there is room for.
  private let room: Int
  private var takenCount = 0
  /// Chunks that were scanned before one that precedes them in the log.
  private var waiting: [Int: ScannedChunk] = [:]
  /// Chunks whose rows have been given their places, in the order of the log.
  private(set) var placed: [PlacedChunk] = []
  private(set) var rowCount = 0
  /// Whether there are more rows than room.
  private(set) var isOverfull = false
  private(set) var failure: (any Error)?

  init(_ chunks: LogChunks, room: Int) {
    self.chunks = chunks
    self.room = room
  }
}

extension ScanProgress {
  /// Returns the next chunk; nil if there is none or the scan has failed.
  mutating func take() -> (number: Int, bytes: Range<Int>)? {
    guard failure == nil, !isOverfull else { return nil }
    do {
      guard let bytes = try chunks.next() else { return nil }
      defer { takenCount += 1 }
      return (takenCount, bytes)
    } catch {
      failure = error
      return nil
    }
  }

  /// Records a chunk that was scanned; returns the rows that can be put into their places now.
  ///
  /// No scanner waits for the chunks before: the one that scans the last of these gets the rows of
  /// all.
  mutating func finish(_ chunk: ScannedChunk) -> [(rows: IndexBuilder, place: Int)] {
    waiting[chunk.number] = chunk
    var ready: [(rows: IndexBuilder, place: Int)] = []
    while let next = waiting.removeValue(forKey: placed.count) {
      guard next.rows.count <= room - rowCount else {
        isOverfull = true
        break
      }
      ready.append((next.rows, rowCount))
      placed.append(PlacedChunk(next, at: rowCount))
      rowCount += next.rows.count
    }
    return ready
  }

  /// Whether so many chunks wait for one before them that no more should be scanned.
  ///
  /// No scanner that has taken a chunk waits, so the missing one will come.
  var isFarAhead: Bool { waiting.count >= Self.waitingLimit && failure == nil && !isOverfull }

  /// Their rows take 8 MB.
  private static let waitingLimit = 64

  mutating func fail(_ error: any Error) {
    failure = failure ?? error
  }
}

/// The result of scanning a chunk.
struct ScannedChunk {
  /// From 0, in the order of the log.
  let number: Int
  /// Where its first line starts.
  let offset: Int
  /// The scanner that numbered its anchors.
  let scanner: Int
  let rows: IndexBuilder
  let facts: ChunkFacts
  let problems: [LogProblem]
  let lineCount: Int
  /// The offset after its last newline.
  let endOffset: Int
}

/// A chunk whose rows have been given their places.
struct PlacedChunk {
  let offset: Int
  let scanner: Int
  let rows: Range<Int>
  let facts: ChunkFacts
  let problems: [LogProblem]
  let lineCount: Int
  let endOffset: Int

  init(_ chunk: ScannedChunk, at row: Int) {
    offset = chunk.offset
    scanner = chunk.scanner
    rows = row..<row + chunk.rows.count
    facts = chunk.facts
    problems = chunk.problems
    lineCount = chunk.lineCount
    endOffset = chunk.endOffset
  }
}
