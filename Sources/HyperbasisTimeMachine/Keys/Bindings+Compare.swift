import HyperbasisCanvas

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
