/// Words of a command, to be copied into a shell.
package enum ShellText {
  /// The words on one line, those in quotes that a shell would read otherwise.
  package static func line(_ words: [String]) -> String {
    words.map(word).joined(separator: " ")
  }

  private static func word(_ word: String) -> String {
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
}
