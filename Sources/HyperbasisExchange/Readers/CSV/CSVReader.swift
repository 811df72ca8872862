import HyperbasisAnchorLog

/// Reads rows of separated values: CSV, TSV, and values separated by blanks.
///
/// Quotes are recognised where a cell begins with one, as in RFC 4180; a number in quotes is a number,
/// as many programs put every cell in quotes.
struct CSVReader: RowReader {
  private var records: CSVRecords
  private let dialect: CSVDialect
  private let layout: CSVLayout
  /// Whether the delimiter is inferred from the cells alone.
  private let isDelimiterGuessed: Bool
  private let input: Int
  private let cells = CellBuffer()
  let columns = ColumnNames()
  /// The number of the line at which the feed is.
  private var line = 1
  private var headingLine: Int?
  private var heading: [UInt8]?
  private var repeatedHeadings = 0

  init(_ request: ReaderRequest, layout: CSVLayout = CSVLayout()) throws {
    let options = request.options
    var layout = layout
    if !options.columns.isEmpty { layout.columns = options.columns }
    let feed = try ByteFeed(request.input.source, encoding: options.encoding)
    let head = UnsafeBufferPointer(start: feed.base + feed.start, count: feed.count)
    let delimiter = try Self.delimiter(options) ?? layout.delimiter
    dialect = CSVDialect(head: head, delimiter: delimiter, hasComments: layout.hasComments)
    isDelimiterGuessed = delimiter == nil && !dialect.hasSeparatorLine
    records = CSVRecords(feed: feed, newline: dialect.newline, delimiter: dialect.delimiter)
    self.layout = layout
    input = request.number
    try readHeading()
  }

  private static func delimiter(_ options: ImportOptions) throws -> CSVDialect.Delimiter? {
    try options.delimiter.map { text in
      guard let delimiter = CSVDialect.Delimiter(text) else {
        throw UnreadableInput("\"\(text)\" is not one character; give for example --delimiter tab.")
      }
      return delimiter
    }
  }

  private mutating func take(_ record: CSVRecord) {
    records.take(record)
    line += record.lineEnds
  }

  @inline(__always)
  private func start(_ record: CSVRecord) -> UnsafeMutablePointer<UInt8> {
    records.feed.base + record.start
  }
}

// MARK: - Rows

extension CSVReader {
  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws {
    var record = CSVRecord.none
    while try records.next(&record) {
      try hand(record, row, fault)
      take(record)
    }
  }

  private mutating func hand(
    _ record: CSVRecord, _ row: (InputRow) throws -> Void, _ fault: (RowFault) throws -> Void
  ) throws {
    let place = InputPlace(input: input, line: line)
    if let quoteFault = record.quoteFault {
      return try fault(RowFault(.unclosedQuote, at: place, found: quoteFault.rawValue))
    }
    if isPassedOver(record) { return }
    if records.feed.encoding == .utf8, !UTF8Check.isValid(start(record), record.count) {
      return try fault(
        RowFault(
          .damaged, at: place,
          found: "there are bytes that are not UTF-8; --encoding windows-1252 may read them"))
    }
    let isSplit = CellSplitter.split(
      start(record), record.count, dialect.delimiter, hasQuotes: record.hasQuotes, into: cells)
    guard isSplit else {
      return try fault(
        RowFault(.unclosedQuote, at: place, found: CSVRecord.QuoteFault.textAfter.rawValue))
    }
    if cells.filled.first?.isEmpty != false, isAllEmpty { return }
    let wanted = columns.count
    if cells.count == wanted || (cells.count == wanted + 1 && cells.filled[wanted].isEmpty) {
      return try row(InputRow(cells: cells.filled, place: place))
    }
    if cells.count < wanted, record.isTorn {
      return try row(InputRow(cells: cells.filled, place: place, isUnterminated: true))
    }
    let count = cells.count
    let found =
      "\(count) \(count == 1 ? "cell" : "cells") instead of \(wanted)"
      + advice(count, record)
    try fault(RowFault(count < wanted ? .tooFewCells : .tooManyCells, at: place, found: found))
  }

  /// Returns advice on how to read a row whose cells differ from those of the format.
  private func advice(_ count: Int, _ record: CSVRecord) -> String {
    guard let names = layout.columns, layout.hasComments else { return "" }
    if count > names.count { return "; as csv: --columns \(columns(names, among: count))" }
    guard dialect.delimiter == .blanks else { return "" }
    let bytes = UnsafeBufferPointer(start: start(record), count: record.count)
    for (mark, name) in [(UInt8(ascii: ","), "commas"), (UInt8(ascii: ";"), "semicolons")] {
      let count = bytes.split(separator: mark).count
      guard count >= names.count else { continue }
      return "; its values are separated by \(name): import it as csv with --columns "
        + columns(names, among: count)
    }
    return ""
  }

  /// Returns the names of a format's columns for a row that has more; the extra ones mostly come first.
  private func columns(_ names: [String], among count: Int) -> String {
    ([String](repeating: "-", count: count - names.count) + names).joined(separator: ",")
  }

  /// Returns whether a line is empty, a comment, or the heading again.
  @inline(__always)
  private mutating func isPassedOver(_ record: CSVRecord) -> Bool {
    let start = start(record)
    let first = record.count > 0 ? start[0] : 0
    if first == UInt8(ascii: "#"), layout.hasComments { return true }
    if first <= 0x20, isBlank(record) { return true }
    guard let heading, heading.count == record.count, first == heading[0] else { return false }
    guard UnsafeBufferPointer(start: start, count: record.count).elementsEqual(heading) else {
      return false
    }
    repeatedHeadings += 1
    return true
  }

  /// Returns whether a line holds only blanks, or zeros, with which a log that was cut off by a crash
  /// may end.
  private func isBlank(_ record: CSVRecord) -> Bool {
    let start = start(record)
    return (0..<record.count).allSatisfy { start[$0] == 0 || start[$0] == 0x20 || start[$0] == 9 }
  }

  /// Whether a row has only separators, as spreadsheets leave them below a table.
  private var isAllEmpty: Bool { cells.filled.allSatisfy(\.isEmpty) }
}

// MARK: - Heading

extension CSVReader {
  private mutating func readHeading() throws {
    var record = CSVRecord.none
    if dialect.hasSeparatorLine, try records.next(&record) { take(record) }
    var comment: [String] = []
    while try records.next(&record) {
      let isComment = record.count > 0 && start(record)[0] == UInt8(ascii: "#")
      if isComment, layout.columns == nil || layout.hasComments {
        comment = commentNames(record)
        take(record)
      } else if isBlank(record) {
        take(record)
      } else {
        return try chooseColumns(record, comment)
      }
    }
    columns.set(layout.columns ?? (comment.count > 1 ? CSVHeading.unique(comment) : []))
  }

  private mutating func commentNames(_ record: CSVRecord) -> [String] {
    let text = Array(UnsafeBufferPointer(start: start(record) + 1, count: record.count - 1))
    return texts(text)
  }

  /// Returns the cells of a line, read from a copy, because quoted text is unescaped in place.
  private func texts(_ line: [UInt8]) -> [String] {
    var line = line
    return line.withUnsafeMutableBufferPointer { line in
      guard let start = line.baseAddress else { return [] }
      _ = CellSplitter.split(
        start, line.count, dialect.delimiter, hasQuotes: line.contains(0x22), into: cells)
      return cells.filled.map(\.text)
    }
  }

  private mutating func chooseColumns(_ record: CSVRecord, _ comment: [String]) throws {
    let bytes = Array(UnsafeBufferPointer(start: start(record), count: record.count))
    let first = texts(bytes)
    let hasNumber = first.contains(where: CSVHeading.isNumber)
    if let names = layout.columns {
      columns.set(names)
      // Names that are given replace those in a heading.
      if !hasNumber, first.count == names.count, first.count > 1 { skipHeading(record, bytes) }
      return
    }
    if layout.readsHeadingFromComment, comment.count == first.count, comment.count > 1, hasNumber {
      columns.set(CSVHeading.unique(comment))
      headingLine = line - 1
      return
    }
    guard !first.allSatisfy({ $0.isEmpty || CSVHeading.isNumber($0) }) else {
      if let usual = layout.usualColumns, first.count >= usual.count {
        let more = first.indices.dropFirst(usual.count).map { "column \($0 + 1)" }
        return columns.set(usual + more)
      }
      throw namesMissing(first.count)
    }
    var names = first
    if names.count > 1, names.last == "" { names.removeLast() }
    columns.set(CSVHeading.unique(names))
    skipHeading(record, bytes)
  }

  private mutating func skipHeading(_ record: CSVRecord, _ bytes: [UInt8]) {
    headingLine = line
    heading = bytes
    take(record)
  }

  private func namesMissing(_ count: Int) -> UnreadableInput {
    let feed = records.feed
    let bytes = UnsafeBufferPointer(start: feed.base + feed.start, count: min(feed.count, 4096))
    let rows = bytes.split(separator: dialect.newline).prefix(3).map { row in
      "  " + String(decoding: row.prefix(120), as: UTF8.self)
    }
    return UnreadableInput(
      "The columns have no names, because the first line holds only numbers.\n"
        + rows.joined(separator: "\n")
        + "\nName them from left to right, for example --columns \(CSVHeading.proposal(count))")
  }
}

// MARK: - Survey

extension CSVReader {
  var form: String {
    var parts = [dialect.delimiter == .byte(9) && layout.name == "CSV" ? "TSV" : layout.name]
    parts.append(encodingName)
    parts.append(dialect.delimiter.name)
    parts.append(headingLine.map { "heading in line \($0)" } ?? "no heading")
    return parts.joined(separator: ", ")
  }

  private var encodingName: String {
    switch records.feed.encoding {
    case .utf8: "UTF-8"
    case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
    case .windows1252: "Windows-1252"
    }
  }

  /// The delimiter's name on the command line, for the options that the survey spells out.
  var delimiterOption: String { dialect.delimiter.description }

  var columnAdvice: String? {
    guard isDelimiterGuessed else { return nil }
    let other = dialect.delimiter == .byte(9) ? "," : "tab"
    return "The delimiter was guessed (\(dialect.delimiter.name)); if it is another one, name it, "
      + "for example --delimiter \(other)."
  }

  var notes: [String] {
    guard repeatedHeadings > 0 else { return [] }
    return repeatedHeadings == 1
      ? ["The heading is repeated once; that line is left out."]
      : ["The heading is repeated \(repeatedHeadings) times; those lines are left out."]
  }
}

extension ReadableFormat {
  /// Separated values with a heading.
  static let csv = ReadableFormat(
    .csv,
    recognise: { head in
      if ["csv", "tsv", "txt"].contains(head.pathExtension) { return .likely }
      let isText = !head.bytes.prefix(4096).contains { $0 < 9 }
      let first = head.bytes.first { $0 > 0x20 }
      let isOther = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == 0x3C
      return isText && !isOther && !head.bytes.isEmpty ? .possible : .no
    },
    makeReader: { try CSVReader($0) })
}
