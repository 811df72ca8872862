import HyperbasisCanvas

/// All keys, from the key table, and the commands of the command line that take text.
enum HelpLines {
  struct Line {
    let text: TerminalText
    let isHeading: Bool
  }

  /// Returns the lines as wrapped for a screen: what can be done where the user is, then all keys; with a
  /// search, only the lines that contain its text.
  static func broken(for state: State, _ help: HelpLayer) -> [Line] {
    let columns = max(1, state.layout.helpArea.columns)
    let all = lines(state.keymap, charset: state.settings.charset, columns: columns)
    guard help.search.isEmpty else { return found(help.search, among: all) }
    return linesOfHere(state, columns) + all
  }

  /// Returns the keys that work where the help was opened, the most important first.
  private static func linesOfHere(_ state: State, _ columns: Int) -> [Line] {
    var below = state
    // Without the help, and without the prompt of a search in it.
    below.layers = Array(state.layers.prefix { if case .help = $0 { false } else { true } })
    let items = FooterLine(below, columns: .max).items
    guard !items.isEmpty else { return [] }
    let scopes = below.scopes.contains(.space) ? [.space] + below.scopes : below.scopes
    let lines = items.flatMap { item in
      item.keys.flatMap { key in
        self.lines(
          key.label, keyColumns: keyColumns,
          help: state.keymap.binding(for: key.intent, in: scopes).map { help($0, state.keymap) }
            ?? item.label, columns)
      }
    }
    return [Line(text: "Here and now", isHeading: true)] + lines
      + [Line(text: .empty, isHeading: false)]
  }

  /// Returns the lines that contain a text, ignoring case, under their headings.
  private static func found(_ text: String, among lines: [Line]) -> [Line] {
    let wanted = text.lowercased()
    var result: [Line] = []
    var heading: Line?
    // A wrapped line is searched as a whole.
    for entry in lines.entries {
      if entry[0].isHeading { heading = entry[0] }
      let whole = entry.map { $0.text.plain.trimmingPrefix { $0 == " " } }.joined(separator: " ")
        .lowercased()
      guard !entry[0].isHeading, whole.contains(wanted) else { continue }
      if let title = heading {
        if !result.isEmpty { result.append(Line(text: .empty, isHeading: false)) }
        result.append(title)
        heading = nil
      }
      result += entry
    }
    return result
  }

  private static let keyColumns = 15

  /// Returns the bindings under the headings of their groups, wrapped to a width.
  static func lines(_ keymap: Keymap, charset: Charset = .block, columns: Int = .max) -> [Line] {
    var lines: [Line] = []
    for group in KeyGroup.allCases {
      let bindings = keymap.bindings.filter { $0.group == group && !$0.keys.isEmpty }
      if bindings.isEmpty { continue }
      if !lines.isEmpty { lines.append(Line(text: .empty, isHeading: false)) }
      lines.append(Line(text: TerminalText(group.rawValue), isHeading: true))
      lines += bindings.flatMap { self.lines($0, keymap, charset, columns) }
    }
    return lines
      + signLines("Signs of the plan and the lists", PlanLegend.entries(charset), columns)
      + signLines("Signs of the time bar", BarLegend.entries(charset), columns)
      + commandLines(columns)
  }

  /// Lines that explain signs.
  private static func signLines(
    _ title: TerminalText, _ entries: [(sign: TerminalText, help: TerminalText)], _ columns: Int
  ) -> [Line] {
    [Line(text: .empty, isHeading: false), Line(text: title, isHeading: true)]
      + entries.flatMap { entry in
        lines(entry.sign, keyColumns: keyColumns, help: entry.help, columns)
      }
  }

  /// Returns the commands of the command line that take text.
  private static func commandLines(_ columns: Int) -> [Line] {
    [
      Line(text: .empty, isHeading: false),
      Line(text: "On the command line, with text after the name", isHeading: true),
    ]
      + TypedCommand.all.flatMap { command in
        lines(TerminalText(command.usage), keyColumns: usageColumns, help: command.help, columns)
      }
  }

  private static let usageColumns = 23

  /// If keys are shown by name, commands are too: a script may send either.
  private static func help(_ binding: Binding, _ keymap: Keymap) -> TerminalText {
    guard keymap.namesKeys else { return binding.help }
    let help: TerminalText =
      binding.intent == .program(.redraw) ? "read the list, or the question" : binding.help
    return "\(help) (:\(TerminalText(binding.name)))"
  }

  private static func lines(
    _ binding: Binding, _ keymap: Keymap, _ charset: Charset, _ columns: Int
  ) -> [Line] {
    let keys = binding.keys.map { keymap.text(of: $0, charset: charset) }.joined(separator: " ")
    return lines(keys, keyColumns: keyColumns, help: help(binding, keymap), columns)
  }

  private static func lines(
    _ key: TerminalText, keyColumns: Int, help: TerminalText, _ columns: Int
  ) -> [Line] {
    let first = key.padded(to: min(keyColumns, max(8, columns / 3)) - 1) + " "
    let room = max(8, columns == .max ? .max : columns - first.width)
    let blank = TerminalText(repeating: .blank, count: first.width)
    return help.wrapped(to: room).enumerated().map { number, text in
      Line(text: (number == 0 ? first : blank) + text, isHeading: false)
    }
  }
}

extension [HelpLines.Line] {
  /// The lines grouped as they were before wrapping: one that starts with a blank continues the one
  /// above.
  fileprivate var entries: [[HelpLines.Line]] {
    var result: [[HelpLines.Line]] = []
    for line in self where !line.text.isEmpty {
      if line.text.plain.hasPrefix(" "), !result.isEmpty {
        result[result.count - 1].append(line)
      } else {
        result.append([line])
      }
    }
    return result
  }
}
