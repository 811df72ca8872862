import ArgumentParser
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine

/// Everything that may stand at a place of a command line.
struct CompletionSource {
  private let context: CommandContext
  private let words: [String]

  /// - Parameter words: the words after the program's name; the last one is being typed.
  init(context: CommandContext, words: [String]) {
    (self.context, self.words) = (context, words)
  }
}

extension CompletionSource {
  /// The candidates; none if something is wrong, since the line is still being typed and has not been
  /// run.
  var candidates: [CompletionCandidate] {
    guard let table = try? CommandTable.read(), let place = CompletionPlace(words, in: table)
    else { return [] }
    switch place.expected {
    case .command:
      return commands(table) + StoreCompletion(place, context).spaces
    case .option: return options(place)
    case .value(let argument, let prefix):
      let typed = String((words.last ?? "").dropFirst(prefix.count))
      return values(of: argument, typed: typed, place).map {
        CompletionCandidate(prefix + $0.value, $0.meaning)
      }
    case .nothing: return []
    }
  }

  private func commands(_ table: CommandTable) -> [CompletionCandidate] {
    (table.command.subcommands ?? []).map {
      CompletionCandidate($0.commandName, TerminalText($0.abstract ?? ""))
    }
  }

  private func options(_ place: CompletionPlace) -> [CompletionCandidate] {
    let all = (place.command.arguments ?? []).filter { $0.kind != .positional && $0.shouldDisplay }
    return all.flatMap { argument in
      argument.isRepeating || place.given.isDisjoint(with: argument.labels)
        ? argument.labels.filter { $0.hasPrefix("--") }
          .map { CompletionCandidate($0, TerminalText(argument.abstract ?? "")) }
        : []
    }
  }

  private func values(
    of argument: CommandTable.Argument, typed: String, _ place: CompletionPlace
  ) -> [CompletionCandidate] {
    let kind = argument.completionKind
    if let list = kind?.list { return list.values.map { .init($0) } }
    if kind?.file != nil || kind?.directory != nil {
      return formats(place)
        + FileCompletion(context).files(typed, directoriesOnly: kind?.directory != nil)
    }
    let store = StoreCompletion(place, context)
    switch (argument.valueName, argument.labels.first) {
    case ("space", _):
      return place.command.commandName == "restore-space" ? store.trash : store.spaces
    case ("anchor", _), ("id", "--anchor"): return store.anchors(typed: typed)
    case ("date", _): return store.dates(typed: typed)
    case ("type", _): return HBAnchorEvent.EventType.allCases.map { .init($0.rawValue) }
    case ("filter", _), ("text", nil): return store.filters(typed: typed)
    case ("key=value", _): return store.metadata(typed: typed)
    case ("key", _): return store.keys
    case ("subcommands", _): return (try? CommandTable.read()).map(commands) ?? []
    default: return []
    }
  }

  /// Returns what may come before the files to import.
  private func formats(_ place: CompletionPlace) -> [CompletionCandidate] {
    guard place.isFirstPositional, place.command.commandName == "import" else { return [] }
    return ImportCommand.formats.map { CompletionCandidate($0.rawValue) }
  }
}
