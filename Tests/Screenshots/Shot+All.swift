extension Shot {
  /// The arrow key.
  private static let down = "\u{1B}[B"

  static let all: [Shot] = [
    tour,
    Shot(name: "plan", steps: [.wait("? help"), .type(down), .type(down), .wait("category")]),
    Shot(
      name: "diff",
      steps: [
        .wait("? help"), .type("tstart+366h\r"), .wait("PAST"), .type("a"),
        .type("tstart+390h\r"), .wait("PAST"), .type("bd"), .wait("shifted"),
      ]),
    Shot(
      name: "shift-taken-out",
      steps: [
        .wait("? help"), .type("tstart+366h\r"), .wait("PAST"), .type("a"),
        .type("tstart+390h\r"), .wait("PAST"), .type("bd"), .wait("shifted"),
        .type("m"), .wait("shift out"), .type(down), .wait("position"),
      ]),
    Shot(
      name: "side-by-side", columns: 130,
      steps: [
        .wait("? help"), .type("tstart+102h\r"), .wait("PAST"), .type("a"),
        .type("tstart+198h\r"), .wait("PAST"), .type("bd"), .wait("added"),
        .type("s"), .wait("A beside B"),
      ]),
    Shot(
      name: "history",
      steps: [
        .wait("? help"), .type("/office\r"), .wait("position"), .type("3"), .wait("events"),
        .type("jj\r"), .wait("PAST"),
      ]),
    Shot(
      name: "roll-back",
      steps: [
        .wait("? help"), .type("tstart+582h\r"), .wait("PAST"), .type("S"),
        .wait("Cancel"),
      ]),
    Shot(name: "small", columns: 60, rows: 20, steps: [.wait("? help")]),
    Shot(
      name: "tiny", columns: 34, rows: 11, steps: [.wait("scrub"), .type("5"), .wait("plan")]),
    Shot(
      name: "no-colour", columns: 90, rows: 26, environment: ["NO_COLOR": "1", "LC_ALL": "C"],
      steps: [
        .wait("? help"), .type("tstart+102h\r"), .wait("PAST"), .type("d"),
        .type("d"), .wait("against now"),
      ]),
    Shot(
      name: "bookmarks",
      steps: [
        .wait("? help"), .type("tstart+366h\r"), .wait("PAST"), .type("B"), .wait("a note"),
        .type("before the tablet lost its bearings\r"), .wait("bookmark set"),
        .type("tstart+102h\r"), .type("B"), .wait("a note"), .type("all rooms are furnished\r"),
        .wait("bookmark set"), .type("_"), .wait("second line"), .type("'"), .wait("2 bookmarks"),
      ]),
    Shot(
      name: "find", store: .named("wildfires"),
      steps: [.wait("? help"), .type("/dixie\r"), .wait("goes there")]),
    Shot(
      name: "drift",
      steps: [
        .wait("? help"), .type("7"), .wait("part: "), .type("jj"),
        .wait("the whole space by 53"),
      ]),
    Shot(
      name: "import",
      steps: [
        .wait("? help"),
        .type(":import Tests/ExchangeTests/Samples/04-csv-gps/vans.csv --space Vans --drop id\r"),
        .wait("imports it"),
      ]),
    Shot(
      name: "operations",
      steps: [
        .wait("? help"), .type("6"), .wait("undoes it"), .type("jj"),
        .wait("by itself"),
      ]),
    Shot(
      name: "front",
      steps: [
        .wait("? help"), .type("5|"), .wait("from the front"), .type(down), .wait("position"),
      ]
    ),
    Shot(
      name: "inspect",
      steps: [.wait("? help"), .type("/office\r"), .wait("position"), .type("4"), .wait("since")]),
    Shot(
      name: "light", isLight: true,
      steps: [
        .wait("? help"), .type("tstart+102h\r"), .wait("PAST"), .type("dd"),
        .wait("against now"), .type(down), .wait("position"),
      ]),
    Shot(name: "help", steps: [.wait("? help"), .type("?"), .wait("Time")]),
    Shot(
      name: "picker", store: .all, columns: 100, rows: 16, steps: [.wait("Students crossing")]),
    Shot(
      name: "wildfires", store: .named("wildfires"), columns: 110, rows: 32,
      steps: [
        .wait("? help"), .type("t2021-08-15\r"), .wait("PAST 2021-08-15"), .type("~"),
        .wait("cut"),
      ]),
    Shot(
      name: "trails", store: .named("students"), columns: 110, rows: 32,
      steps: [
        .wait("? help"), .type("t40%\r"), .wait("PAST"), .type("w"), .type("r"),
        .wait("trails"),
      ]),
    Shot(
      name: "legacy", store: .named("legacy"), columns: 90, rows: 24,
      steps: [.wait("? help"), .type("3"), .wait("Emergency")]),
  ]
}
