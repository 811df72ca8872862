package import HyperbasisCanvas

/// How the screen writes a key: `←`, `^R`, `PgUp`, `Esc`.
package enum KeyLabel {
  /// - Parameter inWords: whether the text must be readable aloud and typeable as a name: `Left`,
  ///   `Ctrl-R`.
  package static func text(
    _ key: Key, charset: Charset = .block, inWords: Bool = false
  ) -> TerminalText {
    var text: TerminalText = .empty
    if key.modifiers.contains(.control) { text += inWords ? "Ctrl-" : "^" }
    if key.modifiers.contains(.alt) { text += "Alt-" }
    if key.modifiers.contains(.shift) { text += "Shift-" }
    return text + ((inWords ? arrow(key) : nil) ?? code(key, isASCII: charset.isASCII))
  }

  private static func arrow(_ key: Key) -> TerminalText? {
    switch key.code {
    case .left: "Left"
    case .right: "Right"
    case .up: "Up"
    case .down: "Down"
    default: nil
    }
  }

  private static func code(_ key: Key, isASCII: Bool) -> TerminalText {
    switch key.code {
    case .character(" "): "Space"
    case .character(let scalar):
      key.modifiers.contains(.control)
        ? TerminalText(String(scalar).uppercased()) : TerminalText(String(scalar))
    case .up: isASCII ? "Up" : "↑"
    case .down: isASCII ? "Down" : "↓"
    case .left: isASCII ? "<-" : "←"
    case .right: isASCII ? "->" : "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .insert: "Ins"
    case .delete: "Del"
    case .backspace: "Backspace"
    case .tab: "Tab"
    case .enter: "Enter"
    case .escape: "Esc"
    case .function(let number): "F\(number)"
    case .unknown: "this key"
    }
  }
}

/// The key table as shown in documentation.
package enum KeymapTable {
  /// Returns a Markdown table for each group: command, keys, effect.
  package static func markdown(_ keymap: Keymap = .standard) -> String {
    KeyGroup.allCases.map { group in
      let rows = keymap.bindings.filter { $0.group == group && !$0.keys.isEmpty }.map { binding in
        let keys = binding.keys.map { "`\(escaped(KeyLabel.text($0).plain))`" }
        return "| \(keys.joined(separator: " ")) | `\(binding.name)` | "
          + "\(escaped(binding.help.plain)) |"
      }
      let heading = "### \(group.rawValue)\n\n| key | command | does |\n|---|---|---|\n"
      return heading + rows.joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|")
  }
}
