import HyperbasisCanvas

extension Keymap {
  static let writeBindings: [Binding] = [
    write(
      .rollBackAnchor, "roll-back", ["R"],
      "roll the selected anchor back: to the row of the history, else to the date on screen"),
    write(.rollBackSpace, "roll-back-space", ["S"], "roll the whole space back to this date"),
    write(.undo, "undo", ["u"], "undo the newest change, whoever made it"),
    write(.redo, "redo", ["U", .control("r")], "redo what was undone last"),
    write(.deleteAnchor, "delete", ["D"], "delete the anchor (draft)"),
    write(.editMetadata, "edit", ["E"], "edit the metadata (draft)"),
    write(.moveAnchor, "move", ["M"], "move the anchor (draft)"),
    write(.addAnchor, "add", ["A"], "add an anchor (draft)"),
    write(.write, "write", ["W"], "write the draft"),
    write(.drop, "drop", ["X"], "drop the draft"),
  ]

  static let programBindings: [Binding] = [
    program(.list(.copyId), "copy-id", ["y"], "copy the anchor's id", .space),
    program(.list(.copyPosition), "copy-position", ["Y"], "copy the anchor's position", .space),
    program(.program(.toggleMouse), "mouse", ["%"], "mouse on, off", .space),
    program(.program(.backToSpaces), "spaces", [.backspace], "back to the spaces", .space),
    program(.program(.sync), "sync", ["C"], "sync with the cloud", .everywhere),
    program(.program(.commandLine), "command", [":"], "a command by its name", .everywhere),
    program(.program(.help), "help", ["?", .function(1)], "this help", .everywhere),
    program(.program(.leave), "leave", [.escape], "leave what is open", .everywhere),
    program(.program(.close), "close", ["q"], "close what is on top, or quit", .everywhere),
    program(.program(.quit), "quit", ["Q", .control("c")], "quit", .everywhere),
    program(.program(.redraw), "redraw", [.control("l")], "redraw the screen", .everywhere),
    program(.program(.suspend), "suspend", [.control("z")], "suspend; fg comes back", .everywhere),
  ]

  static let dialogBindings: [Binding] = [
    dialog(.dialog(.confirm), "confirm", ["y"], "do what the plan says", .dialog),
    dialog(.dialog(.decline), "cancel", ["n", .enter], "cancel", .dialog),
    dialog(.rows(.step(.back)), "scroll-up", [.up, "k"], "up", .dialog),
    dialog(.rows(.step(.forward)), "scroll-down", [.down, "j"], "down", .dialog),
    dialog(.rows(.page(.back)), "scroll-page-up", [.pageUp], "a page up", .dialog),
    dialog(.rows(.page(.forward)), "scroll-page-down", [.pageDown], "a page down", .dialog),
    dialog(
      .dialog(.resumeDraft), "take-up", ["y"], "take the saved draft up; writes nothing", .offer),
    dialog(.dialog(.discardDraft), "forget", ["X"], "drop the saved draft", .offer),
    dialog(.dialog(.decline), "later", ["n", .enter], "leave it saved for the next start", .offer),
    dialog(.rows(.step(.back)), "offer-up", [.up, "k"], "up", .offer),
    dialog(.rows(.step(.forward)), "offer-down", [.down, "j"], "down", .offer),
    dialog(.rows(.page(.back)), "offer-page-up", [.pageUp], "a page up", .offer),
    dialog(.rows(.page(.forward)), "offer-page-down", [.pageDown], "a page down", .offer),
    dialog(.rows(.step(.back)), "help-up", [.up, "k"], "up", .help),
    dialog(.rows(.step(.forward)), "help-down", [.down, "j"], "down", .help),
    dialog(.rows(.page(.back)), "help-page-up", [.pageUp], "a page up", .help),
    dialog(.rows(.page(.forward)), "help-page-down", [.pageDown, .space], "a page down", .help),
    dialog(.rows(.first), "help-first", ["g", .home], "the beginning", .help),
    dialog(.rows(.last), "help-last", ["G", .end], "the end", .help),
    dialog(.program(.close), "help-close", ["?", .function(1), .enter], "close the help", .help),
  ]

  private static func write(
    _ intent: DraftIntent, _ name: String, _ keys: [Key], _ help: TerminalText
  ) -> Binding {
    Binding(
      intent: .draft(intent), name: name, scope: .space, group: .write, keys: keys, help: help)
  }

  private static func program(
    _ intent: Intent, _ name: String, _ keys: [Key], _ help: TerminalText, _ scope: Scope
  ) -> Binding {
    Binding(intent: intent, name: name, scope: scope, group: .program, keys: keys, help: help)
  }

  private static func dialog(
    _ intent: Intent, _ name: String, _ keys: [Key], _ help: TerminalText, _ scope: Scope
  ) -> Binding {
    Binding(intent: intent, name: name, scope: scope, group: .dialog, keys: keys, help: help)
  }
}
