import HyperbasisCanvas

/// Lines drawn in parts of cells: 2×4 dots of braille, 2×2 quarters of blocks, or ASCII.
struct DotRaster {
  private let charset: Charset
  private let columns: Int
  private let rows: Int
  /// The dots of each cell as bits, or its character in ASCII.
  private var marks: [UInt8]
  private var colors: [Color]

  init(charset: Charset, columns: Int, rows: Int) {
    self.charset = charset
    self.columns = columns
    self.rows = rows
    marks = Array(repeating: 0, count: columns * rows)
    colors = Array(repeating: .standard, count: columns * rows)
  }

  /// Dots across and down a cell.
  private var resolution: (across: Int, down: Int) {
    switch charset {
    case .braille: (2, 4)
    case .block: (2, 2)
    case .ascii: (1, 1)
    }
  }
}

/// A position on the plot in cells, including fractions.
struct PlotLocation {
  var column: Double
  var row: Double

  /// The location, clamped to where fractions of a cell are still exact; nil unless it is finite.
  fileprivate var bounded: PlotLocation? {
    guard column.isFinite, row.isFinite else { return nil }
    return PlotLocation(column: min(max(column, -1e9), 1e9), row: min(max(row, -1e9), 1e9))
  }
}

// MARK: - Drawing

extension DotRaster {
  /// Draws every `dash`-th dot of a line; where two lines meet, the later one wins.
  mutating func line(from: PlotLocation, to: PlotLocation, color: Color, dash: Int = 1) {
    guard let (start, end) = clipped(from, to) else { return }
    let (across, down) = resolution
    let dx = (end.column - start.column) * Double(across)
    let dy = (end.row - start.row) * Double(down)
    let steps = max(1, Int(max(abs(dx), abs(dy)).rounded(.up)))
    let slope = asciiSlope(dx: dx, dy: dy * 2, isDashed: dash > 1)
    for step in stride(from: 0, through: steps, by: charset.isASCII ? 1 : max(1, dash)) {
      let part = Double(step) / Double(steps)
      dot(
        x: Int(start.column * Double(across) + dx * part),
        y: Int(start.row * Double(down) + dy * part), color: color, character: slope)
    }
  }

  private mutating func dot(x: Int, y: Int, color: Color, character: UInt8) {
    let (across, down) = resolution
    let column = x / across
    let row = y / down
    guard x >= 0, y >= 0, column < columns, row < rows else { return }
    let index = row * columns + column
    switch charset {
    case .braille: marks[index] |= Self.brailleBits[(y % 4) * 2 + x % 2]
    case .block: marks[index] |= 1 << UInt8((y % 2) * 2 + x % 2)
    case .ascii: marks[index] = character
    }
    colors[index] = color
  }

  private func asciiSlope(dx: Double, dy: Double, isDashed: Bool) -> UInt8 {
    if isDashed { return UInt8(ascii: ".") }
    if abs(dy) < abs(dx) / 2 { return UInt8(ascii: "-") }
    if abs(dx) < abs(dy) / 2 { return UInt8(ascii: "|") }
    return dx * dy < 0 ? UInt8(ascii: "/") : UInt8(ascii: "\\")
  }

  /// Returns the part of a line that is on the plot (Liang and Barsky, "A New Concept and Method for
  /// Line Clipping", ACM TOG 3, 1984); nil if there is none.
  private func clipped(_ from: PlotLocation, _ to: PlotLocation) -> (PlotLocation, PlotLocation)? {
    guard let from = from.bounded, let to = to.bounded else { return nil }
    let dx = to.column - from.column
    let dy = to.row - from.row
    var enter = 0.0
    var leave = 1.0
    let edges = [
      (-dx, from.column), (dx, Double(columns) - from.column), (-dy, from.row),
      (dy, Double(rows) - from.row),
    ]
    for (speed, room) in edges {
      if speed == 0, room < 0 { return nil }
      if speed < 0 { enter = max(enter, room / speed) }
      if speed > 0 { leave = min(leave, room / speed) }
    }
    guard enter <= leave else { return nil }
    return (
      PlotLocation(column: from.column + dx * enter, row: from.row + dy * enter),
      PlotLocation(column: from.column + dx * leave, row: from.row + dy * leave)
    )
  }

  // Unicode numbers braille dots down the left side first: 1, 2, 3, then 4, 5, 6 on the right, and 7
  // and 8 below.
  private static let brailleBits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
}

// MARK: - Reading

extension DotRaster {
  /// Writes the cells that have dots into a frame.
  func draw(into frame: inout Frame, region: Region) {
    for row in 0..<rows {
      for column in 0..<columns where marks[row * columns + column] != 0 {
        let index = row * columns + column
        frame.put(
          glyph: glyph(marks[index]), column: region.column + column, row: region.row + row,
          style: Style(colors[index]), clippedTo: region)
      }
    }
  }

  private func glyph(_ mark: UInt8) -> Glyph {
    switch charset {
    case .braille: Glyph(Unicode.Scalar(0x2800 + UInt32(mark)) ?? "?")
    case .block: Self.quarters[Int(mark & 15)]
    case .ascii: Glyph(Unicode.Scalar(mark))
    }
  }

  // Bits: upper left, upper right, lower left, lower right.
  private static let quarters: [Glyph] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]
}
