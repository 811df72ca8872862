import HyperbasisAnchorLog
import HyperbasisExchange

/// Returns all rows of a reader as texts by column, and all faults.
func readRows(
  _ reader: consuming some RowReader
) throws -> (rows: [[String: String]], faults: [RowFault]) {
  var cells: [[Int: String]] = []
  var faults: [RowFault] = []
  var reader = reader
  try reader.read { row in
    var texts: [Int: String] = [:]
    for (number, cell) in row.cells.enumerated() where cell.kind != .absent {
      texts[number] = cell.kind == .null ? "null" : cell.text
    }
    cells.append(texts)
  } fault: {
    faults.append($0)
  }
  let columns = reader.columns.names
  let named = cells.map { texts in
    Dictionary(uniqueKeysWithValues: texts.map { (columns[$0.key], $0.value) })
  }
  return (named, faults)
}

extension MemoryByteSource {
  init(_ text: String) {
    self.init(Array(text.utf8))
  }
}
