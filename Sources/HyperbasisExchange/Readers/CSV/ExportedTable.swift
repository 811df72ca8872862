import HyperbasisModels

// The heading of a table that this program exported says what its columns are, so nothing is guessed:
// that is what restores a space as it was.

extension ReadableFormat {
  /// Tables as ``CSVWriter`` writes them, with the rotation as a quaternion or as a matrix.
  static let exportedTables = [exportedTable(turn: quaternion), exportedTable(turn: matrix)]

  private static let quaternion = ["qx", "qy", "qz", "qw"]
  private static let matrix = (0..<16).map { "m\($0)" }
  private static let place = ["x", "y", "z"]

  private static func exportedTable(turn: [String]) -> ReadableFormat {
    let heading = (["id", "time", "type"] + place + turn).joined(separator: ",")
    return ReadableFormat(
      .csv, preset: preset(turn: turn), holdsAnyTransform: turn == matrix,
      recognise: { head in
        let bytes = head.text
        let rest = bytes.dropFirst(heading.utf8.count).first
        let isWhole = rest.map { [0x2C, 0x0D, 0x0A].contains($0) } ?? true
        return bytes.starts(with: Array(heading.utf8)) && isWhole && hasEventTypes(bytes)
          ? .certain : .no
      },
      makeReader: { try CSVReader($0) })
  }

  /// Returns whether the first row has the type of an event: other tables may have our column names,
  /// with types of their own.
  private static func hasEventTypes(_ bytes: ArraySlice<UInt8>) -> Bool {
    let rows = bytes.dropFirst(headingLength(bytes)).drop { $0 == 0x0A || $0 == 0x0D }
    let row = rows.prefix { $0 != 0x0A && $0 != 0x0D }
    let cells = row.split(maxSplits: 3, omittingEmptySubsequences: false) { $0 == 0x2C }
    guard cells.count > 2 else { return true }
    return HBAnchorEvent.EventType(rawValue: String(decoding: cells[2], as: UTF8.self)) != nil
  }

  /// Returns the bytes of the heading, whose names may have line breaks in quotes.
  private static func headingLength(_ bytes: ArraySlice<UInt8>) -> Int {
    var isQuoted = false
    return bytes.prefix { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return isQuoted || byte != 0x0A && byte != 0x0D
    }.count
  }

  private static func preset(turn: [String]) -> ImportOptions {
    var options = ImportOptions()
    options.delimiter = ","
    options.decimal = "."
    options.id = "id"
    options.time = ["time"]
    options.deletedWhen = CellTest(column: "type", value: "deleted")
    options.drop = ["type"]
    // The positions are the store's own, however far away.
    options.origin = [0, 0, 0]
    if turn == quaternion {
      options.position = place
      options.quaternion = quaternion
    } else {
      options.matrix = matrix
      options.matrixOrder = .columns
    }
    return options
  }
}
