import Foundation
import HyperbasisCanvas
import HyperbasisHistory

/// The command line: every command by its name; some take text after it.
struct CommandLine {
  let view: SpaceView?
  let settings: Settings
  let keymap: Keymap
  let now: HBInstant
}

/// Why a line is not run: a message that names what is expected.
struct CommandError: Error {
  let text: TerminalText

  /// Throws a complaint, if there is one.
  static func check(_ complaint: TerminalText?) throws(CommandError) {
    if let complaint { throw CommandError(text: complaint) }
  }
}

/// A line that was read: the intent that has to be possible, and what is done then.
struct ReadCommand {
  /// Nil where nothing can refuse it.
  let intent: Intent?
  let run: (inout State) -> [Effect]

  init(intent: Intent?, run: @escaping (inout State) -> [Effect]) {
    self.intent = intent
    self.run = run
  }

  /// A command that one area of the open space does.
  init<Area: SpaceUpdate>(
    _ intent: Intent?, _ area: Area.Type, _ body: @escaping (inout Area) -> Void
  ) {
    self.init(intent: intent) { $0.inSpace(area, body) }
  }
}

extension State {
  mutating func run(_ command: ReadCommand) -> [Effect] {
    if let reason = command.intent.flatMap({ refusal(of: $0) }) {
      message = .note(reason)
      return []
    }
    return command.run(&self)
  }
}

extension CommandLine {
  /// The commands of the key table that can be typed now.
  private var commands: [Binding] {
    let scopes: Set<Scope> =
      view == nil ? [.spaces, .everywhere] : [.map, .list, .space, .everywhere]
    var names: Set<String> = []
    return keymap.bindings.filter { binding in
      scopes.contains(binding.scope) && names.insert(binding.name).inserted
    }
  }

  /// All names that can be typed now.
  var commandNames: [String] {
    let typed = TypedCommand.all.filter { view != nil || !$0.needsSpace }.map(\.name)
    return Set(commands.map(\.name) + typed).sorted()
  }

  /// Reads a line without doing anything yet.
  func read(_ text: String) throws(CommandError) -> ReadCommand {
    let (name, argument) = CommandWords.split(text)
    if argument.isEmpty, let command = commands.first(where: { $0.name == name }) {
      return ReadCommand(intent: command.intent) { $0.perform(command.intent) }
    }
    guard let typed = TypedCommand.named(name) else {
      guard commands.contains(where: { $0.name == name }) else { throw unknown(name) }
      throw CommandError(text: "\(TerminalText(name)) takes nothing after it")
    }
    guard view != nil || !typed.needsSpace else {
      throw CommandError(text: "\(TerminalText(name)) needs an open space")
    }
    return try CommandArgument(line: self, command: typed, text: argument).read()
  }

  private func unknown(_ name: String) -> CommandError {
    let nearest = NearestNames.nearest(to: name, among: commandNames).first
    let hint: TerminalText = nearest.map { "; did you mean \(TerminalText($0))?" } ?? .empty
    return CommandError(text: "no command \"\(TerminalText(name, limit: 40))\"\(hint)")
  }

  func date(_ text: String) throws(CommandError) -> DateExpression {
    do {
      let date = try DateExpression(text)
      _ = try date.instant(in: DateExpression.Context(view, settings, now: now))
      return date
    } catch {
      throw CommandError(text: TerminalText(error.errorDescription ?? "this is not a date"))
    }
  }

  /// Nil for an empty text.
  func filter(_ text: String) throws(CommandError) -> EventFilter? {
    do { return try EventFilter(text) } catch { throw CommandError(text: error.text) }
  }
}

/// A line as a name and what follows it.
enum CommandWords {
  static func split(_ text: String) -> (name: String, argument: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    let argument = words.count > 1 ? words[1] : ""
    return (String(words.first ?? ""), String(argument.drop { $0 == " " }))
  }
}

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
