package import HyperbasisCanvas

/// A command of the command line that takes text after its name.
package struct TypedCommand: Sendable {
  /// The kind of text.
  enum Argument: Hashable, Sendable {
    case date
    case markDate(isA: Bool)
    case search
    case filter
    case order
    case anchor
    case place
    case speed
    case barMode
    case comparison
    case newAnchor
    case bookmark
    case viewpoint
    case slice
    case measure
    case shifts
    /// Files and options, as on the shell's command line.
    case importedFiles
    /// `OPTION VALUE`.
    case setting
    /// A value of the option with the same name as the command.
    case value(ofOption: String)
  }

  package let name: String
  /// The placeholder for the text: `DATE`, `[TEXT]`.
  package let argumentName: String
  package let help: TerminalText
  let argument: Argument

  /// `goto DATE`.
  package var usage: String { "\(name) \(argumentName)" }

  /// Whether it needs an open space.
  var needsSpace: Bool {
    switch argument {
    case .setting, .value, .importedFiles: false
    default: true
    }
  }
}

// MARK: - The table

extension TypedCommand {
  package static let all: [TypedCommand] = timeCommands + spaceCommands + settingCommands

  static func named(_ name: String) -> TypedCommand? { all.first { $0.name == name } }

  private static let timeCommands = [
    TypedCommand("goto", "DATE", .date, "go to a date: 2024-06-17 14:00, 12:03, -2h, 50%, end-1d"),
    TypedCommand("date", "[DATE]", .date, "the same; without a date it asks for one"),
    TypedCommand("a", "DATE", .markDate(isA: true), "mark A at a date"),
    TypedCommand("b", "DATE", .markDate(isA: false), "mark B at a date"),
    TypedCommand("mark-a", "[DATE]", .markDate(isA: true), "mark A at a date, else here"),
    TypedCommand("mark-b", "[DATE]", .markDate(isA: false), "mark B at a date, else here"),
    TypedCommand("bookmark", "[NOTE]", .bookmark, "set a bookmark here, with a note"),
    TypedCommand(
      "speed", "TIMES", .speed,
      "play 1/8 to 1024 times as fast as it happened, or 1/s to 64/s instants"),
    TypedCommand("bar", "[MODE]", .barMode, "the time bar by time, cut or event"),
    TypedCommand(
      "diff", "[WITH]", .comparison, "compare: off, previous, now, or marks for A with B"),
  ]

  private static let spaceCommands = [
    TypedCommand("find", "[TEXT]", .search, "select the next anchor with this text"),
    TypedCommand(
      "filter", "[TERMS]", .filter,
      "show only these: text, key=value, key>2, moved>50cm, alive<1h, after:DATE, type:, kind:, "
        + "actor:; off"),
    TypedCommand(
      "sort", "[ORDER]", .order,
      "anchors and changes by name, changed, distance, events, alive, path, or usual"),
    TypedCommand("view", "[FROM]", .viewpoint, "look from the top, the front or the side"),
    TypedCommand(
      "measure", "[FROM]", .measure,
      "measure from the selected anchor, from its first place, from its place at a or b; off"),
    TypedCommand("drift", "[all|shifts]", .shifts, "list the shifts, or all that moved alike"),
    TypedCommand(
      "slice", "[LOW..HIGH]", .slice, "only anchors between two heights: 0.5..2, 50cm.., off"),
    TypedCommand(
      "select", "NAME", .anchor, "select an anchor by its name or the beginning of its id"),
    TypedCommand("move", "[X Y Z [YAW]]", .place, "move the anchor to metres and degrees (draft)"),
    TypedCommand("add", "[KEY=VALUE ...]", .newAnchor, "add an anchor (draft)"),
  ]

  private static let settingCommands =
    [
      TypedCommand(
        "import", "FILE [OPTIONS]", .importedFiles,
        "read a file of another program, show what it would write, and ask")
    ]
    + [TypedCommand("set", "[OPTION [VALUE]]", .setting, "show or set an option")]
    + SettingOption.all.map { option in
      TypedCommand(option.name, "[VALUE]", .value(ofOption: option.name), option.help)
    }

  private init(_ name: String, _ argumentName: String, _ argument: Argument, _ help: TerminalText) {
    self.name = name
    self.argumentName = argumentName
    self.argument = argument
    self.help = help
  }
}
