import HyperbasisCanvas

/// What the inspector says, broken to the width of a pane.
struct InspectorContent {
  private let lines: InspectorLines
  private let ellipsis: TerminalText

  init(_ view: SpaceView, _ settings: Settings, _ keymap: Keymap) {
    lines = InspectorLines(view: view, settings: settings, keymap: keymap)
    ellipsis = settings.charset.ellipsis
  }

  /// The anchor, all of it.
  func tabRows(columns: Int) -> [Row] { rows(lines.ofAnchor, columns: columns, wraps: true) }

  /// The anchor or the space, a row for each line that does not have to be broken.
  func paneRows(ofSpace isSpace: Bool, columns: Int) -> [Row] {
    rows(isSpace ? lines.ofSpace : lines.ofAnchor, columns: columns, wraps: false)
  }
}

// MARK: - Rows

extension InspectorContent {
  /// A line broken to the width of the pane.
  struct Row {
    let key: TerminalText
    let value: TerminalText
    let style: Style
  }

  private static let longestKey = 14

  private func rows(_ lines: [InspectorLine], columns: Int, wraps: Bool) -> [Row] {
    let limit = min(Self.longestKey, max(4, columns / 3 - 1))
    let keyWidth = min(limit, lines.map(\.key.width).max() ?? 0) + 1
    return lines.flatMap { line in
      rows(line, keyWidth: keyWidth, columns: columns, wraps: wraps)
    }
  }

  private func rows(
    _ line: InspectorLine, keyWidth: Int, columns: Int, wraps: Bool
  ) -> [Row] {
    let key = line.key.fitted(to: keyWidth - 1, ellipsis: ellipsis) + " "
    let room = max(1, columns - keyWidth)
    let whole = [line.value, line.rest].present.joined(separator: " ")
    func row(_ value: TerminalText) -> Row { Row(key: key, value: value, style: line.style) }
    func more(_ value: TerminalText) -> Row {
      Row(key: TerminalText(repeating: .blank, count: keyWidth), value: value, style: line.style)
    }
    if whole.width <= room { return [row(whole)] }
    if let short = line.short, line.value.width > room {
      return [row(short)] + (line.rest.isEmpty ? [] : [more(line.rest)])
    }
    if line.value.width <= room, !line.rest.isEmpty { return [row(line.value), more(line.rest)] }
    // An id says what it is without its key.
    if line.isId, line.value.width <= columns {
      return [Row(key: .empty, value: line.value, style: line.style)]
    }
    guard wraps else { return [row(whole.truncated(to: room, ellipsis: ellipsis))] }
    let wrapped = whole.wrapped(to: room)
    return wrapped.prefix(1).map(row) + wrapped.dropFirst().map(more)
  }
}
