import HyperbasisAnchorLog

/// An input with one time per line.
struct TimeList {
  let name: String
  private var records: CSVRecords

  init(_ input: ImportInput) throws {
    name = input.name
    records = CSVRecords(
      feed: try ByteFeed(input.source), newline: UInt8(ascii: "\n"), delimiter: .blanks)
  }

  /// Returns the next time; nil at the end. Empty lines and comments are skipped.
  mutating func next() throws -> [UInt8]? {
    var record = CSVRecord.none
    while try records.next(&record) {
      let start = records.feed.base + record.start
      let line = UnsafeBufferPointer(start: start, count: record.count)
      let text = Array(line.drop { $0 <= 0x20 }.prefix { $0 > 0x20 })
      records.take(record)
      if !text.isEmpty, text[0] != UInt8(ascii: "#") { return text }
    }
    return nil
  }
}
