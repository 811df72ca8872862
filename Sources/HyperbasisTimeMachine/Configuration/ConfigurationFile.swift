package import HyperbasisCanvas
import HyperbasisHistory

/// Reads the file in which the user sets keys and options.
///
/// A line is `bind KEY COMMAND`, `unbind KEY [COMMAND]`, `set OPTION VALUE` or `COMMAND = KEY, KEY …`;
/// `#` starts a comment. An invalid line is reported with its number; the other lines still apply.
package struct ConfigurationFile: Sendable {
  package struct Problem: Error, Hashable, Sendable {
    /// Counted from 1.
    package let line: Int
    package let text: TerminalText
  }

  package private(set) var keymap: Keymap
  /// Everything that is wrong, in line order.
  package private(set) var problems: [Problem] = []
  private var assignments: [(option: SettingOption, value: String)] = []
  private var record: BindingRecord

  package init(_ text: String, onto keymap: Keymap = .standard) {
    self.init(bytes: Array(text.utf8), onto: keymap)
  }

  /// - Parameter bytes: The bytes of the file; a line that is not UTF-8 is ignored and reported.
  package init(bytes: [UInt8], onto keymap: Keymap = .standard) {
    self.keymap = keymap
    record = BindingRecord(former: keymap)
    for (number, line) in Self.lines(bytes).enumerated() {
      do throws(Complaint) {
        guard let line else { throw Self.notText }
        try read(line, number: number + 1)
      } catch {
        problems.append(Problem(line: number + 1, text: error.text))
      }
    }
    problems += record.conflicts(in: self.keymap)
    problems.sort { $0.line < $1.line }
  }

  /// Returns whether the file sets an option.
  package func sets(_ name: String) -> Bool { assignments.contains { $0.option.name == name } }

  /// Sets the options that the file sets.
  package func apply(to settings: inout Settings) {
    for (option, value) in assignments {
      // Each was validated when it was read.
      try? option.set(value, in: &settings)
    }
  }
}

// MARK: - Lines

extension ConfigurationFile {
  /// Splits bytes into lines; nil stands for one that is not UTF-8.
  private static func lines(_ bytes: [UInt8]) -> [Substring?] {
    // Some editors mark UTF-8 with a zero-width character at the beginning.
    let text = bytes.dropFirst(bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0)
    let pieces = text.split(separator: 0x0a, omittingEmptySubsequences: false)
    return pieces.flatMap { piece -> [Substring?] in
      guard let text = String(validating: piece, as: UTF8.self) else { return [nil] }
      let line = text.last == "\r" ? text.dropLast() : text[...]
      return line.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static let notText = Complaint(
    "this line is not UTF-8 and is left out; save the file as UTF-8")

  private mutating func read(_ line: Substring, number: Int) throws(Complaint) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first, !first.hasPrefix("#") else { return }
    switch first {
    case "bind": try bind(words, number)
    case "unbind": try unbind(words, number)
    case "set": try set(words)
    default:
      guard let sign = line.firstIndex(of: "=") else { throw Complaint(Self.unknown(first)) }
      try rebind(line[..<sign], line[line.index(after: sign)...], number)
    }
  }

  private static func unknown(_ word: String) -> TerminalText {
    let hint = TerminalText.didYouMean(word, among: ["bind", "unbind", "set"])
    return "\"\(TerminalText(word, limit: 40))\" is not one of bind KEY COMMAND, "
      + "COMMAND = KEY, unbind KEY and set OPTION VALUE\(hint)"
  }

  private mutating func bind(_ words: [String], _ number: Int) throws(Complaint) {
    let (key, name) = try Self.parts(words, "bind KEY COMMAND or COMMAND = KEY")
    let known = try Self.key(key)
    try keymap.bind(known, to: name)
    record(keys: [known], of: name, number)
  }

  /// `command = key, key …`: replaces the keys that the command has.
  private mutating func rebind(
    _ left: Substring, _ right: Substring, _ number: Int
  ) throws(Complaint) {
    let name = left.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var keys: [Key] = []
    for word in right.split(whereSeparator: \.isWhitespace) {
      // A lone comma is the key itself.
      let isListed = word.count > 1 && word.hasSuffix(",")
      keys.append(try Self.key(String(isListed ? word.dropLast() : word)))
    }
    if keys.isEmpty { throw Complaint("expected COMMAND = KEY; there is no key after =") }
    try keymap.rebind(name, to: keys)
    record(keys: keys, of: name, number)
  }

  private mutating func record(keys: [Key], of name: String, _ number: Int) {
    guard let scope = keymap.bindings.first(where: { $0.name == name })?.scope else { return }
    for key in keys {
      if let earlier = record.bind(key, in: scope, to: name, line: number) {
        let text: TerminalText =
          "\(TerminalText(key.name)) was bound to \(TerminalText(earlier.name)) in line "
          + "\(earlier.line); it is \(TerminalText(name)) now"
        problems.append(Problem(line: number, text: text))
      }
    }
  }

  private mutating func unbind(_ words: [String], _ number: Int) throws(Complaint) {
    let words = Self.withoutComment(words, after: 2)
    guard words.count == 2 || words.count == 3 else {
      throw Complaint("expected unbind KEY or unbind KEY COMMAND")
    }
    let key = try Self.key(words[1])
    let name = words.count == 3 ? words[2] : nil
    // If another line has taken the key from the command already, this line only confirms it.
    if name.map({ !record.hasLost(key, $0, in: keymap) }) ?? true {
      try keymap.unbind(key, from: name)
    }
    for earlier in record.unbind(key, from: name) where earlier.name != name {
      let text: TerminalText =
        "\(TerminalText(key.name)) was bound to \(TerminalText(earlier.name)) in line "
        + "\(earlier.line); now it does nothing"
      problems.append(Problem(line: number, text: text))
    }
  }

  private mutating func set(_ words: [String]) throws(Complaint) {
    // `set zone = utc` and `set zone=utc` mean the same.
    let spread = words.flatMap { word in
      word.split(separator: "=", omittingEmptySubsequences: true).map(String.init)
    }
    let (name, value) = try Self.parts(spread, "set OPTION VALUE")
    let option = try SettingOption.named(name)
    var scratch = Settings()
    try option.set(value, in: &scratch)
    assignments.append((option, value))
  }

  private static func parts(
    _ words: [String], _ usage: TerminalText
  ) throws(Complaint) -> (String, String) {
    let words = withoutComment(words, after: 3)
    guard words.count == 3 else { throw Complaint("expected \(usage)") }
    return (words[1], words[2])
  }

  /// Drops a comment after a complete line; further to the left, `#` is a key.
  private static func withoutComment(_ words: [String], after count: Int) -> [String] {
    guard words.count > count, words[count].hasPrefix("#") else { return words }
    return Array(words[..<count])
  }

  private static func key(_ name: String) throws(Complaint) -> Key {
    if let key = Key(name: name) { return key }
    let hint = TerminalText.didYouMean(name, among: Key.names)
    throw Complaint("there is no key \"\(TerminalText(name, limit: 40))\"\(hint)")
  }
}
