import HyperbasisCanvas

// The one table of keys, by subject.

extension Keymap {
  /// Returns a function that makes bindings of a group in a scope.
  private static func table<Part>(
    _ group: KeyGroup, in scope: Scope, _ intent: @escaping @Sendable (Part) -> Intent
  ) -> @Sendable (Part, String, [Key], TerminalText) -> Binding {
    { Binding(intent: intent($0), name: $1, scope: scope, group: group, keys: $2, help: $3) }
  }

  private static func table(
    _ group: KeyGroup, in scope: Scope
  ) -> @Sendable (Intent, String, [Key], TerminalText) -> Binding {
    table(group, in: scope) { $0 }
  }

  private static let time = table(.time, in: .space, Intent.time)
  private static let bookmark = table(.time, in: .space, Intent.bookmark)
  private static let timeOnMap = table(.time, in: .map, Intent.time)

  static let timeBindings: [Binding] = [
    time(.stepPosition(.back), "back", [.left], "back by one position of the time bar"),
    time(.stepPosition(.forward), "forward", [.right], "forward by one position of the time bar"),
    time(.stepTenPositions(.back), "back-ten", [",", .shiftLeft], "ten positions back"),
    time(.stepTenPositions(.forward), "forward-ten", [".", .shiftRight], "ten positions forward"),
    time(
      .stepInstant(.back), "previous-event", ["[", .function(3)],
      "previous instant with events"),
    time(.stepInstant(.forward), "next-event", ["]", .function(4)], "next instant with events"),
    time(
      .stepSignificantDate(.back), "previous-date", ["{", .function(5)],

      "previous significant date: a day's first event, a shift of the space, or a bookmark"),
    time(
      .stepSignificantDate(.forward), "next-date", ["}", .function(6)],
      "next significant date, shift or bookmark"),
    time(.goToStart, "start", [.home], "the first event"),
    time(.goToEnd, "end", [.end], "the end: now, following what others write"),
    time(
      .askDate, "date", ["t"], "type a date: 2024-06-17 14:00, 12:03, -2h, 50%, end-1d, start+2h"),
    time(.togglePlay, "play", [.space], "play, pause"),
    time(.changeSpeed(.back), "slower", ["<"], "play slower"),
    time(.changeSpeed(.forward), "faster", [">"], "play faster"),
    time(.reversePlay, "reverse", ["\\", .function(7)], "reverse the direction of play"),
    time(.toggleLoop, "loop", ["p"], "repeat A to B while playing, or not"),
    time(.zoomBar(.back), "bar-out", ["("], "show more time on the time bar"),
    time(.zoomBar(.forward), "bar-in", [")"], "show less time, around the cursor"),
    time(.cycleBar, "bar", ["~", .function(8)], "time bar by time, with gaps cut out, by event"),
    time(
      .cycleBarLine, "bar-line", ["_"],
      "second line of the time bar: anchors alive, anchors that differ from now, off"),
    bookmark(.add, "bookmark", ["B"], "set a bookmark here: a note for all users of the store"),
    bookmark(.list, "bookmarks", ["'", .function(9)], "list the bookmarks"),
    timeOnMap(
      .stepInstant(.back), "previous-event", [.pageUp],
      "previous instant with events, while the plan has the focus"),
    timeOnMap(
      .stepInstant(.forward), "next-event", [.pageDown],
      "next instant with events, while the plan has the focus"),
  ]

  private static let compare = table(.compare, in: .space, Intent.compare)

  static let compareBindings: [Binding] = [
    compare(.markA, "mark-a", ["a"], "mark A here; again on the same date: remove it"),
    compare(.markB, "mark-b", ["b"], "mark B here; again on the same date: remove it"),
    compare(.swapMarks, "swap", ["x"], "swap A and B"),
    compare(
      .cycleDiff, "diff", ["d"], "compare: A with B, what the last events did, with now, off"),
    compare(.toggleSideBySide, "side-by-side", ["s"], "A and B side by side, or one plan"),
    compare(.next(.forward), "next", ["n"], "next change of the comparison, else the next match"),
    compare(.next(.back), "previous", ["N"], "previous change, else the previous match"),
    compare(
      .cycleThreshold, "threshold", ["e"],
      "the distance from which a move counts: 0, 1, 5 or 10 cm (a turn: 1°)"
    ),
    compare(
      .compensateShift, "shift", ["m"], "leave a shift of the whole space out of the comparison"),
  ]

  private static let map = table(.map, in: .space, Intent.map)
  private static let pan = table(.map, in: .map, Intent.map)

  static let mapBindings: [Binding] = [
    map(.zoom(.forward), "zoom-in", ["+", "="], "zoom in on the selection"),
    map(.zoom(.back), "zoom-out", ["-"], "zoom out"),
    map(.fit, "fit", ["0"], "show the whole space"),
    map(
      .cycleViewpoint, "view", ["|", .function(2)], "look from above, from the front, from the side"
    ),
    map(
      .askSlice, "slice", ["&"],
      "only anchors between two heights: 0.5..2; off or nothing: all heights"),
    map(
      .measure, "measure", ["*"],
      "measure from the selected anchor, or from its place now; once more ends it"),
    pan(.pan(.left), "pan-left", ["h"], "pan left"),
    pan(.pan(.down), "pan-down", ["j"], "pan down"),
    pan(.pan(.up), "pan-up", ["k"], "pan up"),
    pan(.pan(.right), "pan-right", ["l"], "pan right"),
    map(
      .cycleTrails, "trails", ["r"],
      "where anchors were before: off, short, long, by time, from A to B, the whole path"),
    map(.toggleLabels, "labels", ["w"], "labels on the plan, or none"),
    map(
      .cycleColoring, "colors", ["c"],
      "colours by type, change, color, actor, height, and by frame if the space shifted; :colors KEY "
        + "by any key"),
    map(.cycleCharset, "charset", ["v"], "draw with braille, blocks or ASCII"),
    map(.cycleZone, "zone", ["z"], "dates in the local time zone or in UTC"),
  ]

  private static let inSpace = table(.list, in: .space)
  private static let inList = table(.list, in: .list)
  private static let inSpaces = table(.list, in: .spaces)

  static let listBindings: [Binding] = [
    inSpace(
      .list(.moveSelection(.back)), "up", [.up],
      "the anchor above, in every pane"),
    inSpace(
      .list(.moveSelection(.forward)), "down", [.down],
      "the anchor below, in every pane"),
    inList(.rows(.step(.back)), "row-up", ["k"], "the row above"),
    inList(.rows(.step(.forward)), "row-down", ["j"], "the row below"),
    inList(.rows(.page(.back)), "page-up", [.pageUp], "a page up"),
    inList(.rows(.page(.forward)), "page-down", [.pageDown], "a page down"),
    inSpace(.rows(.first), "first", ["g"], "the first row"),
    inSpace(.rows(.last), "last", ["G"], "the last row"),
    inSpace(.list(.focusPane(.forward)), "next-pane", [.tab], "the next pane"),
    inSpace(.list(.focusPane(.back)), "previous-pane", [.backTab], "the previous pane"),
    inSpace(.list(.showTab(.anchors)), "anchors", ["1"], "the anchors"),
    inSpace(.list(.showTab(.diff)), "changes", ["2"], "the comparison"),
    inSpace(.list(.showTab(.history)), "history", ["3"], "the history"),
    inSpace(.list(.showTab(.inspect)), "inspect", ["4"], "everything about the selected anchor"),
    inSpace(.list(.focusMap), "plan", ["5"], "the plan"),
    inSpace(
      .list(.showTab(.operations)), "operations", ["6"],
      "what was done, and what an undo of it would do"),
    inSpace(
      .list(.showTab(.drift)), "drift", ["7"],
      "the shifts of the space, and how far it is from where it was"),
    inSpace(
      .rows(.activate), "go", [.enter],
      "on a row of the history, of operations or of shifts: go to its date"),
    inSpace(
      .list(.toggleDeleted), "deleted", ["i"],
      "list deleted anchors too; among the shifts: everything that moved alike"),
    inSpace(.list(.toggleNarrow), "narrow", ["o"], "only the events of the selected anchor"),
    inSpace(.list(.find), "find", ["/"], "find an anchor"),
    inSpace(
      .list(.filter), "filter", ["f"],
      "show only: text, key=value, priority>2, y>0.5, moved>50cm, alive<1h, after:DATE, before:DATE, "
        + "type:sticky_note, kind:moved, actor:name"),
    inSpace(
      .list(.cycleOrder), "sort", [";"],
      "sort anchors and changes by name, changed, distance, events, alive, path, or in the usual order"
    ),
    inSpaces(.rows(.step(.back)), "space-up", [.up, "k"], "the space above"),
    inSpaces(.rows(.step(.forward)), "space-down", [.down, "j"], "the space below"),
    inSpaces(.rows(.page(.back)), "spaces-up", [.pageUp], "a page up"),
    inSpaces(.rows(.page(.forward)), "spaces-down", [.pageDown], "a page down"),
    inSpaces(.rows(.first), "first-space", ["g", .home], "the first space"),
    inSpaces(.rows(.last), "last-space", ["G", .end], "the last space"),
    inSpaces(.rows(.activate), "open", [.enter], "open the space"),
    inSpaces(.picker(.filter), "filter-spaces", ["f", "/"], "list only spaces with these words"),
    inSpaces(
      .picker(.cycleOrder), "sort-spaces", [";"],
      "sort spaces by name, changed, anchors, events, or in the usual order"),
  ]

  private static let move = table(.move, in: .move)

  static let moveBindings: [Binding] = [
    move(.move(.nudge(.left)), "nudge-left", [.left], "1 cm to the left"),
    move(.move(.nudge(.right)), "nudge-right", [.right], "1 cm to the right"),
    move(
      .move(.nudge(.up)), "nudge-up", [.up], "1 cm up the plan; from the front or the side: higher"),
    move(
      .move(.nudge(.down)), "nudge-down", [.down],
      "1 cm down the plan; from the front or the side: lower"),
    move(.move(.nudgeFar(.left)), "nudge-far-left", [.shiftLeft, "h"], "10 cm to the left"),
    move(.move(.nudgeFar(.right)), "nudge-far-right", [.shiftRight, "l"], "10 cm to the right"),
    move(.move(.nudgeFar(.up)), "nudge-far-up", [.shiftUp, "k"], "10 cm up the plan"),
    move(.move(.nudgeFar(.down)), "nudge-far-down", [.shiftDown, "j"], "10 cm down the plan"),
    move(.move(.lift(.forward)), "lift", [.pageUp, "+"], "1 cm higher"),
    move(.move(.lift(.back)), "lower", [.pageDown, "-"], "1 cm lower"),
    move(.move(.turn(.forward)), "turn-left", ["<"], "5° counter-clockwise"),
    move(.move(.turn(.back)), "turn-right", [">"], "5° clockwise"),
    move(.map(.cycleViewpoint), "nudge-view", ["|", .function(2)], "look from another side"),
    move(.move(.typePlace), "place", ["t"], "type x,y,z in metres and a yaw in degrees"),
    move(.draft(.undo), "take-back", ["u"], "undo the last nudges"),
    move(.draft(.redo), "do-again", ["U", .control("r")], "redo the nudges"),
    move(.move(.stage), "stage", [.enter], "keep it here, in the draft"),
    move(
      .program(.leave), "cancel-move", [.escape], "cancel: leave it where it was, or do not add it"),
  ]

  private static let write = table(.write, in: .space, Intent.draft)

  static let writeBindings: [Binding] = [
    write(
      .rollBackAnchor, "roll-back", ["R"],
      "roll the selected anchor back: to the row of the history, else to the date on screen; "
        + "among operations: undo the selected one by itself; among shifts: take the selected one out"
    ),
    write(
      .rollBackSpace, "roll-back-space", ["S"],
      "roll the whole space back to this date; among shifts: bring the rest along with the selected one"
    ),
    write(.undo, "undo", ["u"], "undo the newest change, whoever made it"),
    write(
      .redo, "redo", ["U", .control("r")],
      "redo what was undone last, or bring back the dropped draft"),
    write(.deleteAnchor, "delete", ["D"], "delete the anchor (draft)"),
    write(.editMetadata, "edit", ["E"], "edit the metadata (draft)"),
    write(.moveAnchor, "move", ["M"], "move the anchor (draft)"),
    write(.addAnchor, "add", ["A"], "add an anchor (draft)"),
    write(.write, "write", ["W"], "write the draft"),
    write(.drop, "drop", ["X"], "drop the draft"),
  ]

  private static let program = table(.program, in: .everywhere)
  private static let programInSpace = table(.program, in: .space)

  static let programBindings: [Binding] = [
    programInSpace(.list(.copyId), "copy-id", ["y"], "copy the anchor's id"),
    programInSpace(.list(.copyPosition), "copy-position", ["Y"], "copy the anchor's position"),
    programInSpace(.program(.toggleMouse), "mouse", ["%"], "mouse on or off"),
    programInSpace(.program(.backToSpaces), "spaces", [.backspace], "back to the spaces"),
    program(.program(.sync), "sync", ["C"], "sync with the cloud"),
    program(
      .program(.commandLine), "command", [":"],
      "type a command by its name; Up brings back earlier ones"),
    program(.program(.help), "help", ["?", .function(1)], "this help"),
    program(
      .program(.leave), "leave", [.escape],
      "close what is open, such as help, a filter or a comparison"),
    program(.program(.close), "close", ["q"], "close what is on top, or quit"),
    program(.program(.quit), "quit", ["Q", .control("c")], "quit"),
    program(.program(.redraw), "redraw", [.control("l")], "redraw the screen"),
    program(.program(.suspend), "suspend", [.control("z")], "suspend; fg resumes"),
  ]

  private static let inDialog = table(.dialog, in: .dialog)
  private static let inOffer = table(.dialog, in: .offer)
  private static let inBookmarks = table(.bookmarks, in: .bookmarks)

  static let bookmarkBindings: [Binding] = [
    inBookmarks(.rows(.activate), "visit", [.enter], "go to its date"),
    inBookmarks(.bookmark(.remove), "remove", ["X"], "remove the bookmark"),
    inBookmarks(.bookmark(.putBack), "put-back", ["u"], "bring back the bookmark removed last"),
    inBookmarks(.rows(.step(.back)), "bookmark-up", [.up, "k"], "the bookmark above"),
    inBookmarks(.rows(.step(.forward)), "bookmark-down", [.down, "j"], "the bookmark below"),
    inBookmarks(.rows(.page(.back)), "bookmarks-up", [.pageUp], "a page up"),
    inBookmarks(.rows(.page(.forward)), "bookmarks-down", [.pageDown], "a page down"),
    inBookmarks(.rows(.first), "first-bookmark", ["g", .home], "the first bookmark"),
    inBookmarks(.rows(.last), "last-bookmark", ["G", .end], "the last bookmark"),
  ]

  private static let inHelp = table(.dialog, in: .help)

  static let dialogBindings: [Binding] = [
    inDialog(.dialog(.confirm), "confirm", ["y"], "do what the plan says"),
    inDialog(.dialog(.decline), "cancel", ["n", .enter], "cancel"),
    inDialog(
      .dialog(.switchFrame), "other-frame", ["m"],
      "across a shift: as it was then, or where it is today"),
    inDialog(.rows(.step(.back)), "scroll-up", [.up, "k"], "up"),
    inDialog(.rows(.step(.forward)), "scroll-down", [.down, "j"], "down"),
    inDialog(.rows(.page(.back)), "scroll-page-up", [.pageUp], "a page up"),
    inDialog(.rows(.page(.forward)), "scroll-page-down", [.pageDown], "a page down"),
    inOffer(.dialog(.resumeDraft), "take-up", ["y"], "continue the saved draft; writes nothing"),
    inOffer(.dialog(.discardDraft), "forget", ["X"], "drop the saved draft"),
    inOffer(.dialog(.decline), "later", ["n", .enter], "leave it saved for the next start"),
    inOffer(.rows(.step(.back)), "offer-up", [.up, "k"], "up"),
    inOffer(.rows(.step(.forward)), "offer-down", [.down, "j"], "down"),
    inOffer(.rows(.page(.back)), "offer-page-up", [.pageUp], "a page up"),
    inOffer(.rows(.page(.forward)), "offer-page-down", [.pageDown], "a page down"),
    inHelp(.rows(.step(.back)), "help-up", [.up, "k"], "up"),
    inHelp(.rows(.step(.forward)), "help-down", [.down, "j"], "down"),
    inHelp(.rows(.page(.back)), "help-page-up", [.pageUp], "a page up"),
    inHelp(.rows(.page(.forward)), "help-page-down", [.pageDown, .space], "a page down"),
    inHelp(.rows(.first), "help-first", ["g", .home], "the beginning"),
    inHelp(.rows(.last), "help-last", ["G", .end], "the end"),
    inHelp(.program(.searchHelp), "help-search", ["/", "f"], "show only keys that match a text"),
    inHelp(.program(.close), "help-close", ["?", .function(1), .enter], "close the help"),
  ]

}
