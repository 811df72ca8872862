import Canvas

/// All keys, from the key table.
enum HelpView {
  /// How many lines fit.
  static func page(_ size: TerminalSize) -> Int { max(1, size.rows - 3) }

  static func draw(_ state: State, scroll: Int, into frame: inout Frame) {
    let region = state.size.region.split(bottom: 1).rest
    guard !region.isEmpty else { return }
    frame.fill(region)
    frame.drawBox(region, box: state.settings.charset.box, title: "keys")
    let area = region.inset(left: 2, top: 1, right: 2, bottom: 1)
    let lines = lines(state.keymap, charset: state.settings.charset).dropFirst(scroll).prefix(
      area.rows)
    for (row, line) in lines.enumerated() {
      frame.put(
        line.text.truncated(to: area.columns, ellipsis: state.settings.charset.ellipsis),
        at: area.line(row).origin, style: line.isHeading ? .bold : .plain,
        clippedTo: area.line(row))
    }
  }

  struct Line {
    let text: TerminalText
    let isHeading: Bool
  }

  /// The bindings under the headings of their groups.
  static func lines(_ keymap: Keymap, charset: Charset = .block) -> [Line] {
    var lines: [Line] = []
    for group in KeyGroup.allCases {
      let bindings = keymap.bindings.filter { $0.group == group && !$0.keys.isEmpty }
      if bindings.isEmpty { continue }
      if !lines.isEmpty { lines.append(Line(text: .empty, isHeading: false)) }
      lines.append(Line(text: TerminalText(group.rawValue), isHeading: true))
      lines += bindings.map { binding in
        let keys = binding.keys.map { KeyLabel.text($0, charset: charset) }.joined(separator: " ")
        return Line(text: keys.padded(to: 14) + " " + binding.help, isHeading: false)
      }
    }
    return lines + commandLines
  }

  /// What takes text on the command line.
  private static var commandLines: [Line] {
    [
      Line(text: .empty, isHeading: false),
      Line(text: "On the command line, with text after the name", isHeading: true),
    ]
      + TypedCommand.all.map { command in
        let usage = TerminalText(command.usage).padded(to: 22)
        return Line(text: usage + " " + command.help, isHeading: false)
      }
  }
}
