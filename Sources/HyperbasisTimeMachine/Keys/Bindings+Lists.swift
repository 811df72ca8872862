import HyperbasisCanvas

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
