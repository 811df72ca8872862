import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

/// The command line, which has every command by its name; some take text after it.
struct CommandLine {
  let view: SpaceView?
  let settings: Settings
  let keymap: Keymap
  let now: HBInstant
  /// The commands typed earlier.
  var history = PromptHistory()
  /// The scopes of the layer over the space, whose commands can be typed too.
  var scopesOfLayer: [Scope] = []
}

/// A parsed line: the intent that must be available, and what to do then.
struct ReadCommand {
  /// Nil if nothing can refuse it.
  let intent: Intent?
  let run: (inout State) -> [Effect]
}

extension ReadCommand {
  /// Makes a command that one area of the open space performs.
  init<Area: SpaceUpdate>(
    _ intent: Intent?, _ area: Area.Type, _ body: @escaping (inout Area) -> Void
  ) {
    self.init(intent: intent) { $0.inSpace(area, body) }
  }

  /// Returns a command that only shows a message.
  static func note(_ text: TerminalText) -> ReadCommand {
    ReadCommand(intent: nil) { state in
      state.message = .note(text)
      return []
    }
  }
}

extension CommandLine {
  /// The commands of the key table that can be typed now.
  private var commands: [Binding] {
    let scopes =
      Set<Scope>(view == nil ? [.spaces, .everywhere] : [.map, .list, .space, .everywhere])
      .union(scopesOfLayer)
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

  /// Parses a line without performing anything yet.
  func read(_ text: String) throws(Complaint) -> ReadCommand {
    let (name, argument) = Self.split(text)
    if argument.isEmpty, let command = commands.first(where: { $0.name == name }) {
      return ReadCommand(intent: command.intent) { $0.perform(command.intent) }
    }
    guard let typed = TypedCommand.named(name) else {
      guard commands.contains(where: { $0.name == name }) else { throw unknown(name) }
      throw Complaint("\(TerminalText(name)) takes nothing after it")
    }
    guard view != nil || !typed.needsSpace else {
      throw Complaint("\(TerminalText(name)) needs an open space")
    }
    return try read(typed, argument)
  }

  private func unknown(_ name: String) -> Complaint {
    Complaint("no command \"\(TerminalText(name, limit: 40))\"\(hint(for: name))")
  }

  /// Returns what the user may have meant. Any name is near to a single letter, but that may be a key.
  private func hint(for name: String) -> TerminalText {
    guard let letter = name.unicodeScalars.first, name.unicodeScalars.count == 1 else {
      return .didYouMean(name, among: commandNames)
    }
    guard let binding = commands.first(where: { $0.keys.contains(.character(letter)) }) else {
      return .empty
    }
    return "; it is a key, whose command is \(TerminalText(binding.name))"
  }

  /// Splits a line into a name and the text after it.
  static func split(_ text: String) -> (name: String, argument: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    let argument = words.count > 1 ? words[1] : ""
    return (String(words.first ?? ""), String(argument.drop { $0 == " " }))
  }
}

// MARK: - Completion

extension CommandLine {
  /// Adds the common beginning of all candidates that fit, and lists them if there are several.
  func complete(_ prompt: inout Prompt) {
    let text = prompt.editor.text
    let isFilter = prompt.purpose == .filter || isFilter(text)
    let (start, candidates) =
      prompt.purpose == .filter
      ? FilterCompletion(view).completions(of: text) : completions(of: text)
    // Quotes are not part of the text to match; they are added where needed.
    let bare: (String) -> String = { isFilter ? FilterCompletion.bare($0) : $0 }
    let typed = bare(String(text.dropFirst(start.count))).lowercased()
    let fitting = candidates.filter { bare($0).lowercased().hasPrefix(typed) }
    guard let first = fitting.first else {
      prompt.complaint =
        start.isEmpty && !isFilter
        ? "no command starts with this"
        : namesFiles(text)
          ? "names of files are not completed here" : "nothing here starts with this"
      return
    }
    prompt.complaint = fitting.count > 1 ? Self.list(fitting) : nil
    prompt.editor = LineEditor(
      start + (fitting.count == 1 ? whole(first, start) : common(fitting.map(bare), isFilter)))
  }

  /// Whether the text after a command's name names files, which cannot be looked up in the pure core.
  private func namesFiles(_ text: String) -> Bool {
    text.contains(" ") && TypedCommand.named(Self.split(text).name)?.argument == .importedFiles
  }

  /// Returns the only word that fits, with a blank if something must follow it.
  private func whole(_ word: String, _ start: String) -> String {
    let (name, option) = Self.split(start)
    let isOption = option.isEmpty && TypedCommand.named(name)?.argument == .setting
    let goesOn = start.isEmpty ? TypedCommand.named(word) != nil : isOption
    return goesOn ? word + " " : word
  }

  /// Returns the common beginning of some words.
  private func common(_ words: [String], _ isFilter: Bool) -> String {
    let common = words.dropFirst().reduce(words[0]) { common, word in
      String(zip(common, word).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
    return isFilter ? FilterCompletion.spelled(common, isWhole: false) : common
  }

  /// Returns whether the text after the name of a command is a filter.
  private func isFilter(_ text: String) -> Bool {
    guard text.contains(" "), let command = TypedCommand.named(Self.split(text).name) else {
      return false
    }
    return command.argument == .filter
  }

  private static func list(_ words: [String]) -> TerminalText {
    let shown = words.prefix(longestList).map { TerminalText($0, limit: 40) }
    let rest = words.count - shown.count
    return shown.joined(separator: " ") + (rest > 0 ? " and \(rest) more" : .empty)
  }

  private static let longestList = 100

  /// Returns what can come at the end of a line: the part before it, which stays, and the candidates.
  private func completions(of text: String) -> (start: String, candidates: [String]) {
    guard let blank = text.firstIndex(of: " ") else { return ("", commandNames) }
    let (name, argument) = Self.split(text)
    let head = String(text[...blank])
    guard let command = TypedCommand.named(name) else { return (head, []) }
    if command.argument == .filter {
      let (start, candidates) = FilterCompletion(view).completions(
        of: String(text[text.index(after: blank)...]))
      return (head + start, start.isEmpty ? candidates + ["off"] : candidates)
    }
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
    case .barMode: TimeBarMode.allCases.map(\.rawValue)
    case .order: AnchorOrder.allCases.map(\.rawValue)
    case .comparison: DiffMode.allCases.map(\.rawValue)
    case .viewpoint: MapViewpoint.allCases.map(\.rawValue)
    case .slice: ["off"]
    case .shifts: ["all", "shifts"]
    case .measure: ["a", "b", "first", "off"]
    case .setting: SettingOption.all.map(\.name)
    case .value(let option): values(ofOption: option)
    case .filter, .speed, .place, .newAnchor, .bookmark, .importedFiles: []
    }
  }

  /// The metadata keys to colour by: those of the anchors on screen, and those of the latest state, so
  /// that a user looking at a date before the first of them need not go there and back.
  var colorKeys: [String] {
    Set(FilterCompletion(view).keys).union(FilterCompletion(view?.data).keys).sorted()
  }

  private func values(ofOption name: String) -> [String] {
    // An unknown option has no values to offer.
    guard let option = try? SettingOption.named(name) else { return [] }
    switch name {
    case "zone": return option.values + TimeZone.knownTimeZoneIdentifiers
    case "colors":
      // A key with the same name as one of the words is distinguished by its prefix.
      return option.values
        + colorKeys.map { option.values.contains($0) ? Coloring.keyPrefix + $0 : $0 }
    default: return option.values
    }
  }
}
