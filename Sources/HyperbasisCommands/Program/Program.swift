import ArgumentParser
import HyperbasisCanvas
import HyperbasisHistory

/// The whole program: from the words of the command line to an exit code.
package struct Program {
  var context: CommandContext

  /// - Parameter arguments: the words of the command line without the program's name.
  mutating func run(_ arguments: [String]) -> Int32 {
    if arguments.first == ScriptedShell.request { return complete(arguments.dropFirst()) }
    let order = ArgumentOrder(arguments, subcommands: HyperbasisCommand.subcommandNames)
    context.isImplicitOpen = order.isImplicitOpen
    do {
      if let script = try ScriptedShell.script(arguments, context) {
        try context.output.writeLine(script)
        try context.output.flush()
        return ExitStatus.done
      }
      if let failure = Self.unknownHelpTopic(order.arguments) { throw failure }
      do {
        try execute(order.arguments)
      } catch  where Self.isMessageOfTheParser(error) {
        try reportParser(error, order)
      }
      try context.output.flush()
      return ExitStatus.done
    } catch is OutputClosed {
      return ExitStatus.done
    } catch {
      return report(CommandFailure(error))
    }
  }

  /// Replies to a shell's completion script. If anything is wrong it prints nothing, since messages
  /// would end up in the line that is being typed.
  private func complete(_ arguments: ArraySlice<String>) -> Int32 {
    for line in CompletionRequest(arguments)?.reply(in: context) ?? [] {
      try? context.output.writeLine(line)
    }
    try? context.output.flush()
    return ExitStatus.done
  }

  private func execute(_ arguments: [String]) throws {
    var command = try HyperbasisCommand.parseAsRoot(arguments)
    if let subcommand = command as? any Subcommand {
      try subcommand.run(in: context)
    } else {
      try command.run()
    }
  }
}

// MARK: - Errors

extension Program {
  /// Returns whether an error is the parser's own: a mistake in the words, or a request for help.
  private static func isMessageOfTheParser(_ error: any Error) -> Bool {
    if error is CommandFailure || error is OutputClosed { return false }
    let status = HyperbasisCommand.exitCode(for: error)
    return status == .validationFailure || status == .success
  }

  private func reportParser(_ error: any Error, _ order: ArgumentOrder) throws {
    if HyperbasisCommand.exitCode(for: error) == .success {
      let message = HyperbasisCommand.fullMessage(for: error)
      if let word = order.letterCluster {
        let listed = message.contains("\n  -\(word)")
        let question = listed ? ". Did you mean '-\(word)'?" : ""
        throw usage("unknown option '\(word)'\(question)", order)
      }
      return try context.output.writeLine(message + examples(for: message, order))
    }
    let complaint = Self.line(HyperbasisCommand.message(for: error))
    if order.isImplicitOpen, let failure = unknownCommand(order.arguments, complaint) {
      throw failure
    }
    throw usage(Self.withoutFarSuggestion(complaint), order)
  }

  /// Returns the failure for a mistake in the words, with the help page that shows what is possible.
  private func usage(_ complaint: String, _ order: ArgumentOrder) -> CommandFailure {
    let name = order.arguments.first.flatMap {
      HyperbasisCommand.subcommandNames.contains($0) ? "\($0) " : nil
    }
    return .usage(Self.complaint(complaint, help: "hyperbasis \(name ?? "")--help"))
  }

  /// Returns the first line of a message, with the list that it announces.
  private static func line(_ message: String) -> String {
    let lines = message.split(separator: "\n")
    guard let first = lines.first else { return "bad usage" }
    guard first.hasSuffix(":") else { return String(first) }
    let listed = lines.dropFirst().compactMap { line in
      line.trimmingPrefix { $0 == " " || $0 == "-" }.split(separator: "  ").first
    }
    return "\(first) \(listed.joined(separator: ", "))"
  }

  /// Removes a far-fetched suggestion: the parser suggests the nearest name, however far away it is.
  private static func withoutFarSuggestion(_ line: String) -> String {
    let suggestion = /(?<complaint>.*'(?<typed>[^']+)'\.) Did you mean '(?<name>[^']+)'\?/
    guard let match = line.wholeMatch(of: suggestion)?.output,
      NearestNames.nearest(to: String(match.typed), among: [String(match.name)]).isEmpty
    else { return line }
    return String(match.complaint)
  }

  /// Returns what is wrong and where help is, as one sentence, or as two if the first is a question. It
  /// starts in lower case after the name of the program, as all other messages do.
  private static func complaint(_ text: some StringProtocol, help: String) -> String {
    let text = lowercasedStart(text)
    if text.hasSuffix("?") { return "\(text) See \(help)" }
    return "\(text.hasSuffix(".") ? String(text.dropLast()) : String(text)); see \(help)"
  }

  /// Returns the examples that belong to a help page; none for other messages.
  private func examples(for message: String, _ order: ArgumentOrder) -> String {
    guard message.contains("USAGE: hyperbasis") else { return "" }
    let words = order.arguments.filter { $0 != "help" }
    let command = words.first.flatMap { HyperbasisCommand.subcommandNames.contains($0) ? $0 : nil }
    return CommandExample.helpText(of: order.isImplicitOpen ? "open" : command)
  }

  /// Returns the failure if help is asked for with something that is not a command: the parser would
  /// print the help of the whole program.
  private static func unknownHelpTopic(_ arguments: [String]) -> CommandFailure? {
    guard arguments.first == "help",
      let topic = arguments.dropFirst().first(where: { !$0.hasPrefix("-") }),
      topic != "help", !HyperbasisCommand.subcommandNames.contains(topic)
    else { return nil }
    return HyperbasisCommand.unknownTopic(topic)
  }

  /// Returns the failure if the words are wrong for `open` and seem to be meant for another subcommand, or
  /// for the program itself.
  private func unknownCommand(_ arguments: [String], _ complaint: String) -> CommandFailure? {
    let words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
    guard let word = words.first else {
      let options = ["--version", "--help"]
      let meant = arguments.dropFirst().lazy
        .compactMap { NearestNames.nearest(to: $0, among: options).first }.first
      return meant.map {
        .usage("\(Self.lowercasedStart(complaint)). Did you mean hyperbasis \($0)?")
      }
    }
    if HyperbasisCommand.nearestSubcommand(to: word) != nil {
      return HyperbasisCommand.unknownWord(word)
    }
    guard words.count > 1, complaint.hasPrefix("Unexpected argument") else { return nil }
    return .usage(
      "\"\(word)\" is not a command, and nothing follows the name of a space to open; see hyperbasis --help "
        + "for the commands")
  }

  private static func lowercasedStart(_ text: some StringProtocol) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }

  private func report(_ failure: CommandFailure) -> Int32 {
    // What was printed before the failure must appear before its message.
    try? context.output.flush()
    if let message = failure.message {
      // If the error output fails, there is nowhere to report it.
      try? context.writeError(message)
    }
    try? context.errorOutput.flush()
    return failure.status
  }
}
