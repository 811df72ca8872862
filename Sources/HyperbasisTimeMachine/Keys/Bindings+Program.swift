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
    write(.writeDraft, "write", ["W"], "write the draft"),
    write(.dropDraft, "drop", ["X"], "drop the draft"),
  ]

  static let programBindings: [Binding] = [
    program(.copyId, "copy-id", ["y"], "copy the anchor's id", .space),
    program(.copyPosition, "copy-position", ["Y"], "copy the anchor's position", .space),
    program(.toggleMouse, "mouse", ["%"], "mouse on, off", .space),
    program(.backToSpaces, "spaces", [.backspace], "back to the spaces", .space),
    program(.sync, "sync", ["C"], "sync with the cloud", .everywhere),
    program(.commandLine, "command", [":"], "a command by its name", .everywhere),
    program(.help, "help", ["?", .function(1)], "this help", .everywhere),
    program(.leave, "leave", [.escape], "leave what is open", .everywhere),
    program(.close, "close", ["q"], "close what is on top, or quit", .everywhere),
    program(.quit, "quit", ["Q", .control("c")], "quit", .everywhere),
    program(.redraw, "redraw", [.control("l")], "redraw the screen", .everywhere),
    program(.suspend, "suspend", [.control("z")], "suspend; fg comes back", .everywhere),
  ]

  static let dialogBindings: [Binding] = [
    dialog(.confirm, "confirm", ["y"], "do what the plan says", .dialog),
    dialog(.decline, "cancel", ["n", .enter], "cancel", .dialog),
    dialog(.moveRow(.back), "scroll-up", [.up, "k"], "up", .dialog),
    dialog(.moveRow(.forward), "scroll-down", [.down, "j"], "down", .dialog),
    dialog(.movePage(.back), "scroll-page-up", [.pageUp], "a page up", .dialog),
    dialog(.movePage(.forward), "scroll-page-down", [.pageDown], "a page down", .dialog),
    dialog(.takeUpDraft, "take-up", ["y"], "take the saved draft up; writes nothing", .offer),
    dialog(.forgetDraft, "forget", ["X"], "drop the saved draft", .offer),
    dialog(.decline, "later", ["n", .enter], "leave it saved for the next start", .offer),
    dialog(.moveRow(.back), "offer-up", [.up, "k"], "up", .offer),
    dialog(.moveRow(.forward), "offer-down", [.down, "j"], "down", .offer),
    dialog(.movePage(.back), "offer-page-up", [.pageUp], "a page up", .offer),
    dialog(.movePage(.forward), "offer-page-down", [.pageDown], "a page down", .offer),
    dialog(.moveRow(.back), "help-up", [.up, "k"], "up", .help),
    dialog(.moveRow(.forward), "help-down", [.down, "j"], "down", .help),
    dialog(.movePage(.back), "help-page-up", [.pageUp], "a page up", .help),
    dialog(.movePage(.forward), "help-page-down", [.pageDown, .space], "a page down", .help),
    dialog(.firstRow, "help-first", ["g", .home], "the beginning", .help),
    dialog(.lastRow, "help-last", ["G", .end], "the end", .help),
    dialog(.close, "help-close", ["?", .function(1), .enter], "close the help", .help),
  ]

  private static func write(
    _ intent: Intent, _ name: String, _ keys: [Key], _ help: TerminalText
  ) -> Binding {
    Binding(intent: intent, name: name, scope: .space, group: .write, keys: keys, help: help)
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
