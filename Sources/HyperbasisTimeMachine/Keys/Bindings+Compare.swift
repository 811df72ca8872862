import HyperbasisCanvas

extension Keymap {
  static let compareBindings: [Binding] = [
    compare(.markA, "mark-a", ["a"], "mark A here; on its date again: take it away"),
    compare(.markB, "mark-b", ["b"], "mark B here; on its date again: take it away"),
    compare(.swapMarks, "swap", ["x"], "swap A and B"),
    compare(
      .cycleDiff, "diff", ["d"], "compare: off, with the previous instant, with now, A with B"),
    compare(.toggleSideBySide, "side-by-side", ["s"], "A and B side by side, or one plan"),
    compare(.nextChange(.forward), "next", ["n"], "next change of the comparison, else match"),
    compare(.nextChange(.back), "previous", ["N"], "previous change, else match"),
    compare(
      .cycleThreshold, "threshold", ["e"], "count moves from 0, 1, 5 or 10 cm on as moves"),
    compare(.compensateShift, "shift", ["m"], "take a shift of the whole space out"),
  ]

  static let planBindings: [Binding] = [
    plan(.zoomPlan(.forward), "zoom-in", ["+", "="], "closer, about the selection", .space),
    plan(.zoomPlan(.back), "zoom-out", ["-"], "farther", .space),
    plan(.fitPlan, "fit", ["0"], "show the whole space", .space),
    plan(.panPlan(.left), "pan-left", ["h"], "look farther left", .plan),
    plan(.panPlan(.down), "pan-down", ["j"], "look farther down", .plan),
    plan(.panPlan(.up), "pan-up", ["k"], "look farther up", .plan),
    plan(.panPlan(.right), "pan-right", ["l"], "look farther right", .plan),
    plan(.cycleTrails, "trails", ["r"], "where anchors were before: off, short, long", .space),
    plan(.toggleLabels, "labels", ["w"], "labels on the plan", .space),
    plan(
      .cycleColoring, "colors", ["c"], "colours by change, type, color, actor, height", .space),
    plan(.cycleCharset, "charset", ["v"], "draw with braille, blocks or ASCII", .space),
    plan(.cycleZone, "zone", ["z"], "dates in the local time zone or in UTC", .space),
  ]

  private static func compare(
    _ intent: Intent, _ name: String, _ keys: [Key], _ help: TerminalText
  ) -> Binding {
    Binding(intent: intent, name: name, scope: .space, group: .compare, keys: keys, help: help)
  }

  private static func plan(
    _ intent: Intent, _ name: String, _ keys: [Key], _ help: TerminalText, _ scope: Scope
  ) -> Binding {
    Binding(intent: intent, name: name, scope: scope, group: .plan, keys: keys, help: help)
  }
}
