/// The records at the beginning of an input, split by each delimiter to tell which one fits.
struct HeadRecords {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let newline: UInt8
  /// Whether more may follow, so that the last record may be incomplete.
  private let isCut: Bool

  private static let mostRecords = 200

  init(_ head: UnsafeBufferPointer<UInt8>, newline: UInt8) {
    bytes = UnsafeBufferPointer(rebasing: head.prefix(InputHead.size))
    self.newline = newline
    isCut = head.count >= InputHead.size
  }

  /// The first line that is not empty.
  var firstLine: [UInt8]? {
    bytes.split(separator: newline, maxSplits: 1, omittingEmptySubsequences: true).first
      .map(Array.init)
  }
}

// MARK: - Delimiter

extension HeadRecords {
  private static let separators: [CSVDialect.Delimiter] = [
    .byte(UInt8(ascii: ",")), .byte(UInt8(ascii: ";")), .byte(UInt8(ascii: "\t")),
    .byte(UInt8(ascii: "|")),
  ]

  /// The delimiter that gives the most records the same number of cells, and more than one.
  ///
  /// Blanks occur in dates and texts of every table. They count as the delimiter only if nothing else
  /// splits the heading into as many cells as the rows have.
  var likelyDelimiter: CSVDialect.Delimiter {
    var best = (delimiter: CSVDialect.Delimiter.byte(UInt8(ascii: ",")), score: 0.0)
    var isCertain = false
    for separator in Self.separators {
      guard let fit = fit(separator), fit.score > best.score else { continue }
      best = (separator, fit.score)
      isCertain = fit.hasHeading
    }
    // If both fit equally well, blanks are less likely, however many cells they make.
    guard !isCertain, let blanks = fit(.blanks), blanks.score - 60 > best.score else {
      return best.delimiter
    }
    return .blanks
  }

  /// Returns how well a delimiter splits the records; nil if it splits none.
  private func fit(
    _ delimiter: CSVDialect.Delimiter
  ) -> (score: Double, hasHeading: Bool)? {
    let cells = cellCounts(delimiter)
    let counts = Dictionary(cells.map { ($0, 1) }, uniquingKeysWith: +)
    // Of two equally frequent counts the greater one; otherwise two passes could differ.
    let usual = counts.filter { $0.key > 1 }.max { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let usual, let heading = cells.first else { return nil }
    // One more cell counts little compared with more records that fit.
    let share = Double(usual.value) / Double(cells.count)
    // Rows may end with a delimiter that the heading lacks.
    let isHeading = heading == usual.key || heading > 1 && heading + 1 == usual.key
    return (share * 1000 + Double(min(usual.key, 100)), isHeading && share >= 0.5)
  }
}

// MARK: - Records

extension HeadRecords {
  /// Returns the number of cells of each record that is not empty; a comment counts only if it is alone.
  private func cellCounts(_ delimiter: CSVDialect.Delimiter) -> [Int] {
    var counts: [(count: Int, isComment: Bool)] = []
    var walk = RecordWalk(bytes, newline: newline, delimiter: delimiter, isCut: isCut)
    while counts.count < Self.mostRecords, let record = walk.next() {
      guard !record.isEmpty else { continue }
      counts.append((record.cells, record.isComment))
    }
    if counts.count > 1 { counts.removeAll(where: \.isComment) }
    return counts.map(\.count)
  }
}

/// Walks through records and counts their cells. Quoted text may contain delimiters and line ends.
private struct RecordWalk {
  struct Record {
    var cells: Int
    var isEmpty = true
    var isComment = false
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private let newline: UInt8
  private let delimiter: CSVDialect.Delimiter
  private let isCut: Bool
  private var index = 0
  private var hasRecords = false
  /// Whether no further mark closes a quote, so that marks are ordinary characters.
  private var isPastQuotes = false

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, newline: UInt8, delimiter: CSVDialect.Delimiter,
    isCut: Bool
  ) {
    (self.bytes, self.newline, self.delimiter, self.isCut) = (bytes, newline, delimiter, isCut)
  }

  /// Returns the next record; nil at the end, and for one that is cut off, unless it is the only one.
  mutating func next() -> Record? {
    guard index < bytes.count else { return nil }
    var record = Record(
      // A separator comes between two cells; blanks may also come before the first one.
      cells: delimiter == .blanks ? 0 : 1, isComment: bytes[index] == UInt8(ascii: "#"))
    var isCellStart = true
    while index < bytes.count, bytes[index] != newline {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\""), isCellStart, skipQuote() {
        isCellStart = false
        record.isEmpty = false
        if delimiter == .blanks { record.cells += 1 }
        continue
      }
      index += 1
      if byte == UInt8(ascii: "\r") { continue }
      record.isEmpty = false
      take(byte, &isCellStart, &record)
    }
    let isWhole = index < bytes.count
    index += 1
    guard isWhole || !hasRecords || !isCut else { return nil }
    hasRecords = true
    return record
  }

  private func take(_ byte: UInt8, _ isCellStart: inout Bool, _ record: inout Record) {
    let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    switch delimiter {
    case .byte(let separator):
      if byte == separator { record.cells += 1 }
      isCellStart = byte == separator || isCellStart && isBlank
    case .blanks:
      if isCellStart, !isBlank { record.cells += 1 }
      isCellStart = isBlank
    }
  }

  /// Skips the quote that begins here; returns false if it is none, because its mark is never closed,
  /// or is closed in the middle of a cell.
  private mutating func skipQuote() -> Bool {
    guard !isPastQuotes else { return false }
    var end = index + 1
    while end < bytes.count {
      guard bytes[end] == UInt8(ascii: "\"") else {
        end += 1
        continue
      }
      guard end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "\"") else { break }
      end += 2
    }
    guard end < bytes.count else {
      isPastQuotes = !isCut
      if isCut { index = bytes.count }
      return isCut
    }
    guard endsCell(end + 1) else { return false }
    index = end + 1
    return true
  }

  /// Returns whether a cell ends here, or after blanks.
  private func endsCell(_ start: Int) -> Bool {
    var index = start
    if delimiter == .blanks, index < bytes.count, bytes[index] == UInt8(ascii: "\t") { return true }
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") || bytes[index] == 0x0D {
      if delimiter == .blanks { return true }
      index += 1
    }
    guard index < bytes.count, bytes[index] != newline else { return true }
    return delimiter == .byte(bytes[index])
  }
}
