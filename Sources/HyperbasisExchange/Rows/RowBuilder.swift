import HyperbasisJSONText
import HyperbasisModels

/// Assembles rows from cells that are set by name, in any order; a new name becomes a column.
struct RowBuilder {
  let columns: ColumnNames
  /// The bytes of the row's cells, one after the other.
  private var bytes: [UInt8] = []
  private var spans: [Span] = []

  private struct Span {
    var range = 0..<0
    var kind = InputCell.Kind.absent
  }

  /// - Parameter columns: the columns that every row has, whatever the input holds.
  init(columns: [String]) {
    self.columns = ColumnNames(columns)
  }

  /// Sets a cell to a text.
  mutating func set(_ column: String, text: String) {
    add(column, .quoted) { $0.append(contentsOf: text.utf8) }
  }

  /// Sets a cell to a text that may be a number or a date.
  mutating func set(_ column: String, plain text: String) {
    add(column, .plain) { $0.append(contentsOf: text.utf8) }
  }

  /// Sets a cell to a number.
  mutating func set(_ column: String, _ number: Double) {
    add(column, .number) { $0.append(contentsOf: "\(number)".utf8) }
  }

  /// Sets a cell to a JSON value, with its type; what JSON cannot hold is left out.
  mutating func set(_ column: String, _ value: AnyCodableValue) {
    switch value {
    case .string(let text): set(column, text: text)
    case .bool(let flag): add(column, .bool) { $0.append(contentsOf: "\(flag)".utf8) }
    case .null: add(column, .null) { _ in }
    case .int, .double: addJSON(column, .number, value)
    case .array, .dictionary: addJSON(column, .json, value)
    }
  }

  /// Sets a cell to JSON's null as a value; an empty cell is not one.
  mutating func setNull(_ column: String) {
    add(column, .json) { $0.append(contentsOf: "null".utf8) }
  }

  /// Hands the row out and begins the next one.
  mutating func emit(at place: InputPlace, _ row: (InputRow) throws -> Void) throws {
    defer { discard() }
    try bytes.withUnsafeBufferPointer { bytes in
      let cells = spans.map {
        InputCell(UnsafeBufferPointer(rebasing: bytes[$0.range]), $0.kind)
      }
      try cells.withUnsafeBufferPointer { try row(InputRow(cells: $0, place: place)) }
    }
  }

  /// Discards what was set since the last row.
  mutating func discard() {
    bytes.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
  }

  private mutating func addJSON(
    _ column: String, _ kind: InputCell.Kind, _ value: AnyCodableValue
  ) {
    // Anything that was read from JSON can be written as JSON.
    guard let text = try? JSONWriter.encode(value) else { return }
    add(column, kind) { $0.append(contentsOf: text) }
  }

  private mutating func add(
    _ column: String, _ kind: InputCell.Kind, _ write: (inout [UInt8]) -> Void
  ) {
    let number = columns.number(of: column)
    while spans.count <= number { spans.append(Span()) }
    let start = bytes.count
    write(&bytes)
    spans[number] = Span(range: start..<bytes.count, kind: kind)
  }
}
