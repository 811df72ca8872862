import Foundation

/// Reads lines into rows, each the fast way if it goes, else the slow way.
struct LogScan {
  var builder: IndexBuilder
  var maker: RowEncoder
  var problems: [LogProblem] = []
  /// The number of lines before the next one.
  var lineCount: Int
  private let spaceId: UUID
  private let digests: PayloadDigests
  private var scanner: LineScanner

  /// - Parameters:
  ///   - index: what the rows are for; its numbers of anchors and actors are kept.
  ///   - expected: about how many rows there will be.
  ///   - spare: rows that the index can take later without a copy; nil where the rows are to be
  ///     added to an index that has rows.
  ///   - lineCount: the number of lines before the first.
  init(into index: EventIndex, expected: Int, spare: Int?, lineCount: Int) {
    digests = index.columns.digests
    builder = IndexBuilder(
      expected: expected, spare: spare ?? 0, keepsLines: spare == nil, digests: digests)
    maker = RowEncoder(index)
    spaceId = index.spaceId
    scanner = LineScanner(spaceId: UUIDBits(index.spaceId), digests: digests)
    self.lineCount = lineCount
  }
}

extension LogScan {
  /// Hands over what was learnt about anchors, actors and operations; the scan is over.
  mutating func takeMaker() -> RowEncoder {
    let taken = maker
    maker = RowEncoder(EventIndex(spaceId: spaceId))
    return taken
  }

  /// Reads whole lines, the last of which ends with a newline.
  ///
  /// - Parameter bytes: padded as ``ScanPointer`` needs it.
  mutating func lines(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    guard let base = bytes.baseAddress else { return }
    let end = base + bytes.count
    var start = base
    var line = ScannedLine()
    while start < end {
      lineCount += 1
      if let next = scanner.scan(start, into: &line) {
        let content = UnsafeBufferPointer(start: start, count: next - start - 1)
        builder.add(
          maker.row(line, content, offset: offset + (start - base)), line: lineCount)
        start = next
      } else {
        let content = Self.line(start, end)
        slowLine(content, at: offset + (start - base), isTail: false)
        start += content.count + 1
      }
    }
  }

  /// Reads the bytes behind the last newline.
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

// MARK: - The slow way

extension LogScan {
  private mutating func slowLine(
    _ bytes: UnsafeBufferPointer<UInt8>, at offset: Int, isTail: Bool
  ) {
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    if bytes.allSatisfy({ $0 == 0 || $0 == 0x0D }) {
      return report(.nulFill, offset, bytes.count, "\(bytes.count) zero bytes")
    }
    do throws(LineFault) {
      let decoder = try LineDecoder(bytes)
      let head = try LineHead(decoder, spaceId: UUIDBits(spaceId))
      let line = ScannedLine(head, decoder.members, digests)
      builder.add(
        maker.row(line, bytes, offset: offset, actor: head.actor), line: lineCount)
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
