import HyperbasisCanvas

/// The commands typed in a session, which the arrow keys bring back into the line.
struct PromptHistory: Hashable, Sendable {
  /// The lines without duplicates, the newest last.
  private(set) var lines: [String] = []

  private static let limit = 100

  mutating func add(_ line: String) {
    lines.removeAll { $0 == line }
    lines.append(line)
    if lines.count > Self.limit { lines.removeFirst() }
  }
}

extension Prompt {
  /// The line of the history that is shown, and what had been typed before.
  struct Recalled: Hashable, Sendable {
    let number: Int
    let typed: String
  }

  /// Shows the line before or after the one that is shown; after the newest comes the typed text.
  mutating func recall(_ direction: Direction, in history: PromptHistory) {
    let lines = history.lines
    let number = (recalled?.number ?? lines.count) + direction.sign
    guard number >= 0 else {
      complaint = lines.isEmpty ? "no command was typed before" : "no earlier command was typed"
      return
    }
    guard number <= lines.count else { return }
    let typed = recalled?.typed ?? editor.text
    recalled = number < lines.count ? Recalled(number: number, typed: typed) : nil
    editor = LineEditor(number < lines.count ? lines[number] : typed)
    complaint = nil
  }
}
