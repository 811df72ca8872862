/// Words of a command, to be copied into a shell.
package enum ShellText {
  /// Returns the words on one line, with quotes around those that a shell would read differently.
  package static func line(_ words: [String]) -> String {
    words.map(word).joined(separator: " ")
  }

  private static func word(_ word: String) -> String {
    if word.unicodeScalars.contains(where: isUnseen) {
      return "$'\(word.unicodeScalars.map(escaped).joined())'"
    }
    if !word.isEmpty, word.utf8.allSatisfy(isPlain) { return word }
    return "'\(word.replacing("'", with: #"'\''"#))'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
      true
    default: "_-./:=@%+,".utf8.contains(byte)
    }
  }

  /// Returns whether no terminal shows a scalar as it is, so that it could not be copied.
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Returns a scalar as bash and zsh read it between `$'` and `'`.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "'": return #"\'"#
    case "\\": return #"\\"#
    case "\n": return #"\n"#
    case "\t": return #"\t"#
    case _ where isUnseen(scalar):
      let digits = String(scalar.value, radix: 16)
      return scalar.value > 0xFFFF
        ? #"\U"# + String(repeating: "0", count: 8 - digits.count) + digits
        : #"\u"# + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}
