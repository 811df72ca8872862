import ArgumentParser
import Foundation

/// The table of all commands with their arguments, as the parser itself describes it.
///
/// The parser prints it as JSON, for tools that generate completions and documents.
struct CommandTable: Decodable {
  struct Command: Decodable {
    let commandName: String
    let abstract: String?
    let discussion: String?
    let arguments: [Argument]?
    let subcommands: [Command]?
  }

  struct Argument: Decodable, Equatable {
    enum Kind: String, Decodable {
      case positional, option, flag
    }

    struct Name: Decodable, Equatable {
      let kind: String
      let name: String
    }

    let kind: Kind
    let shouldDisplay: Bool
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    let valueName: String?
    let abstract: String?
    let completionKind: CompletionKind?
  }

  /// How the parser would complete a value.
  struct CompletionKind: Decodable, Equatable {
    struct List: Decodable, Equatable {
      let values: [String]
    }

    struct Files: Decodable, Equatable {
      let extensions: [String]
    }

    struct Directory: Decodable, Equatable {}

    /// The only possible values; nil if there are others.
    let list: List?
    /// Set if the value is a path.
    let file: Files?
    let directory: Directory?
  }

  let command: Command

  static func read() throws -> CommandTable {
    let text: String
    do {
      _ = try HyperbasisCommand.parseAsRoot(["--experimental-dump-help"])
      text = ""
    } catch {
      text = HyperbasisCommand.fullMessage(for: error)
    }
    return try JSONDecoder().decode(CommandTable.self, from: Data(text.utf8))
  }
}

extension CommandTable {
  /// The options that more than half of the commands have in the same words, without the parser's own.
  var commonOptions: [Argument] {
    let all = (command.subcommands ?? []).map { $0.arguments ?? [] }
    var known: [Argument] = []
    for argument in all.joined() where argument.kind != .positional && argument.shouldDisplay {
      let isOfTheParser = !Set(argument.labels).isDisjoint(with: ["--help", "--version"])
      guard !isOfTheParser, !known.contains(argument) else { continue }
      if all.count(where: { $0.contains(argument) }) * 2 > all.count { known.append(argument) }
    }
    return known
  }
}

extension CommandTable.Argument {
  /// The option as it is typed: `--at`, `-h`.
  var labels: [String] {
    (names ?? []).map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" }
  }

  /// The name of its value in a synopsis.
  var placeholder: String { (valueName ?? "value").uppercased() }
}
