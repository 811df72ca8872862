import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisSyncStatus
import HyperbasisWording

/// Draws the list of spaces.
struct PickerView {
  let state: State

  func draw(into frame: inout Frame) {
    frame.put("Hyperbasis", column: 1, row: 0, style: .bold)
    let list = state.layout.pickerRows
    let count = ([range(list.rows) + number, state.picker.order.heading] + state.settings.standing)
      .present.joined(separator: ", ")
      .truncated(
        to: max(0, state.size.columns - Self.countColumn), ellipsis: state.settings.charset.ellipsis
      )
    frame.put(count, column: Self.countColumn, row: 0, style: .dim)
    drawCloud(behind: Self.countColumn + count.width, into: &frame)
    guard state.picker.spaces != nil else {
      frame.put(
        state.picker.opening == nil ? "reading the store" : "opening", column: 1, row: 2,
        style: .dim)
      return
    }
    if state.picker.isEmpty { return drawNothing(into: &frame) }
    let listed = state.picker.listed
    let columns = Columns(width: list.columns, hasTwins: state.picker.hasTwins)
    drawRow(columns.heading, style: .dim, row: 1, into: &frame)
    let first = state.picker.scroll
    for row in 0..<min(list.rows, max(0, listed.count - first)) {
      let isSelected = first + row == state.picker.row
      drawRow(
        columns.text(listed[first + row], state), style: isSelected ? .selection : .plain,
        row: list.row + row, into: &frame)
    }
  }

  /// `3 of 12 spaces`.
  private var number: TerminalText {
    guard let here = state.picker.spaces?.count else { return .empty }
    let text = CountText.text(here + state.picker.elsewhere.count, "space") + others
    return state.picker.filter.isEmpty
      ? text
      : "\(state.picker.count) of \(text), filter \(TerminalText(state.picker.filter, limit: 20))"
  }

  /// `21-40 of `, if there is not room for all.
  private func range(_ rows: Int) -> TerminalText {
    let (first, count) = (state.picker.scroll, state.picker.count)
    guard state.picker.spaces != nil, count > rows, rows > 0 else { return .empty }
    return "\(first + 1)-\(min(first + rows, count)) of "
  }

  /// `, 500 in the cloud (3000 there in all)`: the cloud lists only some if there are very many.
  private var others: TerminalText {
    if state.picker.hasCloudFailed, state.picker.cloud == nil { return ", cloud not listed" }
    guard let cloud = state.picker.cloud, !state.picker.elsewhere.isEmpty else { return .empty }
    let all: TerminalText =
      cloud.total > cloud.spaces.count ? " (\(cloud.total) there in all)" : .empty
    return ", \(state.picker.elsewhere.count) in the cloud\(all)"
  }

  private func drawRow(_ text: TerminalText, style: Style, row: Int, into frame: inout Frame) {
    let line = Region(column: 0, row: row, columns: state.size.columns, rows: 1)
    if style == .selection { frame.fill(line, style: style) }
    frame.put(text, column: 1, row: row, style: style, clippedTo: line)
  }

  /// Draws the sync status at the right, if the number of spaces leaves room.
  private func drawCloud(behind end: Int, into frame: inout Frame) {
    let room = state.size.columns - end - 2
    guard let text = state.sync.status?.text(state.settings.charset, columns: room) else { return }
    frame.put(text, column: state.size.columns - text.width - 1, row: 0)
  }

  private static let countColumn = 13

  private func drawNothing(into frame: inout Frame) {
    let lines = state.linesOfNoSpaces
    frame.put(lines[0], column: 1, row: 2)
    let list = state.layout.pickerRows
    var row = 4
    for line in lines.dropFirst() {
      for part in line.wrapped(to: max(1, state.size.columns - 2)) {
        // The last line belongs to the footer.
        guard row < list.row + list.rows else { return }
        frame.put(part, column: 1, row: row)
        row += 1
      }
      row += 1
    }
  }

  /// The columns of a row, as far as there is room.
  private struct Columns {
    let width: Int
    /// Whether several spaces have one name, so that only their ids tell them apart.
    let hasTwins: Bool

    private var showsId: Bool { width >= (hasTwins ? 30 : 100) }
    private var showsEvents: Bool { width >= (hasTwins ? 60 : 50) }
    private var showsDate: Bool { width >= (hasTwins ? 80 : 70) }

    var nameWidth: Int {
      let id = width >= 100 ? 20 : showsId ? 10 : 0
      let others = (showsEvents ? 16 : 8) + (showsDate ? 28 : 0) + id
      return max(8, width - others - 4)
    }

    var heading: TerminalText {
      line(name: "space", anchors: "anchors", events: "events", date: "latest change", id: "id")
    }

    func text(_ space: ListedSpace, _ state: State) -> TerminalText {
      var name = space.name.map { TerminalText($0, limit: 200) } ?? "(no name)"
      if let mark = mark(space, state) { name = name.fitted(to: nameWidth - mark.width) + mark }
      let date = space.changedAt.map { TerminalText(state.timeText.text($0, fraction: .never)) }
      return line(
        name: name, anchors: count(space.anchors), events: count(space.events), date: date ?? "-",
        id: TerminalText(ShortId.text(space.id)))
    }

    /// Returns the mark after the name of a space that only the cloud has, or that sync leaves out.
    private func mark(_ space: ListedSpace, _ state: State) -> TerminalText? {
      if !space.isHere { return " cloud" }
      return state.sync.status?.leftOut(space.id).map { " " + $0 }
    }

    private func count(_ number: Int?) -> TerminalText { number.map { "\($0)" } ?? "-" }

    private func line(
      name: TerminalText, anchors: TerminalText, events: TerminalText, date: TerminalText,
      id: TerminalText
    ) -> TerminalText {
      var line = name.fitted(to: nameWidth) + anchors.padded(to: 8, align: .right)
      if showsEvents { line += events.padded(to: 8, align: .right) }
      if showsDate { line += "  " + date.fitted(to: 26) }
      if showsId { line += "  " + id }
      return line
    }
  }
}

extension State {
  /// Says that the store has no spaces, then how it gets some.
  var linesOfNoSpaces: [TerminalText] {
    let colon = keymap.label(of: .program(.commandLine))
    return [
      "There are no spaces in this store yet.",
      "\(colon)import FILE takes data in (csv, json, geojson, gpx, trajectories, room scans, an app's "
        + "container) and first shows what it would write.",
      "\(settings.command("new NAME")) creates an empty space; hyperbasis demo shows a sample.",
    ]
  }
}
