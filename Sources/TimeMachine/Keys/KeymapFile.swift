package import Canvas

/// Reads the file in which a person rebinds keys.
///
/// A line is `command = key, key …`, such as `undo = u, ctrl-z`; `#` starts a comment. What a
/// line says wrongly is reported with its number, and the other lines count all the same.
package enum KeymapFile {
  package struct Problem: Error, Hashable, Sendable {
    /// Counted from 1.
    package let line: Int
    package let text: TerminalText
  }

  package static func read(
    _ text: String, onto keymap: Keymap = .standard
  ) -> (keymap: Keymap, problems: [Problem]) {
    var keymap = keymap
    var problems: [Problem] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (number, line) in lines.enumerated() {
      guard let trouble = read(line, onto: &keymap) else { continue }
      problems.append(Problem(line: number + 1, text: trouble))
    }
    return (keymap, problems)
  }

  /// What is wrong with a line.
  private static func read(_ line: Substring, onto keymap: inout Keymap) -> TerminalText? {
    let line = line.trimmingBlanks
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    guard let sign = line.firstIndex(of: "=") else { return "this is not command = key" }
    let name = String(line[..<sign].trimmingBlanks)
    var keys: [Key] = []
    for word in words(line[line.index(after: sign)...]) {
      guard let key = Key(name: word) else {
        return "there is no key \"\(TerminalText(word, limit: 40))\""
      }
      keys.append(key)
    }
    if keys.isEmpty { return "there is no key after =" }
    let isKnown = keymap.rebind(name, to: keys)
    return isKnown ? nil : "there is no command \"\(TerminalText(name, limit: 40))\""
  }

  /// Blanks and commas separate keys; a comma that stands alone is the key.
  private static func words(_ text: Substring) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map { word in
      word.count > 1 && word.hasSuffix(",") ? String(word.dropLast()) : String(word)
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var result = drop(while: \.isWhitespace)
    while result.last?.isWhitespace == true { result.removeLast() }
    return result
  }
}
