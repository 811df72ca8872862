import HyperbasisCanvas

extension Keymap {
  static let timeBindings: [Binding] = [
    time(.stepPosition(.back), "back", [.left], "one position of the time bar back"),
    time(.stepPosition(.forward), "forward", [.right], "one position of the time bar on"),
    time(.stepTenPositions(.back), "back-ten", [",", .shiftLeft], "ten positions back"),
    time(.stepTenPositions(.forward), "forward-ten", [".", .shiftRight], "ten positions on"),
    time(
      .stepInstant(.back), "previous-event", ["[", .function(3)],
      "previous instant with events"),
    time(
      .stepInstant(.forward), "next-event", ["]", .function(4)], "next instant with events"),
    time(
      .stepSignificantDate(.back), "previous-date", ["{", .function(5)],
      "previous significant date: a day's first event"),
    time(
      .stepSignificantDate(.forward), "next-date", ["}", .function(6)],
      "next significant date"),
    time(.goToStart, "start", [.home], "the first event"),
    time(.goToEnd, "end", [.end], "the end: now, following what others write"),
    time(.askDate, "date", ["t"], "type a date: 2024-06-17 14:00, -2h, 50%, yesterday, end"),
    time(.togglePlay, "play", [.space], "play, pause"),
    time(.changeSpeed(.back), "slower", ["<"], "play slower"),
    time(.changeSpeed(.forward), "faster", [">"], "play faster"),
    time(.reversePlay, "reverse", ["\\", .function(7)], "turn the direction of play"),
    time(.toggleLoop, "loop", ["p"], "play A to B again and again, or not"),
    time(.zoomBar(.back), "bar-out", ["("], "show more time on the time bar"),
    time(.zoomBar(.forward), "bar-in", [")"], "show less time, about the cursor"),
    time(
      .cycleBar, "bar", ["~", .function(8)], "time bar by time, with gaps cut out, by event"),
    Binding(
      intent: .time(.stepInstant(.back)), name: "previous-event", scope: .map, group: .time,
      keys: [.pageUp], help: "previous instant with events, while the plan has the focus"),
    Binding(
      intent: .time(.stepInstant(.forward)), name: "next-event", scope: .map, group: .time,
      keys: [.pageDown], help: "next instant with events, while the plan has the focus"),
  ]

  private static func time(
    _ intent: TimeIntent, _ name: String, _ keys: [Key], _ help: TerminalText
  ) -> Binding {
    Binding(intent: .time(intent), name: name, scope: .space, group: .time, keys: keys, help: help)
  }
}

extension Keymap {
  static let compareBindings: [Binding] = [
    compare(.markA, "mark-a", ["a"], "mark A here; on its date again: take it away"),
    compare(.markB, "mark-b", ["b"], "mark B here; on its date again: take it away"),
    compare(.swapMarks, "swap", ["x"], "swap A and B"),
    compare(
      .cycleDiff, "diff", ["d"], "compare: off, with the previous instant, with now, A with B"),
    compare(.toggleSideBySide, "side-by-side", ["s"], "A and B side by side, or one plan"),
    compare(.next(.forward), "next", ["n"], "next change of the comparison, else match"),
    compare(.next(.back), "previous", ["N"], "previous change, else match"),
    compare(
      .cycleThreshold, "threshold", ["e"], "count moves from 0, 1, 5 or 10 cm on as moves"),
    compare(.compensateShift, "shift", ["m"], "take a shift of the whole space out"),
  ]

  static let mapBindings: [Binding] = [
    map(.zoom(.forward), "zoom-in", ["+", "="], "closer, about the selection", .space),
    map(.zoom(.back), "zoom-out", ["-"], "farther", .space),
    map(.fit, "fit", ["0"], "show the whole space", .space),
    map(.pan(.left), "pan-left", ["h"], "look farther left", .map),
    map(.pan(.down), "pan-down", ["j"], "look farther down", .map),
    map(.pan(.up), "pan-up", ["k"], "look farther up", .map),
    map(.pan(.right), "pan-right", ["l"], "look farther right", .map),
    map(.cycleTrails, "trails", ["r"], "where anchors were before: off, short, long", .space),
    map(.toggleLabels, "labels", ["w"], "labels on the plan", .space),
    map(
      .cycleColoring, "colors", ["c"], "colours by change, type, color, actor, height", .space),
    map(.cycleCharset, "charset", ["v"], "draw with braille, blocks or ASCII", .space),
    map(.cycleZone, "zone", ["z"], "dates in the local time zone or in UTC", .space),
  ]

  private static func compare(
    _ intent: CompareIntent, _ name: String, _ keys: [Key], _ help: TerminalText
  ) -> Binding {
    Binding(
      intent: .compare(intent), name: name, scope: .space, group: .compare, keys: keys, help: help)
  }

  private static func map(
    _ intent: MapIntent, _ name: String, _ keys: [Key], _ help: TerminalText, _ scope: Scope
  ) -> Binding {
    Binding(intent: .map(intent), name: name, scope: scope, group: .map, keys: keys, help: help)
  }
}

extension Keymap {
  static let listBindings: [Binding] = [
    list(.list(.moveSelection(.back)), "up", [.up], "the anchor above, in every pane", .space),
    list(
      .list(.moveSelection(.forward)), "down", [.down], "the anchor below, in every pane", .space),
    list(.rows(.step(.back)), "row-up", ["k"], "the row above", .list),
    list(.rows(.step(.forward)), "row-down", ["j"], "the row below", .list),
    list(.rows(.page(.back)), "page-up", [.pageUp], "a page up", .list),
    list(.rows(.page(.forward)), "page-down", [.pageDown], "a page down", .list),
    list(.rows(.first), "first", ["g"], "the first row", .space),
    list(.rows(.last), "last", ["G"], "the last row", .space),
    list(.list(.focusPane(.forward)), "next-pane", [.tab], "the next pane", .space),
    list(.list(.focusPane(.back)), "previous-pane", [.backTab], "the previous pane", .space),
    list(.list(.showTab(.anchors)), "anchors", ["1"], "the anchors", .space),
    list(.list(.showTab(.diff)), "changes", ["2"], "the comparison", .space),
    list(.list(.showTab(.history)), "history", ["3"], "the history", .space),
    list(.list(.showTab(.inspect)), "inspect", ["4"], "all about the anchor", .space),
    list(.list(.focusMap), "plan", ["5"], "the plan", .space),
    list(.rows(.activate), "go", [.enter], "on a row of the history: go to its date", .space),
    list(.list(.toggleDeleted), "deleted", ["i"], "deleted anchors in the list", .space),
    list(.list(.toggleNarrow), "narrow", ["o"], "only the events of the selected anchor", .space),
    list(.list(.find), "find", ["/"], "find an anchor", .space),
    list(
      .list(.filter), "filter", ["f"],
      "show only: text, key=value, type:note, kind:moved, actor:name", .space),
    list(.rows(.step(.back)), "space-up", [.up, "k"], "the space above", .spaces),
    list(.rows(.step(.forward)), "space-down", [.down, "j"], "the space below", .spaces),
    list(.rows(.page(.back)), "spaces-up", [.pageUp], "a page up", .spaces),
    list(.rows(.page(.forward)), "spaces-down", [.pageDown], "a page down", .spaces),
    list(.rows(.first), "first-space", ["g", .home], "the first space", .spaces),
    list(.rows(.last), "last-space", ["G", .end], "the last space", .spaces),
    list(.rows(.activate), "open", [.enter], "open the space", .spaces),
  ]

  private static func list(
    _ intent: Intent, _ name: String, _ keys: [Key], _ help: TerminalText, _ scope: Scope
  ) -> Binding {
    Binding(intent: intent, name: name, scope: scope, group: .list, keys: keys, help: help)
  }
}

extension Keymap {
  static let moveBindings: [Binding] = [
    move(.move(.nudge(.left)), "nudge-left", [.left], "1 cm to the left"),
    move(.move(.nudge(.right)), "nudge-right", [.right], "1 cm to the right"),
    move(.move(.nudge(.up)), "nudge-up", [.up], "1 cm up the plan, against z"),
    move(.move(.nudge(.down)), "nudge-down", [.down], "1 cm down the plan, along z"),
    move(.move(.nudgeFar(.left)), "nudge-far-left", [.shiftLeft, "h"], "10 cm to the left"),
    move(.move(.nudgeFar(.right)), "nudge-far-right", [.shiftRight, "l"], "10 cm to the right"),
    move(.move(.nudgeFar(.up)), "nudge-far-up", [.shiftUp, "k"], "10 cm up the plan"),
    move(.move(.nudgeFar(.down)), "nudge-far-down", [.shiftDown, "j"], "10 cm down the plan"),
    move(.move(.lift(.forward)), "lift", [.pageUp, "+"], "1 cm higher"),
    move(.move(.lift(.back)), "lower", [.pageDown, "-"], "1 cm lower"),
    move(.move(.turn(.forward)), "turn-left", ["<"], "5° counter-clockwise"),
    move(.move(.turn(.back)), "turn-right", [">"], "5° clockwise"),
    move(.move(.typePlace), "place", ["t"], "type x,y,z in metres and a yaw in degrees"),
    move(.draft(.undo), "take-back", ["u"], "undo the last nudges"),
    move(.draft(.redo), "do-again", ["U", .control("r")], "redo the nudges"),
    move(.move(.stage), "stage", [.enter], "keep it here, in the draft"),
  ]

  private static func move(
    _ intent: Intent, _ name: String, _ keys: [Key], _ help: TerminalText
  ) -> Binding {
    Binding(intent: intent, name: name, scope: .move, group: .move, keys: keys, help: help)
  }
}

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
