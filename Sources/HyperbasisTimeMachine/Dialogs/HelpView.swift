import HyperbasisCanvas

/// Draws the help over the whole screen but its last line.
enum HelpView {
  static func draw(_ state: State, scroll: Int, into frame: inout Frame) {
    let region = state.layout.help
    guard !region.isEmpty else { return }
    let lines = HelpLines.broken(for: state)
    let area = state.layout.helpArea
    let shown = lines.dropFirst(scroll).prefix(area.rows)
    frame.fill(region)
    frame.drawBox(
      region, box: state.settings.charset.box,
      title: title(scroll + 1, scroll + shown.count, of: lines.count))
    for (row, line) in shown.enumerated() {
      frame.put(
        line.text, at: area.line(row).origin, style: line.isHeading ? .bold : .plain,
        clippedTo: area.line(row))
    }
  }

  private static func title(_ first: Int, _ last: Int, of count: Int) -> TerminalText {
    first == 1 && last == count ? "keys" : "keys: lines \(first)-\(last) of \(count)"
  }
}
