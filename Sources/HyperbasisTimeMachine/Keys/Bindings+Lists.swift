import HyperbasisCanvas

extension Keymap {
  static let listBindings: [Binding] = [
    list(.moveSelection(.back), "up", [.up], "the anchor above, in every pane", .space),
    list(.moveSelection(.forward), "down", [.down], "the anchor below, in every pane", .space),
    list(.moveRow(.back), "row-up", ["k"], "the row above", .list),
    list(.moveRow(.forward), "row-down", ["j"], "the row below", .list),
    list(.movePage(.back), "page-up", [.pageUp], "a page up", .list),
    list(.movePage(.forward), "page-down", [.pageDown], "a page down", .list),
    list(.firstRow, "first", ["g"], "the first row", .space),
    list(.lastRow, "last", ["G"], "the last row", .space),
    list(.focusPane(.forward), "next-pane", [.tab], "the next pane", .space),
    list(.focusPane(.back), "previous-pane", [.backTab], "the previous pane", .space),
    list(.showTab(.anchors), "anchors", ["1"], "the anchors", .space),
    list(.showTab(.diff), "changes", ["2"], "the comparison", .space),
    list(.showTab(.history), "history", ["3"], "the history", .space),
    list(.showTab(.inspect), "inspect", ["4"], "all about the anchor", .space),
    list(.focusPlan, "plan", ["5"], "the plan", .space),
    list(.activate, "go", [.enter], "on a row of the history: go to its date", .space),
    list(.toggleDeleted, "deleted", ["i"], "deleted anchors in the list", .space),
    list(.toggleNarrow, "narrow", ["o"], "only the events of the selected anchor", .space),
    list(.find, "find", ["/"], "find an anchor", .space),
    list(
      .filter, "filter", ["f"],
      "show only: text, key=value, type:note, kind:moved, actor:name", .space),
    list(.moveRow(.back), "space-up", [.up, "k"], "the space above", .spaces),
    list(.moveRow(.forward), "space-down", [.down, "j"], "the space below", .spaces),
    list(.movePage(.back), "spaces-up", [.pageUp], "a page up", .spaces),
    list(.movePage(.forward), "spaces-down", [.pageDown], "a page down", .spaces),
    list(.firstRow, "first-space", ["g", .home], "the first space", .spaces),
    list(.lastRow, "last-space", ["G", .end], "the last space", .spaces),
    list(.activate, "open", [.enter], "open the space", .spaces),
  ]

  private static func list(
    _ intent: Intent, _ name: String, _ keys: [Key], _ help: TerminalText, _ scope: Scope
  ) -> Binding {
    Binding(intent: intent, name: name, scope: scope, group: .list, keys: keys, help: help)
  }
}
