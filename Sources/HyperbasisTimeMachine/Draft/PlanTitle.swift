import HyperbasisCanvas

/// What a plan does, as a question starts: `Roll mug back to 2024-03-12 18:00:00 UTC`.
///
/// Where there is little room the name in it gives way, never the date.
package struct PlanTitle: Hashable, Sendable {
  private let before: TerminalText
  private let name: TerminalText
  /// What stays whatever the room; it starts with a blank.
  private let after: TerminalText

  init(_ before: TerminalText, name: TerminalText = .empty, _ after: TerminalText = .empty) {
    self.before = before
    self.name = name
    self.after = after
  }

  var text: TerminalText { before + name + after }

  /// The question in so many lines; where the name cannot give way far enough, without its
  /// beginning.
  func question(columns: Int, lines: Int, ellipsis: TerminalText) -> [TerminalText] {
    let columns = max(1, columns)
    let longest = min(name.width, columns * lines)
    for kept in stride(from: longest, through: min(longest, Self.leastName), by: -1) {
      let short = name.truncated(to: kept, ellipsis: ellipsis)
      let wrapped = (before + short + after + "?").wrapped(to: columns)
      if wrapped.count <= lines { return wrapped }
    }
    let whole = (text + "?").wrapped(to: columns)
    // It starts with the blank behind the name.
    let rest = (after.suffix(columns: max(0, after.width - 1)) + "?").wrapped(to: columns)
    return Array((after.isEmpty ? whole[...] : rest[...]).prefix(lines))
  }

  private static let leastName = 4
}
