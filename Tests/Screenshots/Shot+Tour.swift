extension Shot {
  /// The moving picture at the top of the README: what the program is for, in a quarter of a minute.
  static let tour = Shot(
    name: "tour",
    steps: [.wait("? help"), .frame(140, caption: "hyperbasis demo: a flat, seen from above")]
      + scrub + shift
      + [
        .type("s"), .wait("A beside B"), .frame(170, caption: "s: both moments side by side"),
        .type("sd"), .type("tstart+582h\r"), .wait("PAST"), .type("S"), .wait("Cancel"),
        .frame(230, caption: "S: roll the space back; the plan of the change comes first"),
        .type("n"),
      ])

  /// Jumps from the first event onwards, as if a user dragged along the time bar.
  private static let scrub: [Step] =
    stride(from: 4, through: 76, by: 6).flatMap { percent -> [Step] in
      [
        .type("t\(percent)%\r"), .wait("PAST"),
        .frame(22, caption: "← →: through four weeks of its history"),
      ]
    }

  /// Shows a device's shift of the whole space, and what is left once it is taken out.
  private static let shift: [Step] = [
    .type("tstart+366h\r"), .type("a"), .wait("A is"),
    .type("tstart+390h\r"), .type("bd"), .wait("shifted"),
    .frame(210, caption: "a, b, d: what changed between two moments. All 38 anchors moved?"),
    .type("m"), .wait("shift out"),
    .frame(230, caption: "m: no, a device was off. Without its shift, four really moved"),
  ]
}
