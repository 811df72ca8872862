import HyperbasisCanvas

/// The row below the plot: scale bar, axes and a note.
struct MapLegend {
  let projection: MapProjection
  let charset: Charset
  let note: TerminalText

  func draw(into frame: inout Frame, region: Region) {
    guard !region.isEmpty else { return }
    var column = region.column + 1
    let pitch = MapPitch(projection)
    if let bar = pitch.map(scaleBar), bar.width + 2 <= region.columns {
      column = frame.put(bar, in: region, from: column, style: .dim)
    }
    let note = fittedNote(region.endColumn - column - 2)
    let noteColumn = region.endColumn - note.width - 1
    let end = note.isEmpty ? region.endColumn : noteColumn
    let axes = projection.viewpoint.axes(charset)
    let grid: TerminalText = pitch.map { "grid \(TerminalText($0.text))" } ?? .empty
    // The axes matter more than the remark that the grid has the pitch of the bar.
    if column + grid.width + axes.width + 5 < end {
      column = frame.put(grid, in: region, from: column + 2, style: .dim)
    }
    if column + 3 + axes.width < end {
      frame.put(axes, in: region, from: column + 3, style: .dim)
    }
    frame.put(note, in: region, from: noteColumn, style: .dim)
  }

  /// Returns the note, cut short if it does not fit; empty if what is left would say nothing.
  private func fittedNote(_ room: Int) -> TerminalText {
    guard note.width > room else { return note }
    return room >= 8 ? note.truncated(to: room, ellipsis: charset.ellipsis) : .empty
  }

  /// Returns `├── 1 m ──┤`, as long as its length is on the plot, including the ends; text that does
  /// not fit inside follows the bar.
  private func scaleBar(_ pitch: MapPitch) -> TerminalText {
    let (left, line, right) = charset.isASCII ? ("|", "-", "|") : ("├", "─", "┤")
    let inner = max(0, Int(pitch.columns.rounded()) - 2)
    let text = " \(pitch.text) "
    let missing = inner - text.count
    guard missing >= 2 else {
      let rule = String(repeating: line, count: inner)
      return TerminalText("\(left)\(rule)\(right) \(pitch.text)")
    }
    let before = String(repeating: line, count: missing / 2)
    let after = String(repeating: line, count: missing - missing / 2)
    return TerminalText("\(left)\(before)\(text)\(after)\(right)")
  }
}

extension [LegendEntry] {
  /// Whether all entries fit.
  func fits(in line: Region, ellipsis: TerminalText) -> Bool {
    fitting(in: line.columns - 2, ellipsis: ellipsis) == self
  }

  /// Whether any entry fits.
  func hasRoom(in line: Region, ellipsis: TerminalText) -> Bool {
    !fitting(in: line.columns - 2, ellipsis: ellipsis).isEmpty
  }

  /// Returns how many of the first entries fit in full.
  func whollyFitting(in line: Region) -> Int {
    var room = line.columns - 2
    return prefix { entry in
      room -= entry.width + 1
      return room >= 0
    }.count
  }

  /// Draws what fits at the right end of a line, with an ellipsis if that is not all.
  func draw(into frame: inout Frame, line: Region, ellipsis: TerminalText) {
    let fitting = fitting(in: line.columns - 2, ellipsis: ellipsis)
    guard !fitting.isEmpty else { return }
    let width = fitting.reduce(fitting.count - 1) { $0 + $1.width }
    var column = line.endColumn - width - 1
    frame.fill(Region(column: column - 1, row: line.row, columns: width + 2, rows: 1))
    for entry in fitting {
      for run in entry.runs {
        column = frame.put(run.text, in: line, from: column, style: run.style)
      }
      column += 1
    }
  }

  /// Returns all entries or, if they do not fit, those that do beside an ellipsis: one that is too long
  /// leaves its place to a less important one.
  private func fitting(in columns: Int, ellipsis: TerminalText) -> [LegendEntry] {
    if reduce(0, { $0 + $1.width + 1 }) <= columns { return self }
    var room = columns - ellipsis.width
    let shown = filter { entry in
      guard entry.width + 1 <= room else { return false }
      room -= entry.width + 1
      return true
    }
    return shown.isEmpty ? [] : shown + [LegendEntry(ellipsis, style: .dim)]
  }
}
