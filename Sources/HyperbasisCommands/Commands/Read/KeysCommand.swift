import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisTimeMachine

/// Prints the present key bindings of the time machine.
struct KeysCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "Print the keys of the time machine, as your file binds them.")

  @Flag(help: "Print tables of Markdown.")
  var markdown = false

  @OptionGroup var format: FormatOptions

  @Option(help: ArgumentHelp("Colours: auto, always or never.", valueName: "when"))
  var color: ColorChoice = .auto

  func validate() throws {
    if markdown, format.json { throw ValidationError("Give --markdown or --json, not both") }
  }

  func run(in context: CommandContext) throws {
    let personal = PersonalConfiguration(context)
    if format.json {
      try JSONOutput(output: context.output).print(node(personal))
    } else if markdown {
      try context.output.write(KeymapTable.markdown(personal.configuration.keymap))
    } else {
      try printTable(personal.configuration.keymap, context)
    }
    for complaint in personal.complaints {
      try context.writeError(complaint.plain)
    }
  }

  /// Prints the groups under their headings, with columns of the same width in all.
  private func printTable(_ keymap: Keymap, _ context: CommandContext) throws {
    let paint = color.paint(in: context)
    let charset: Charset = context.isUTF8 ? .block : .ascii
    var table = TextTable(columns: ["KEY", "COMMAND", .flexible("DOES")])
    let groups = KeyGroup.allCases.map { group in
      keymap.bindings.filter { $0.group == group }
    }
    table.rows = groups.joined().map { binding in
      let keys = binding.keys.map { KeyLabel.text($0, charset: charset) }.joined(separator: " ")
      return [.init(keys, .init(.accent)), .init(binding.name), .init(binding.help)]
    }
    var lines = table.lines(paint, width: context.terminals.columns)[...]
    try context.output.writeLine(lines.removeFirst())
    for group in groups {
      guard let title = group.first?.group.rawValue else { continue }
      try context.output.writeLine("\n" + paint(TerminalText(title), .bold))
      for _ in group { try context.output.writeLine(lines.removeFirst()) }
    }
  }
}

// MARK: - JSON

extension KeysCommand {
  private func node(_ personal: PersonalConfiguration) -> JSONNode {
    let settings = personal.settings
    return .object([
      ("file", .optional(personal.file) { .string($0.path) }),
      ("keys", .array(personal.configuration.keymap.bindings.map(node))),
      (
        "options",
        .array(
          SettingOption.all.map { option in
            .object([
              ("option", .string(option.name)), ("value", .string(option.value(settings))),
              ("values", .array(option.values.map { .string($0) })),
            ])
          })
      ),
      (
        "problems",
        .array(
          personal.configuration.problems.map { problem in
            .object([("line", .integer(problem.line)), ("text", .string(problem.text.plain))])
          })
      ),
    ])
  }

  private func node(_ binding: Binding) -> JSONNode {
    .object([
      ("command", .string(binding.name)), ("scope", .string(binding.scope.rawValue)),
      ("group", .string(binding.group.rawValue)),
      ("keys", .array(binding.keys.map { .string($0.name) })),
      ("does", .string(binding.help.plain)),
    ])
  }
}
