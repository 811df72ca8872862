/// Splits a record into cells, in place.
enum CellSplitter {
  /// - Parameters:
  ///   - start: the record, without its line end; text in quotes is unescaped in place.
  ///   - hasQuotes: whether there are quotation marks at all.
  /// - Returns: false if a quotation mark closes in the middle of a cell.
  static func split(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ delimiter: CSVDialect.Delimiter,
    hasQuotes: Bool, into cells: CellBuffer
  ) -> Bool {
    cells.removeAll()
    switch delimiter {
    case .blanks:
      splitBlanks(start, count, cells)
      return true
    case .byte(let separator):
      guard hasQuotes else {
        splitPlain(start, count, separator, cells)
        return true
      }
      return splitQuoted(start, count, separator, cells)
    }
  }

  @inline(__always)
  private static func splitPlain(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ separator: UInt8, _ cells: CellBuffer
  ) {
    var cell = 0
    for index in 0..<count where start[index] == separator {
      appendTrimmed(start + cell, index - cell, cells)
      cell = index + 1
    }
    appendTrimmed(start + cell, count - cell, cells)
  }

  @inline(__always)
  private static func appendTrimmed(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ cells: CellBuffer
  ) {
    var start = start
    var count = count
    while count > 0, isBlank(start[0]) {
      start += 1
      count -= 1
    }
    while count > 0, isBlank(start[count - 1]) { count -= 1 }
    cells.append(start, count, .plain)
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func splitBlanks(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ cells: CellBuffer
  ) {
    var index = 0
    while index < count {
      if isBlank(start[index]) {
        index += 1
        continue
      }
      let cell = index
      while index < count, !isBlank(start[index]) { index += 1 }
      cells.append(start + cell, index - cell, .plain)
    }
  }

  private static func splitQuoted(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ separator: UInt8, _ cells: CellBuffer
  ) -> Bool {
    var index = 0
    while true {
      while index < count, isBlank(start[index]), start[index] != separator { index += 1 }
      if index < count, start[index] == UInt8(ascii: "\"") {
        guard let end = unquote(start, count, index + 1, separator, cells) else { return false }
        index = end
      } else {
        let cell = index
        while index < count, start[index] != separator { index += 1 }
        appendTrimmed(start + cell, index - cell, cells)
      }
      if index >= count { return true }
      index += 1
    }
  }

  /// Appends the text in quotes that begins here; returns where the cell ends, or nil if anything but
  /// its end follows the closing mark.
  private static func unquote(
    _ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ first: Int, _ separator: UInt8,
    _ cells: CellBuffer
  ) -> Int? {
    var read = first
    var write = first
    while read < count {
      if start[read] == UInt8(ascii: "\"") {
        guard read + 1 < count, start[read + 1] == UInt8(ascii: "\"") else { break }
        read += 1
      }
      start[write] = start[read]
      write += 1
      read += 1
    }
    guard read < count else { return nil }
    read += 1
    while read < count, isBlank(start[read]), start[read] != separator { read += 1 }
    guard read == count || start[read] == separator else { return nil }
    cells.append(start + first, write - first, .plain)
    return read
  }
}
