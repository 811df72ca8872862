/// The colours of a printed plan: one set for white, which is written on each element, and one for
/// people who prefer a dark background, used by viewers that support the style sheet.
///
/// Changes can be told apart by people who do not distinguish red and green, and by shape as well.
enum PlotInk: String, CaseIterable {
  case paper, grid, text, note, faded, trail, measured
  case unchanged, updated, moved, added, removed

  init(_ change: MapChange) {
    self =
      switch change {
      case .unchanged: .unchanged
      case .updated: .updated
      case .moved: .moved
      case .added: .added
      case .removed: .removed
      }
  }
}

extension PlotInk {
  /// The attributes of a filled shape or text.
  var fill: String { #"class="f-\#(rawValue)" fill="\#(light)""# }

  /// The attributes of a line.
  var stroke: String { #"class="s-\#(rawValue)" stroke="\#(light)""# }

  /// The style sheet for a dark background.
  static var darkStyle: String {
    let rules = allCases.map { ink in
      ".f-\(ink.rawValue){fill:\(ink.dark)}.s-\(ink.rawValue){stroke:\(ink.dark)}"
    }
    return "@media (prefers-color-scheme:dark){\(rules.joined())}"
  }

  private var light: String {
    switch self {
    case .paper: "#ffffff"
    case .grid: "#eeeeee"
    case .text: "#333333"
    case .note: "#666666"
    case .faded: "#8a8a8a"
    case .trail: "#6b8fb5"
    case .measured: "#0060c0"
    case .unchanged: "#444444"
    case .updated: "#0072b2"
    case .moved: "#d55e00"
    case .added: "#007a4d"
    case .removed: "#b3001b"
    }
  }

  private var dark: String {
    switch self {
    case .paper: "#16181d"
    case .grid: "#2a2d34"
    case .text: "#dddddd"
    case .note: "#a0a0a0"
    case .faded: "#8a8a8a"
    case .trail: "#6b8fb5"
    case .measured: "#6cb0ff"
    case .unchanged: "#c4c4c4"
    case .updated: "#56b4e9"
    case .moved: "#ff9440"
    case .added: "#3ccb92"
    case .removed: "#ff6b7d"
    }
  }
}
