import HyperbasisCanvas

/// The key table as documents show it.
package enum KeymapTable {
  /// A Markdown table for each group: command, keys, what it does.
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
