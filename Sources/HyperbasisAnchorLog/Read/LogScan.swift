import Foundation

/// Reads lines into rows, each by the fast path if possible, otherwise by the slow path.
struct LogScan {
  var builder: IndexBuilder
  var maker: RowEncoder
  var problems: [LogProblem] = []
  /// The number of lines before the next one.
  var lineCount: Int
  private let spaceId: UUID
  private let digests: PayloadDigests
  private var scanner: LineScanner

  /// Creates a scan of a whole log.
  ///
  /// - Parameters:
  ///   - index: the index that the rows are for; it is empty.
  ///   - expected: about how many rows there will be.
  ///   - spare: rows that the index can take later without a copy.
  init(into index: EventIndex, expected: Int, spare: Int) {
    self.init(
      IndexBuilder(expected: expected, spare: spare, digests: index.columns.digests),
      RowEncoder(index), spaceId: index.spaceId, lineCount: 0)
  }

  /// Creates a scan of what follows the lines that an index has, whose tables it takes: the index
  /// must get them back, whatever happens.
  ///
  /// - Parameters:
  ///   - expected: about how many rows there will be.
  ///   - lineCount: the number of lines before the first.
  init(adding expected: Int, to index: inout EventIndex, lineCount: Int) {
    let digests = index.columns.digests
    self.init(
      IndexBuilder(expected: expected, spare: 0, digests: digests),
      RowEncoder(taking: &index), spaceId: index.spaceId, lineCount: lineCount)
  }

  /// Creates a scan of chunks of a log, each started with ``startChunk(in:)``; it has its own
  /// numbers of anchors and actors.
  init(chunksOf spaceId: UUID, digests: PayloadDigests) {
    self.init(
      IndexBuilder(ColumnStorage(capacity: 0, digests: digests)),
      RowEncoder(EventIndex(spaceId: spaceId)), spaceId: spaceId, lineCount: 0)
  }

  private init(
    _ builder: IndexBuilder, _ maker: consuming RowEncoder, spaceId: UUID, lineCount: Int
  ) {
    self.builder = builder
    self.maker = maker
    self.spaceId = spaceId
    self.lineCount = lineCount
    digests = builder.columns.digests
    scanner = LineScanner(spaceId: UUIDBits(spaceId), digests: digests)
  }
}

extension LogScan {
  /// Returns what was found, once the lines are read.
  ///
  /// - Parameters:
  ///   - endOffset: the offset after the last newline.
  ///   - lines: finds the numbers of lines.
  consuming func finished(at endOffset: Int, _ lines: LineCounter) -> ScannedLog {
    ScannedLog(
      builder: builder, maker: maker, problems: problems, lineCount: lineCount,
      endOffset: endOffset, lines: lines)
  }

  /// Starts another chunk, whose lines count from 1.
  ///
  /// - Parameter columns: receive the rows; all zero.
  mutating func startChunk(in columns: ColumnStorage) {
    builder = IndexBuilder(columns)
    problems = []
    lineCount = 0
  }

  /// Reads whole lines, the last of which ends with a newline.
  ///
  /// - Parameter bytes: padded as ``ScanPointer`` needs it.
  mutating func lines(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard let base = bytes.baseAddress else { return }
    let end = base + bytes.count
    var start = base
    var line = ScannedLine()
    var row = EventRow()
    while start < end {
      lineCount += 1
      if let next = scanner.scan(start, into: &line) {
        let content = UnsafeBufferPointer(start: start, count: next - start - 1)
        maker.encode(line, content, offset: offset + (start - base), into: &row)
        builder.add(row)
        start = next
      } else {
        let content = Self.line(start, end)
        slowLine(content, at: offset + (start - base), isTail: false)
        start += content.count + 1
      }
    }
  }

  /// Reads the bytes after the last newline.
  mutating func tail(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard !bytes.isEmpty else { return }
    lineCount += 1
    slowLine(bytes, at: offset, isTail: true)
    lineCount -= 1
  }

  /// Reports a line that is too long to be read.
  mutating func oversizedLine(length: Int, at offset: Int) {
    lineCount += 1
    report(.damagedLine, offset, length, "the line is longer than \(LineBlocks.lineLimit) bytes")
  }

  private static func line(
    _ start: ScanPointer, _ end: ScanPointer
  ) -> UnsafeBufferPointer<UInt8> {
    let rest = UnsafeBufferPointer(start: start, count: end - start)
    return UnsafeBufferPointer(rebasing: rest.prefix { $0 != UInt8(ascii: "\n") })
  }

  private mutating func report(
    _ kind: LogProblem.Kind, _ offset: Int, _ length: Int, _ detail: String
  ) {
    problems.append(
      LogProblem(kind: kind, offset: offset, length: length, line: lineCount, detail: detail))
  }
}

// MARK: - The slow path

extension LogScan {
  private mutating func slowLine(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, isTail: Bool
  ) {
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    if bytes.allSatisfy({ $0 == 0 || $0 == 0x0D }) {
      let count = bytes.count == 1 ? "1 zero byte" : "\(bytes.count) zero bytes"
      return report(.nulFill, offset, bytes.count, count)
    }
    do throws(LineFault) {
      let decoder = try LineDecoder(bytes)
      let head = try LineHead(decoder, spaceId: UUIDBits(spaceId))
      let line = ScannedLine(head, decoder.members, digests)
      var row = EventRow()
      maker.encode(line, bytes, offset: offset, actor: head.actor, into: &row)
      builder.add(row)
      if head.hasBadMicroseconds {
        report(
          .badMicroseconds, offset, bytes.count, "microseconds is not an integer from 0 to 999999")
      }
    } catch {
      let kind = LogProblem.Kind(error)
      report(
        isTail && kind == .damagedLine ? .tornTail : kind, offset, bytes.count, error.detail)
    }
  }
}
