import Hyperbasis
import HyperbasisCanvas

// The command line: every command by its name; some take text after it.

/// Why a line is not run: what the person is told, naming what is expected.
struct CommandError: Error {
  let text: TerminalText
}

/// A line that was read: the intent that has to be possible, and what is done then.
struct ReadCommand {
  /// Nil where nothing can refuse it.
  let intent: Intent?
  let run: (inout State) -> [Effect]
}

extension State {
  /// The commands of the key table that can be typed now.
  var commands: [Binding] {
    let scopes: Set<Scope> =
      view == nil ? [.spaces, .everywhere] : [.plan, .list, .space, .everywhere]
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

  func commandComplaint(_ text: String) -> TerminalText? {
    do {
      _ = try readCommand(text)
      return nil
    } catch {
      return error.text
    }
  }

  mutating func run(_ text: String) -> [Effect] {
    guard let command = try? readCommand(text) else { return [] }
    if let reason = command.intent.flatMap({ refusal(of: $0) }) {
      message = .note(reason)
      return []
    }
    return command.run(&self)
  }

  /// Reads a line without doing anything yet.
  private func readCommand(_ text: String) throws(CommandError) -> ReadCommand {
    let (name, argument) = CommandWords.split(text)
    guard argument.isEmpty else { return try readTyped(name, argument) }
    if let command = commands.first(where: { $0.name == name }) {
      return ReadCommand(intent: command.intent) { $0.perform(command.intent) }
    }
    return try readTyped(name, argument)
  }

  private func readTyped(_ name: String, _ argument: String) throws(CommandError) -> ReadCommand {
    guard let typed = TypedCommand.named(name) else {
      guard commands.contains(where: { $0.name == name }) else { throw unknown(name) }
      throw CommandError(text: "\(TerminalText(name)) takes nothing after it")
    }
    guard view != nil || !typed.needsSpace else {
      throw CommandError(text: "\(TerminalText(name)) is about an open space")
    }
    return try read(argument, of: typed)
  }

  private func unknown(_ name: String) -> CommandError {
    let nearest = NearestNames.nearest(to: name, among: commandNames).first
    let hint: TerminalText = nearest.map { "; did you mean \(TerminalText($0))?" } ?? .empty
    return CommandError(text: "no command \"\(TerminalText(name, limit: 40))\"\(hint)")
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
