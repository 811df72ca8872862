/// Where in a command line the cursor is, as far as the commands and their options show.
struct CompletionPlace {
  /// What is expected there.
  enum Expected {
    /// A subcommand, or an argument of `open`, which may be left out.
    case command
    case option
    /// - Parameter prefix: what comes before the value in the same word: `--at=`.
    case value(CommandTable.Argument, prefix: String)
    case nothing
  }

  /// The subcommand; `open` if none was named.
  private(set) var command: CommandTable.Command
  private(set) var expected = Expected.nothing
  /// The arguments before the cursor that are not options.
  private(set) var positionals: [String] = []
  /// The values of the options before the cursor, the last one of each.
  private(set) var values: [String: String] = [:]
  /// The flags and options before the cursor.
  private(set) var given: Set<String> = []
  /// Whether the cursor is at the first argument that is not an option.
  private(set) var isFirstPositional = false

  /// - Parameter words: the words after the program's name; the last one is being typed.
  /// - Returns: nil if the table lacks `open`.
  init?(_ words: [String], in table: CommandTable) {
    let commands = table.command.subcommands ?? []
    guard let open = commands.first(where: { $0.commandName == "open" }) else { return nil }
    command = open
    var isNamed = false
    var awaiting: String?
    var takesOptions = true
    for word in words.dropLast() {
      if let option = awaiting {
        values[option] = word
        awaiting = nil
      } else if takesOptions, word == "--" {
        takesOptions = false
      } else if takesOptions, word.hasPrefix("-"), word.count > 1 {
        awaiting = note(option: word)
      } else if !isNamed, positionals.isEmpty,
        let named = commands.first(where: { $0.commandName == word })
      {
        (command, isNamed) = (named, true)
      } else {
        positionals.append(word)
      }
    }
    let current = words.last ?? ""
    if let option = awaiting {
      expected = argument(named: option).map { .value($0, prefix: "") } ?? .nothing
    } else if takesOptions, current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
      let option = String(current[..<sign])
      expected = argument(named: option).map { .value($0, prefix: option + "=") } ?? .nothing
    } else if takesOptions, current.hasPrefix("-") {
      expected = .option
    } else if !isNamed, positionals.isEmpty {
      expected = .command
    } else {
      isFirstPositional = positionals.isEmpty
      expected = positional.map { .value($0, prefix: "") } ?? .nothing
    }
  }

  /// - Returns: the option if its value is the next word.
  private mutating func note(option word: String) -> String? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    given.insert(name)
    guard parts.count == 1 else {
      values[name] = String(parts[1])
      return nil
    }
    let takesValue =
      argument(named: name) != nil || ArgumentOrder.takesValue(name, in: command.commandName)
    return takesValue ? name : nil
  }
}

extension CompletionPlace {
  func argument(named name: String) -> CommandTable.Argument? {
    command.arguments?.first { $0.kind == .option && $0.labels.contains(name) }
  }

  /// The positional argument that the cursor is at.
  private var positional: CommandTable.Argument? {
    let all = (command.arguments ?? []).filter { $0.kind == .positional }
    if positionals.count < all.count { return all[positionals.count] }
    return all.last.flatMap { $0.isRepeating ? $0 : nil }
  }

  /// Returns what was given before the cursor for the positional argument with a name.
  func given(positional name: String) -> String? {
    let all = (command.arguments ?? []).filter { $0.kind == .positional }
    guard let number = all.firstIndex(where: { $0.valueName == name }) else { return nil }
    return positionals.indices.contains(number) ? positionals[number] : nil
  }
}
