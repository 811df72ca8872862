import Canvas
import Hyperbasis

// The command line: every command by its name; some take what their prompt would ask for.

extension State {
  /// The commands that can be typed now.
  var commands: [Binding] {
    let scopes: Set<Scope> =
      view == nil ? [.spaces, .everywhere] : [.plan, .list, .space, .everywhere]
    var names: Set<String> = []
    return keymap.bindings.filter { binding in
      scopes.contains(binding.scope) && names.insert(binding.name).inserted
    }
  }

  private func parse(_ text: String) -> (name: String, argument: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    let argument = words.count > 1 ? words[1] : ""
    return (
      String(words.first ?? ""),
      String(argument.drop { $0 == " " })
    )
  }

  func commandComplaint(_ text: String) -> TerminalText? {
    let (name, argument) = parse(text)
    guard let command = commands.first(where: { $0.name == name }) else {
      let nearest = NearestNames.nearest(to: name, among: commands.map(\.name)).first
      let hint: TerminalText = nearest.map { "; did you mean \(TerminalText($0))?" } ?? .empty
      return "no command \"\(TerminalText(name, limit: 40))\"\(hint)"
    }
    guard !argument.isEmpty, !Self.takesText(command.intent) else { return nil }
    return "\(TerminalText(name)) takes nothing after it"
  }

  private static func takesText(_ intent: Intent) -> Bool {
    switch intent {
    case .askDate, .find, .filter: true
    default: false
    }
  }

  mutating func run(_ text: String) -> [Effect] {
    let (name, argument) = parse(text)
    guard let command = commands.first(where: { $0.name == name }) else { return [] }
    if argument.isEmpty { return perform(command.intent) }
    if let reason = refusal(of: command.intent) {
      message = .note(reason)
      return []
    }
    do {
      switch command.intent {
      case .askDate: go(to: try DateExpression(argument))
      case .find: find(argument)
      case .filter: try filter(argument)
      default: break
      }
    } catch let error as DateExpressionError {
      message = .error(TerminalText(error.errorDescription ?? "this is no date"))
    } catch let error as FilterError {
      message = .error(error.text)
    } catch {}
    return []
  }

  /// Adds what all commands with this beginning have in common, or lists them.
  mutating func complete(_ prompt: inout Prompt) {
    let text = prompt.editor.text
    let matches = commands.map(\.name).filter { $0.hasPrefix(text) }.sorted()
    guard let first = matches.first else {
      prompt.complaint = "no command starts like this"
      return
    }
    let common = matches.dropFirst().reduce(first) { common, name in
      String(zip(common, name).prefix { $0 == $1 }.map(\.0))
    }
    prompt.complaint = matches.count > 1 ? TerminalText(matches.joined(separator: " ")) : nil
    prompt.editor = LineEditor(common)
  }
}
