import Foundation
import HyperbasisCanvas

extension CommandLine {
  /// Adds what all that fits has in common, and lists what there is to choose from.
  func complete(_ prompt: inout Prompt) {
    let text = prompt.editor.text
    let (start, candidates) = completions(of: text)
    let typed = String(text.dropFirst(start.count))
    let fitting = candidates.filter { $0.lowercased().hasPrefix(typed.lowercased()) }
    guard let first = fitting.first else {
      prompt.complaint =
        start.isEmpty ? "no command starts like this" : "nothing here starts like this"
      return
    }
    let common = fitting.dropFirst().reduce(first) { common, word in
      String(zip(common, word).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
    prompt.complaint = fitting.count > 1 ? Self.list(fitting) : nil
    let isWhole = fitting.count == 1 && start.isEmpty && TypedCommand.named(first) != nil
    prompt.editor = LineEditor(start + common + (isWhole ? " " : ""))
  }

  private static func list(_ words: [String]) -> TerminalText {
    let shown = words.prefix(longestList).map { TerminalText($0, limit: 40) }
    let rest = words.count - shown.count
    return shown.joined(separator: " ") + (rest > 0 ? " and \(rest) more" : .empty)
  }

  private static let longestList = 100

  /// What can stand at the end of a line: the part before, which stays, and the candidates.
  private func completions(of text: String) -> (start: String, candidates: [String]) {
    guard let blank = text.firstIndex(of: " ") else { return ("", commandNames) }
    let (name, argument) = CommandWords.split(text)
    let head = String(text[...blank])
    guard let command = TypedCommand.named(name) else { return (head, []) }
    if case .setting = command.argument, let blank = argument.firstIndex(of: " ") {
      let option = String(argument[..<blank])
      return (head + option + " ", values(ofOption: option))
    }
    return (head, candidates(for: command.argument))
  }

  private func candidates(for argument: TypedCommand.Argument) -> [String] {
    switch argument {
    case .date, .markDate: ["end", "start", "today", "yesterday"]
    case .anchor, .search: AnchorNames(view).labels.map(\.label).sorted()
    case .filter: ["actor:", "kind:", "type:"]
    case .barMode: TimeBarMode.allCases.map(\.rawValue)
    case .comparison: DiffMode.allCases.map(\.rawValue)
    case .setting: SettingOption.all.map(\.name)
    case .value(let option): values(ofOption: option)
    case .speed, .place, .newAnchor: []
    }
  }

  private func values(ofOption name: String) -> [String] {
    // An unknown option has no values to offer.
    guard let option = try? SettingOption.named(name) else { return [] }
    return option.values + (name == "zone" ? TimeZone.knownTimeZoneIdentifiers : [])
  }
}
