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
