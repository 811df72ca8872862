import ArgumentParser
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisTimeMachine

/// Prints the manual page, for packagers.
struct ManCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Print the manual page.", shouldDisplay: false)

  func run(in context: CommandContext) throws {
    try context.output.write(ManualPage(commands: .read()).text)
  }
}

/// The manual page `hyperbasis(1)` in the macros of man(7), generated from the tables of commands, keys
/// and options.
struct ManualPage {
  let commands: CommandTable
  /// The options that most commands have, which are explained once.
  private let commonOptions: [CommandTable.Argument]
  private var lines: [String] = []

  init(commands: CommandTable) {
    self.commands = commands
    commonOptions = commands.commonOptions
    addHead()
    addCommands()
    addCommonOptions()
    addKeys()
    addTimeBar()
    addDates()
    addFilters()
    addCommandLine()
    addLines()
    addConfiguration()
    addRest()
    lines.append(".SH EXAMPLES")
    addExamples(of: nil)
  }

  var text: String { lines.map { $0 + "\n" }.joined() }
}

// MARK: - Parts

extension ManualPage {
  private mutating func addHead() {
    let root = commands.command
    lines = [".\\\" Made by hyperbasis man; do not edit.", ".TH HYPERBASIS 1", ".SH NAME"]
    lines.append("hyperbasis \\- a time machine for anchors in space")
    lines.append(".SH SYNOPSIS")
    let open = root.subcommands?.first { $0.commandName == "open" }
    addSynopsis(["hyperbasis"], open?.arguments ?? [])
    lines += [".br", ".B hyperbasis", ".I COMMAND", ".RI [ ARGUMENTS ]"]
    lines.append(".SH DESCRIPTION")
    if let discussion = root.discussion { add(discussion) }
  }

  private mutating func addCommands() {
    lines.append(".SH COMMANDS")
    let shown = (commands.command.subcommands ?? []).filter { $0.commandName != "help" }
    // Readers need the command that prints this page least.
    let own = ManCommand.configuration.commandName
    for command in shown.filter({ $0.commandName != own }) + shown.filter({ $0.commandName == own })
    {
      let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
      lines.append(".SS " + Self.escaped(command.commandName))
      addSynopsis(["hyperbasis", command.commandName], arguments)
      lines.append(".PP")
      if let abstract = command.abstract { add(abstract) }
      for paragraph in (command.discussion ?? "").split(separator: "\n\n") {
        lines.append(".PP")
        add(String(paragraph))
      }
      for argument in arguments where !commonOptions.contains(argument) { add(argument) }
      addExamples(of: command.commandName)
      addCommonOptions(of: arguments)
    }
  }

  /// Adds which of the common options a command has.
  private mutating func addCommonOptions(of arguments: [CommandTable.Argument]) {
    let names = commonOptions.filter { arguments.contains($0) }.compactMap(\.labels.first)
    guard let last = names.last else { return }
    let list = names.count > 1 ? names.dropLast().joined(separator: ", ") + " and \(last)" : last
    lines.append(".PP")
    add("Also takes \(list) (see COMMON OPTIONS).")
  }

  private mutating func addCommonOptions() {
    lines.append(".SH COMMON OPTIONS")
    for option in commonOptions { add(option) }
  }

  /// Adds each example with what it does below it.
  private mutating func addExamples(of command: String?) {
    for example in CommandExample.examples(of: command) { addItem(example.line, example.meaning) }
  }

  private mutating func addSynopsis(_ words: [String], _ arguments: [CommandTable.Argument]) {
    lines.append(".B " + Self.escaped(words.joined(separator: " ")))
    for argument in arguments where argument.kind == .positional && argument.shouldDisplay {
      let name = argument.placeholder + (argument.isRepeating ? "..." : "")
      lines.append(argument.isOptional ? ".RI [ \(name) ]" : ".I \(name)")
    }
    lines.append(".RI [ OPTIONS ]")
  }

  private mutating func add(_ argument: CommandTable.Argument) {
    // Options of every command are described once, at the end.
    guard !argument.labels.contains("--help"), !argument.labels.contains("--version") else {
      return
    }
    lines.append(".TP")
    switch argument.kind {
    case .positional: lines.append(".I " + Self.escaped(argument.placeholder))
    case .flag: lines.append(".B " + Self.escaped(argument.labels.joined(separator: ", ")))
    case .option:
      let labels = Self.escaped(argument.labels.joined(separator: ", "))
      lines.append(".BI \"\(labels) \" " + Self.escaped(argument.placeholder))
    }
    add(argument.abstract ?? "")
  }

  private mutating func addKeys() {
    lines.append(".SH KEYS")
    add(
      "Commands that write are on upper-case letters, u or Ctrl-R. A lone Enter never writes.")
    for group in KeyGroup.allCases {
      lines.append(".SS " + Self.escaped(group.rawValue))
      for binding in Keymap.standard.bindings where binding.group == group && !binding.keys.isEmpty
      {
        let keys = binding.keys.map { KeyLabel.text($0, charset: .ascii).plain }
        addItem(keys.joined(separator: "  "), "\(binding.help.plain) (\(binding.name))")
      }
    }
  }

  private mutating func addTimeBar() {
    lines.append(".SH TIME BAR")
    add("The signs of the time bar, as they are drawn with --charset ascii:")
    for entry in BarLegend.entries(.ascii) { addItem(entry.sign.plain, entry.help.plain) }
  }

  private mutating func addDates() {
    lines.append(".SH DATES")
    add("The forms of a DATE that options, the filter and the time machine understand:")
    for entry in DateForm.all { addItem(entry.form, entry.meaning) }
  }

  private mutating func addFilters() {
    lines.append(".SH FILTERS")
    add(
      "What the filter of the time machine and --where accept. All terms must hold; those about "
        + "events must hold for one and the same event.")
    for entry in FilterHelp.entries { addItem(entry.form, entry.help.plain) }
  }

  private mutating func addCommandLine() {
    lines.append(".SH COMMAND LINE")
    add(
      "After a colon (:), every command of the key table can be run by its name. These take more:"
    )
    for usage in TypedCommand.all { addItem(usage.usage, usage.help.plain) }
  }

  private mutating func addLines() {
    lines.append(".SH LINE BY LINE")
    for (number, text) in Self.linear.enumerated() {
      if number > 0 { lines.append(".PP") }
      add(text)
    }
  }

  private mutating func addConfiguration() {
    lines.append(".SH CONFIGURATION")
    add("A line of the configuration file is one of these; # starts a comment.")
    for (line, help) in [
      ("bind KEY COMMAND", "The key runs this command, and no other in the same place."),
      ("unbind KEY [COMMAND]", "The key does nothing, or does not run this command."),
      ("set OPTION VALUE", "The option has this value at the start."),
      ("COMMAND = KEY, KEY ...", "The command has these keys instead of its own."),
    ] { addItem(line, help) }
    lines.append(".PP")
    add(
      "Keys are named as they are typed (u, U, ?), or up, pageup, space, enter, escape, f1, "
        + "ctrl-u, shift-left. Enter and Escape never confirm a plan and never write. Invalid lines "
        + "are reported by number; the rest still apply.")
    lines.append(".PP")
    add("The options:")
    for option in SettingOption.all {
      addItem(option.name, "\(option.help.plain): \(option.expected.plain)")
    }
  }

  private mutating func addRest() {
    addList("FILES", Self.files)
    addList("ENVIRONMENT", Self.environment)
    addList("EXIT STATUS", ExitStatus.meanings.map { ("\($0.status)", $0.meaning) })
  }

  private mutating func addList(_ title: String, _ entries: [(String, String)]) {
    lines.append(".SH " + title)
    for (name, help) in entries { addItem(name, help) }
  }

  /// Adds a word, and what it means below it.
  private mutating func addItem(_ word: String, _ help: String) {
    lines += [".TP", ".B " + Self.escaped(word)]
    add(help)
  }
}

// MARK: - Text

extension ManualPage {
  private mutating func add(_ text: String) {
    let sentence = text.hasSuffix(".") || text.hasSuffix(":") || text.isEmpty ? text : text + "."
    for line in sentence.split(separator: "\n") { lines.append(Self.escaped(String(line))) }
  }

  /// Returns the text escaped so that nothing in it is taken for a request or an escape.
  static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .replacing("^", with: "\\(ha").replacing("~", with: "\\(ti").replacing("`", with: "\\(ga")
      .replacing("\"", with: "\\(dq")
    return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
  }

  private static let linear = [
    "With --linear nothing is drawn: each change is reported on a line of its own. The keys are "
      + "the same as above. In a terminal each takes effect as it is pressed, and Ctrl-L reads the "
      + "list.",
    "If standard input is a pipe or a file, lines are read. A line is keys, one after the other "
      + "([[d); or the name of one key (Enter, Left, PgDn, Ctrl-L); or : and a command (:goto -2h, "
      + ":select lamp). Text after the key of a prompt is its input (t2024-06-17); if there is "
      + "none, the next line is. A line replaces the text that a prompt already has, an empty line "
      + "keeps it, and Esc on a line of its own cancels.",
    "An empty line is Enter if Enter was offered: to keep a moved anchor, to visit a bookmark or "
      + "what was found, to close the help. Otherwise it reads the list, or the question that is "
      + "open; another empty line reads what follows, and at last the rows above where that began.",
    "A plan is read before it is confirmed: y, the number of anchors, or :confirm must be on a "
      + "line of its own. A long plan is read in parts; PgDn reads the next one. Escape sequences "
      + "stand for the keys for which a terminal sends them. The end of the input ends the program; "
      + "a draft that is not written is kept.",
  ]

  private static let files = [
    (
      "$XDG_CONFIG_HOME/hyperbasis/config, ~/.config/hyperbasis/config",
      "Keys and options of the time machine"
    ),
    (
      "$XDG_CONFIG_HOME/hyperbasis/credentials, ~/.config/hyperbasis/credentials",
      "The cloud: url = ..., anon_key = ..., and for a user access_token = ...; nobody but its "
        + "owner may read it (chmod 600)"
    ),
    (
      "$XDG_STATE_HOME/hyperbasis, ~/.local/state/hyperbasis",
      "How each space was last viewed, and drafts that a signal interrupted"
    ),
    (
      "~/Documents/Hyperbasis", "The store, unless --store or the environment names another"
    ),
  ]

  private static let environment = [
    ("HYPERBASIS_STORE", "The folder of the store"),
    ("HYPERBASIS_ACTOR", "The name to record changes under (else user@host)"),
    ("SUPABASE_URL, SUPABASE_ANON_KEY", "The cloud and its key, instead of the file credentials"),
    ("SUPABASE_ACCESS_TOKEN", "The token of a user who has signed in"),
    (
      "HYPERBASIS_LOG",
      "What is logged, such as debug: to standard error, and while the time machine is open to the "
        + "file log in the folder of its state"
    ),
    ("NO_COLOR, CLICOLOR_FORCE", "No colours; colours even if the output is not a terminal"),
    ("COLORFGBG", "If it ends with 7 or 15, the background is light"),
    (
      "COLUMNS",
      "How wide lines may be if the output is not a terminal (else 80 columns)"
    ),
    (
      "TERM, LANG, LC_ALL, TZ",
      "The terminal, its characters, and the local time zone, by its name (Europe/Berlin)"
    ),
  ]
}
