/// The beginning of a command line, split into words as a shell does, up to the cursor.
///
/// Nothing is expanded: a dollar sign or a back quote stands for itself.
struct ShellWords: Equatable {
  /// The words without their quotes; the last one, perhaps empty, is being typed.
  private(set) var words: [String] = [""]
  /// The last word as it was typed.
  private(set) var typed = ""
  /// The quotation mark that is still open at the cursor.
  private(set) var openQuote: Character?

  init(_ line: some StringProtocol) {
    var isBetweenWords = true
    var isEscaped = false
    for character in line {
      if isEscaped {
        // Between double quotes a backslash is literal except before these.
        if openQuote == "\"", !"\"\\$`\n".contains(character) { append("\\") }
        append(character)
        isEscaped = false
      } else if openQuote == nil, character.isWhitespace {
        if !isBetweenWords { words.append("") }
        (isBetweenWords, typed) = (true, "")
        continue
      } else if character == openQuote {
        openQuote = nil
      } else if openQuote == nil, character == "\"" || character == "'" {
        openQuote = character
      } else if character == "\\", openQuote != "'" {
        isEscaped = true
      } else {
        append(character)
      }
      isBetweenWords = false
      typed.append(character)
    }
  }

  private mutating func append(_ character: Character) { words[words.count - 1].append(character) }
}

extension ShellWords {
  /// Returns a text quoted for the command line, so that the shell takes it literally.
  ///
  /// - Parameter quote: the quotation mark that is open before it.
  static func quoted(_ text: String, in quote: Character?) -> String {
    switch quote {
    case "'": return text.replacing("'", with: #"'\''"#)
    case "\"":
      return text.reduce(into: "") { result, character in
        if "\"\\$`".contains(character) { result.append("\\") }
        // In bash, history expansion leaves no other way to keep this one between double quotes.
        if character == "!" { result += "\"\\!\"" } else { result.append(character) }
      }
    default:
      return text.reduce(into: "") { result, character in
        if !isPlain(character) { result.append("\\") }
        result.append(character)
      }
    }
  }

  /// Returns whether a character has no meaning to a shell, wherever it is.
  private static func isPlain(_ character: Character) -> Bool {
    guard let value = character.asciiValue else { return true }
    return switch value {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-./:=@%+,".contains(character)
    }
  }
}
