/// Turns text from a store into Markdown that shows exactly that text.
enum MarkdownText {
  /// Escapes what GitHub Flavored Markdown and GitHub's own filters would interpret: markup, HTML,
  /// links, mentions (which would notify people), references and emoji names.
  static func escaped(_ text: String) -> String {
    var result = ""
    var former: Unicode.Scalar?
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1] : nil
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "$", "!":
        result += "\\\(scalar)"
      case "&": result += "&amp;"
      case "@", "#": result += "\(scalar)\(gap)"
      case "-" where isIssuePrefix(scalars[..<place], next): result += "\(gap)-"
      case ":" where beginsWord(former, next): result += ":\(gap)"
      case "." where former == "w": result += "\\."
      case "\n", "\r": result += " "
      default: result.unicodeScalars.append(scalar)
      }
      former = scalar
    }
    return result
  }

  /// A comment that shows nothing, but ends every word that a filter looks for.
  private static let gap = "<!-- -->"

  /// Whether a hyphen comes between `GH` and a number, as in `GH-1`, which refers to an issue.
  private static func isIssuePrefix(
    _ before: ArraySlice<Unicode.Scalar>, _ next: Unicode.Scalar?
  ) -> Bool {
    let word = before.suffix(2).map { $0.properties.lowercaseMapping }
    return word == ["g", "h"] && next.map { ("0"..."9").contains($0) } ?? false
  }

  /// Whether a colon may begin a link or the name of an emoji; one in a time of day does not.
  private static func beginsWord(_ former: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
    guard let next, !next.properties.isWhitespace else { return false }
    let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
    return !(former.map(digits.contains) ?? false && digits.contains(next))
  }
}
