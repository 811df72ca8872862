import HyperbasisAnchorLog
import HyperbasisJSONText

/// Reads rows from JSON: one object per line, or one array of objects.
///
/// The names of nested members are joined by full stops: `anchor.id`. Arrays become cells as they are
/// written.
struct JSONReader: RowReader {
  let columns = ColumnNames()
  private var records: JSONRecords
  private let input: Int
  private let cells = CellBuffer()
  private let texts = TextRoom()
  private let repeated = RepeatedNames()
  /// Where the rows are in a document that is not a list of them.
  private let path: String?
  /// The member whose members are cells, whatever is nested in them.
  private let parent: String?
  private var valueCount = 0
  private(set) var rowLists: [String] = []

  /// - Parameter parent: the member whose own members keep what is nested in them; all others are taken
  ///   apart.
  init(_ request: ReaderRequest, keepingMembersOf parent: String? = nil) throws {
    self.parent = parent
    input = request.number
    path = request.options.rows
    records = try JSONRecords(
      ByteFeed(request.input.source, encoding: request.options.encoding), in: path)
  }

  var form: String {
    if let path { return "JSON, the list \(path)" }
    return records.isLines ? "JSON lines, one object per line" : "JSON, an array of objects"
  }

  var notes: [String] { repeated.notes }

  mutating func read(
    row: (InputRow) throws -> Void, fault: (RowFault) throws -> Void
  ) throws {
    var record = JSONRecords.Record.none
    do {
      try readRows(&record, row, fault)
    } catch let error as UnreadableInput where error.lacksColumns {
      if path == nil, valueCount <= 1 { rowLists = try lists(in: record) }
      throw error
    }
  }

  /// Returns the lists of objects inside of a value that is the only one, or the beginning of it.
  private mutating func lists(in record: JSONRecords.Record) throws -> [String] {
    guard valueCount > 0 else { return RowLists(in: records.unread).paths }
    let lists = RowLists(in: record.bytes)
    return try records.skipBlanks() == nil ? lists.paths : []
  }

  private mutating func readRows(
    _ record: inout JSONRecords.Record, _ row: (InputRow) throws -> Void,
    _ fault: (RowFault) throws -> Void
  ) throws {
    var isFirst = true
    while try records.next(&record) {
      let place = InputPlace(input: input, line: record.line)
      defer { records.take(record) }
      if record.bytes.allSatisfy({ $0 <= 0x20 }) { continue }
      defer { isFirst = false }
      valueCount += 1
      texts.reserve(record.bytes.count)
      repeated.line = record.line
      cells.fillAbsent(columns.count)
      do throws(JSONError) {
        try readObject(record.bytes)
      } catch {
        if let kind = Self.kind(ofOther: record.bytes) {
          try fault(RowFault(.damaged, at: place, found: "not a JSON object, but \(kind)"))
        } else if record.isTorn, isFirst || !records.isLines {
          throw brokenOff(record, error)
        } else if record.isTorn {
          cells.removeAll()
          try row(InputRow(cells: cells.filled, place: place, isUnterminated: true))
        } else {
          try fault(
            RowFault(
              .damaged, at: place,
              found: "not a JSON object: byte \(error.offset + 1), \(error.reason.rawValue)"))
        }
        continue
      }
      try row(InputRow(cells: cells.filled, place: place))
    }
    guard !records.isCutBetweenValues else {
      throw UnreadableInput(
        "The array is not closed: the file was cut off after value \(records.count), and what followed is "
          + "missing. Fetch the whole file.")
    }
  }

  /// The error for a document that does not end, or whose end is not JSON. The last of several lines of
  /// a log is exempt, as it may still be being written.
  private func brokenOff(_ record: JSONRecords.Record, _ error: JSONError) -> UnreadableInput {
    let ends = record.bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
    let line = record.line + ends
    guard error.reason == .unexpectedEnd else {
      return UnreadableInput(
        "The JSON is damaged in line \(line): \(error.reason.rawValue), at byte \(error.offset + 1) of "
          + "the value that begins in line \(record.line). Correct it, or fetch the file again.")
    }
    return UnreadableInput(
      "The JSON ends in line \(line), in the middle of a value that begins in line \(record.line): the "
        + "file was cut off. Fetch the whole file.")
  }
}

// MARK: - Members

extension JSONReader {
  /// Returns the kind of a valid value other than an object; nil for an object, and for invalid JSON.
  private static func kind(ofOther bytes: UnsafeBufferPointer<UInt8>) -> String? {
    var cursor = JSONCursor(bytes)
    cursor.skipSpace()
    let first = cursor.byte
    do throws(JSONError) {
      try cursor.skipValue()
      try cursor.expectEnd()
    } catch {
      return nil
    }
    switch first {
    case UInt8(ascii: "{"): return nil
    case UInt8(ascii: "["): return "an array"
    case UInt8(ascii: "\""): return "a text"
    case UInt8(ascii: "n"): return "null"
    case UInt8(ascii: "t"): return "true"
    case UInt8(ascii: "f"): return "false"
    default: return "a number"
    }
  }

  /// The depth of a row's members: its cells become metadata, which are one level deeper in a line of a
  /// log, and nesting that is too deep there is a fault of the row.
  private static let depthOfRow = 1

  private func readObject(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
    var cursor = JSONCursor(bytes)
    cursor.skipSpace()
    guard cursor.byte == UInt8(ascii: "{") else { throw cursor.unexpected() }
    try readMembers(&cursor, bytes, prefix: "", depth: Self.depthOfRow)
    try cursor.expectEnd()
  }

  private func readMembers(
    _ cursor: inout JSONCursor, _ bytes: UnsafeBufferPointer<UInt8>, prefix: String, depth: Int
  ) throws(JSONError) {
    try cursor.members(depth: depth) { (cursor: inout JSONCursor) throws(JSONError) in
      let key = try cursor.string()
      try cursor.colon()
      let path = prefix.isEmpty ? key : prefix + "." + key
      if path == parent, cursor.byte == UInt8(ascii: "{"), isEmptyObject(bytes, cursor.position) {
        return try cursor.skipValue()
      }
      try readValue(&cursor, bytes, path, depth, isWhole: prefix == parent)
    }
  }

  private func readValue(
    _ cursor: inout JSONCursor, _ bytes: UnsafeBufferPointer<UInt8>, _ path: String, _ depth: Int,
    isWhole: Bool
  ) throws(JSONError) {
    let start = cursor.position
    switch cursor.byte {
    case UInt8(ascii: "{") where !isWhole && !isEmptyObject(bytes, start):
      return try readMembers(&cursor, bytes, prefix: path, depth: depth + 1)
    case UInt8(ascii: "\""): try readText(&cursor, bytes, path)
    default:
      let kind: InputCell.Kind =
        switch cursor.byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): .json
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "n"): .null
        default: .number
        }
      try cursor.skipValue(depth: depth + 1)
      set(path, UnsafeBufferPointer(rebasing: bytes[start..<cursor.position]), kind)
    }
  }

  private func isEmptyObject(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Bool {
    bytes[(start + 1)...].first { $0 > 0x20 } == UInt8(ascii: "}")
  }

  private func readText(
    _ cursor: inout JSONCursor, _ bytes: UnsafeBufferPointer<UInt8>, _ path: String
  ) throws(JSONError) {
    let start = cursor.position
    let text = try cursor.string()
    let inside = UnsafeBufferPointer(rebasing: bytes[start + 1..<cursor.position - 1])
    set(path, inside.contains(UInt8(ascii: "\\")) ? texts.add(text) : inside, .quoted)
  }

  /// Sets a cell; of two members with the same name the first counts.
  private func set(
    _ path: String, _ bytes: UnsafeBufferPointer<UInt8>, _ kind: InputCell.Kind
  ) {
    let column = columns.number(of: path)
    if column < cells.count, cells.filled[column].kind != .absent {
      return repeated.note(path, besides: columns.names[column])
    }
    cells.set(column, InputCell(bytes, kind))
  }
}

/// Memory for the texts of one record that are written with escapes.
private final class TextRoom {
  private var memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4096)
  private var used = 0

  deinit { memory.deallocate() }

  /// Discards the texts before and makes room; no text is longer than its escaped form.
  func reserve(_ count: Int) {
    used = 0
    guard memory.count < count else { return }
    memory.deallocate()
    memory = .allocate(capacity: count * 2)
  }

  func add(_ text: String) -> UnsafeBufferPointer<UInt8> {
    let start = used
    for byte in text.utf8 where used < memory.count {
      memory.initializeElement(at: used, to: byte)
      used += 1
    }
    return UnsafeBufferPointer(rebasing: memory[start..<used])
  }
}

extension ReadableFormat {
  /// Objects of an app's own design.
  static let json = ReadableFormat(
    .json,
    recognise: { head in
      guard let first = head.bytes.first(where: { $0 > 0x20 && $0 < 0x80 }) else {
        // A list of lines may have none, as that of a space without events.
        return head.bytes.isEmpty && ["jsonl", "ndjson"].contains(head.pathExtension)
          ? .likely : .no
      }
      return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .likely : .no
    },
    makeReader: { try JSONReader($0) })
}
