import HyperbasisCanvas

/// A shell's request for completions, and the reply in the form that its script reads.
///
/// Bash sends the line up to the cursor, and what it takes for the current word, which starts after a
/// colon or an equals sign. The other shells send the words, the last one as far as it was typed.
struct CompletionRequest {
  private let shell: ScriptedShell
  /// The words after the program's name; the last one is being typed.
  private let words: [String]
  /// How bash sees the word that is being typed; nil for other shells.
  private let bashWord: (line: ShellWords, current: String)?

  /// - Parameter arguments: the words after ``ScriptedShell/request``. The result is nil if a script
  ///   would not send them.
  init?(_ arguments: some Collection<String>) {
    let arguments = Array(arguments)
    guard let shell = arguments.first.flatMap(ScriptedShell.init(rawValue:)),
      let last = arguments.last, arguments.count > 1
    else { return nil }
    self.shell = shell
    switch shell {
    case .bash:
      let line = ShellWords(arguments[1])
      words = Array(line.words.dropFirst())
      bashWord = (line, last)
    case .fish:
      words = arguments[1..<(arguments.count - 1)] + [ShellWords(last).current]
      bashWord = nil
    case .zsh:
      words = Array(arguments.dropFirst())
      bashWord = nil
    }
  }
}

extension ShellWords {
  /// The word that is being typed, without its quotes.
  var current: String { words.last ?? "" }
}

extension CompletionRequest {
  /// Returns the lines of the reply; none if nothing can be offered.
  func reply(in context: CommandContext) -> [String] {
    guard let current = words.last else { return [] }
    let all = CompletionSource(context: context, words: words).candidates.filter(\.isTypeable)
    var fitting = all.filter { $0.value.hasPrefix(current) }
    if fitting.isEmpty, shell != .zsh {
      let wanted = current.lowercased()
      fitting = all.filter { $0.value.lowercased().hasPrefix(wanted) }
    }
    guard !fitting.isEmpty else { return [] }
    let mode = fitting.allSatisfy(\.isBeginning) ? "nospace" : "space"
    switch shell {
    case .bash:
      let replies = fitting.compactMap(bashReply)
      return replies.isEmpty ? [] : [mode] + replies
    case .zsh: return [mode] + fitting.map(described)
    case .fish: return fitting.map(described)
    }
  }

  private static let longestMeaning = 60

  private func described(_ candidate: CompletionCandidate) -> String {
    guard !candidate.meaning.isEmpty else { return candidate.value }
    return "\(candidate.value)\t\(candidate.meaning.truncated(to: Self.longestMeaning).plain)"
  }

  /// Returns the quoted part of a candidate that replaces what bash takes for the word; nil if the
  /// candidate does not continue the word as it was typed.
  private func bashReply(_ candidate: CompletionCandidate) -> String? {
    guard let (line, current) = bashWord, line.typed.hasSuffix(current) else { return nil }
    let before = ShellWords(line.typed.dropLast(current.count)).current
    guard candidate.value.lowercased().hasPrefix(before.lowercased()) else { return nil }
    return ShellWords.quoted(
      String(candidate.value.dropFirst(before.count)), in: line.openQuote)
  }
}
