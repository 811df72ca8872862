internal import HyperbasisCanvas

extension VirtualScreen {
  mutating func apply(_ token: Token) {
    switch token {
    case .text(let scalar): put(scalar)
    case .control(let byte): control(byte)
    case .escape(let intermediates, let final): escape(intermediates, final)
    case .csi(let parameters, let final): csi(parameters, final)
    case .osc(let command): osc(command)
    }
  }

  mutating func moveCursor(column: Int, row: Int) {
    cursor.column = min(max(0, column), size.columns - 1)
    cursor.row = min(max(0, row), size.rows - 1)
    wrapsNext = false
  }
}

// MARK: - Text

extension VirtualScreen {
  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = isCombining(scalar) ? 0 : Glyph(scalar).width
    if width == 0 {
      let column = wrapsNext ? cursor.column : max(0, cursor.column - 1)
      let isRight = cells[cursor.row][column].isContinuation && column > 0
      cells[cursor.row][isRight ? column - 1 : column].text.unicodeScalars.append(scalar)
      return
    }
    if wrapsNext || cursor.column + width > size.columns { wrap() }
    lastText = String(scalar)
    breakWide(at: cursor.column)
    breakWide(at: cursor.column + width)
    cells[cursor.row][cursor.column] = Cell(text: lastText, rendition: rendition)
    if width == 2, cursor.column + 1 < size.columns {
      cells[cursor.row][cursor.column + 1] = Cell(
        text: " ", rendition: rendition, isContinuation: true)
    }
    let next = cursor.column + width
    moveCursor(column: next, row: cursor.row)
    wrapsNext = next >= size.columns
  }

  private func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: (0x1160...0x11FF).contains(scalar.value)
    }
  }

  private mutating func breakWide(at column: Int) {
    guard column > 0, column < size.columns, cells[cursor.row][column].isContinuation
    else { return }
    cells[cursor.row][column] = Cell()
    cells[cursor.row][column - 1] = Cell()
  }

  private mutating func wrap() {
    moveCursor(column: 0, row: cursor.row)
    lineFeed()
  }

  private mutating func lineFeed() {
    if cursor.row == scrollEnd - 1 {
      scroll(by: 1)
    } else {
      moveCursor(column: cursor.column, row: cursor.row + 1)
    }
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: moveCursor(column: cursor.column - 1, row: cursor.row)
    case 0x09: moveCursor(column: (cursor.column / 8 + 1) * 8, row: cursor.row)
    case 0x0A...0x0C:
      let column = cursor.column
      lineFeed()
      cursor.column = column
    case 0x0D: moveCursor(column: 0, row: cursor.row)
    case 0x07, 0x0E, 0x0F: break
    default: unknown.append("control \(byte)")
    }
  }
}

// MARK: - Sequences

extension VirtualScreen {
  private mutating func escape(_ intermediates: String, _ final: Character) {
    guard intermediates.isEmpty else { return }
    switch final {
    case "7": savedCursor = cursor
    case "8": moveCursor(column: savedCursor.column, row: savedCursor.row)
    case "D": lineFeed()
    case "E": wrap()
    case "M":
      if cursor.row == scrollTop {
        scroll(by: -1)
      } else {
        moveCursor(column: cursor.column, row: cursor.row - 1)
      }
    case "c": self = VirtualScreen(columns: size.columns, rows: size.rows)
    case "=", ">", "\\": break
    default: unknown.append("ESC \(final)")
    }
  }

  private mutating func osc(_ command: String) {
    // Compares scalars, since the text may begin with one that would combine with the semicolon.
    let scalars = command.unicodeScalars
    func text(after prefix: String) -> String? {
      guard scalars.starts(with: prefix.unicodeScalars) else { return nil }
      return String(scalars.dropFirst(prefix.unicodeScalars.count))
    }
    if let text = text(after: "0;") ?? text(after: "2;") {
      title = text
    } else if let text = text(after: "52;c;") {
      clipboard.append(text)
    } else if command != "11;?", !command.hasPrefix("104") {
      // 104 resets the palette, which ncurses requests when it leaves; the background is asked for at the
      // start, and not every terminal answers.
      unknown.append("OSC \(command)")
    }
  }

  private mutating func csi(_ parameters: String, _ final: Character) {
    if parameters.hasPrefix("?") {
      let numbers = parameters.dropFirst().split(separator: ";").compactMap { Int($0) }
      for mode in numbers {
        setMode(mode, isOn: final == "h", isKnown: final == "h" || final == "l")
      }
      return
    }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
      Int($0) ?? 0
    }
    let first = numbers.first ?? 0
    let count = max(1, first)
    switch final {
    case "A": moveCursor(column: cursor.column, row: cursor.row - count)
    case "B", "e": moveCursor(column: cursor.column, row: cursor.row + count)
    case "C", "a": moveCursor(column: cursor.column + count, row: cursor.row)
    case "D": moveCursor(column: cursor.column - count, row: cursor.row)
    case "E": moveCursor(column: 0, row: cursor.row + count)
    case "F": moveCursor(column: 0, row: cursor.row - count)
    case "G", "`": moveCursor(column: count - 1, row: cursor.row)
    case "d": moveCursor(column: cursor.column, row: count - 1)
    case "H", "f":
      moveCursor(column: max(1, numbers.count > 1 ? numbers[1] : 1) - 1, row: count - 1)
    case "m": selectRendition(parameters)
    case "r": setScrollRegion(numbers)
    case "l", "h", "t", "n", "c": break
    default: edit(final, count: count, mode: first)
    }
  }

  private mutating func edit(_ final: Character, count: Int, mode: Int) {
    switch final {
    case "J": eraseScreen(mode)
    case "K": eraseLine(mode)
    case "X": erase(columns: cursor.column..<(cursor.column + count), row: cursor.row)
    case "@": shiftCells(by: count)
    case "P": shiftCells(by: -count)
    case "L": scroll(by: -count, from: cursor.row)
    case "M": scroll(by: count, from: cursor.row)
    case "S": scroll(by: count)
    case "T": scroll(by: -count)
    case "b":
      for scalar in String(repeating: lastText, count: count).unicodeScalars { put(scalar) }
    case "I": for _ in 0..<count { control(0x09) }
    case "Z": moveCursor(column: (cursor.column - 1) / 8 * 8, row: cursor.row)
    default: unknown.append("CSI \(count) \(final)")
    }
  }

  private mutating func selectRendition(_ parameters: String) {
    if parameters.isEmpty || parameters == "0" {
      rendition = []
    } else if parameters.hasPrefix("0;") {
      rendition = [String(parameters.dropFirst(2))]
    } else {
      rendition.append(parameters)
    }
  }

  private mutating func setMode(_ mode: Int, isOn: Bool, isKnown: Bool) {
    guard isKnown else { return }
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
    switch mode {
    case 25: isCursorVisible = isOn
    case 47, 1047, 1049: showAlternate(isOn)
    default: break
    }
  }

  private mutating func showAlternate(_ isOn: Bool) {
    guard isOn != isAlternate else { return }
    isAlternate = isOn
    if isOn {
      savedCursor = cursor
      mainCells = cells
      cells = Self.blankCells(size)
    } else {
      cells = mainCells
      mainCells = []
      moveCursor(column: savedCursor.column, row: savedCursor.row)
    }
  }
}

// MARK: - Erasing and scrolling

extension VirtualScreen {
  private mutating func erase(columns: Range<Int>, row: Int) {
    guard row >= 0, row < size.rows else { return }
    for column in columns.clamped(to: 0..<size.columns) {
      cells[row][column] = Cell(text: " ", rendition: rendition.filter { $0.contains("48;") })
    }
  }

  private mutating func eraseLine(_ mode: Int) {
    switch mode {
    case 0: erase(columns: cursor.column..<size.columns, row: cursor.row)
    case 1: erase(columns: 0..<(cursor.column + 1), row: cursor.row)
    default: erase(columns: 0..<size.columns, row: cursor.row)
    }
  }

  private mutating func eraseScreen(_ mode: Int) {
    let rows: Range<Int>
    switch mode {
    case 0: rows = (cursor.row + 1)..<max(cursor.row + 1, size.rows)
    case 1: rows = 0..<cursor.row
    default: rows = 0..<size.rows
    }
    if mode < 2 { eraseLine(mode) }
    for row in rows { erase(columns: 0..<size.columns, row: row) }
  }

  private mutating func shiftCells(by count: Int) {
    var row = cells[cursor.row]
    let limit = min(abs(count), size.columns - cursor.column)
    let blanks = Array(repeating: Cell(), count: limit)
    if count > 0 {
      row.insert(contentsOf: blanks, at: cursor.column)
      row.removeLast(limit)
    } else {
      row.removeSubrange(cursor.column..<(cursor.column + limit))
      row += blanks
    }
    cells[cursor.row] = row
  }

  private mutating func setScrollRegion(_ numbers: [Int]) {
    let top = max(1, numbers.first ?? 1) - 1
    let end = numbers.count > 1 && numbers[1] > 0 ? min(numbers[1], size.rows) : size.rows
    guard top < end else { return }
    scrollTop = top
    scrollEnd = end
    moveCursor(column: 0, row: 0)
  }

  /// Moves the rows of the scrolling region up, or down if the count is negative.
  private mutating func scroll(by count: Int, from start: Int? = nil) {
    let top = start ?? scrollTop
    guard top >= scrollTop, top < scrollEnd else { return }
    let limit = min(abs(count), scrollEnd - top)
    let blanks = Self.blankCells(TerminalSize(columns: size.columns, rows: limit))
    if count > 0 {
      cells.removeSubrange(top..<(top + limit))
      cells.insert(contentsOf: blanks, at: scrollEnd - limit)
    } else {
      cells.removeSubrange((scrollEnd - limit)..<scrollEnd)
      cells.insert(contentsOf: blanks, at: top)
    }
  }
}
