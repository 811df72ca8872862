import HyperbasisCanvas

/// What a plan does, worded as the start of a question: `Roll mug back to 2024-03-12 18:00:00 UTC`.
///
/// If there is little room, the name in it is shortened, never the date.
package struct PlanTitle: Hashable, Sendable {
  private let before: TerminalText
  private let name: TerminalText
  /// The part that always stays; it starts with a blank.
  private let after: TerminalText

  init(_ before: TerminalText, name: TerminalText = .empty, _ after: TerminalText = .empty) {
    self.before = before
    self.name = name
    self.after = after
  }

  var text: TerminalText { before + name + after }

  /// The question in at most `lines` lines; without its beginning if shortening the name is not enough.
  func question(columns: Int, lines: Int, ellipsis: TerminalText) -> [TerminalText] {
    fitted(columns: columns, lines: lines, ellipsis: ellipsis).lines
  }

  /// Returns the beginning of the question that its lines have no room for, to be shown above them. Nil
  /// if all of it fits.
  func beginning(columns: Int, lines: Int, ellipsis: TerminalText) -> TerminalText? {
    fitted(columns: columns, lines: lines, ellipsis: ellipsis).beginning
  }

  private func fitted(
    columns: Int, lines: Int, ellipsis: TerminalText
  ) -> (beginning: TerminalText?, lines: [TerminalText]) {
    let columns = max(1, columns)
    let longest = min(name.width, columns * lines)
    for kept in stride(from: longest, through: min(longest, Self.leastName), by: -1) {
      let short = name.truncated(to: kept, ellipsis: ellipsis)
      let wrapped = (before + short + after + "?").wrapped(to: columns)
      if wrapped.count <= lines { return (nil, wrapped) }
    }
    guard !after.isEmpty else {
      let whole = (text + "?").wrapped(to: columns)
      let rest = Array(whole.dropFirst())
      return (whole.first, rest.cut(to: lines, columns: columns, ellipsis: ellipsis))
    }
    // It starts with the blank after the name.
    let rest = (after.suffix(columns: max(0, after.width - 1)) + "?").wrapped(to: columns)
    return (before + name, rest.cut(to: lines, columns: columns, ellipsis: ellipsis))
  }

  private static let leastName = 4
}

extension [TerminalText] {
  /// Returns the first lines of a text, with an ellipsis if there are more.
  func cut(to count: Int, columns: Int, ellipsis: TerminalText) -> [TerminalText] {
    guard self.count > count else { return self }
    guard let last = prefix(count).last else { return [] }
    let end = last.truncated(to: Swift.max(0, columns - ellipsis.width), ellipsis: .empty)
    return prefix(count - 1) + [end + ellipsis]
  }
}
