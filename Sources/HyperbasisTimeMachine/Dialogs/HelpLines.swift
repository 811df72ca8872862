import HyperbasisCanvas

/// All keys, from the key table, and what takes text on the command line.
enum HelpLines {
  struct Line {
    let text: TerminalText
    let isHeading: Bool
  }

  /// The lines as broken for a screen.
  static func broken(for state: State) -> [Line] {
    lines(
      state.keymap, charset: state.settings.charset,
      columns: max(1, state.layout.helpArea.columns))
  }

  private static let keyColumns = 15

  /// The bindings under the headings of their groups, as wide as they are.
  static func lines(_ keymap: Keymap, charset: Charset = .block, columns: Int = .max) -> [Line] {
    var lines: [Line] = []
    for group in KeyGroup.allCases {
      let bindings = keymap.bindings.filter { $0.group == group && !$0.keys.isEmpty }
      if bindings.isEmpty { continue }
      if !lines.isEmpty { lines.append(Line(text: .empty, isHeading: false)) }
      lines.append(Line(text: TerminalText(group.rawValue), isHeading: true))
      lines += bindings.flatMap { self.lines($0, charset, columns) }
    }
    return lines + barLines(charset, columns) + commandLines(columns)
  }

  /// What the signs of the time bar mean.
  private static func barLines(_ charset: Charset, _ columns: Int) -> [Line] {
    [
      Line(text: .empty, isHeading: false),
      Line(text: "Signs of the time bar", isHeading: true),
    ]
      + BarLegend.entries(charset).flatMap { entry in
        lines(entry.sign, keyColumns: keyColumns, help: entry.help, columns)
      }
  }

  /// What takes text on the command line.
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

  private static func lines(_ binding: Binding, _ charset: Charset, _ columns: Int) -> [Line] {
    let keys = binding.keys.map { KeyLabel.text($0, charset: charset) }.joined(separator: " ")
    return lines(keys, keyColumns: keyColumns, help: binding.help, columns)
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
