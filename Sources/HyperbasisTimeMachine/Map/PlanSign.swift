import HyperbasisCanvas

/// A sign of the plan that stands for no kind of anchor or change, with its word in the legend and its
/// explanation in the help.
enum PlanSign: CaseIterable {
  case faces, before, several, crowd, outside, measured, path

  var word: TerminalText {
    switch self {
    case .faces: "faces"
    case .before: "before"
    case .several: "several"
    case .crowd: "more than nine"
    case .outside: "outside"
    case .measured: "measured"
    case .path: "path"
    }
  }

  var help: TerminalText {
    switch self {
    case .faces: "where an anchor faces"
    case .before: "where a moved anchor was before"
    case .several: "number of anchors in one place"
    case .crowd: "more than nine anchors in one place"
    case .outside: "number of anchors outside the plan"
    case .measured: "a line between the two ends of a measurement"
    case .path: "the dotted way through the waypoints, in their order"
    }
  }

  /// - Parameter side: The side beyond which anchors lie.
  func glyph(_ glyphs: MapGlyphs, side: MapSide = .left) -> Glyph {
    switch self {
    case .faces: glyphs.glyph(MapAppearance(heading: 0), .unchanged)
    case .before: glyphs.ghost
    case .several: glyphs.count(2)
    case .crowd: glyphs.count(MapGlyphs.mostCounted + 1)
    case .outside: glyphs.outside(side)
    case .measured: glyphs.measured
    case .path: glyphs.path
    }
  }
}

/// The meaning of the signs of the plan and the lists, for the help: the legend has room for only some.
enum PlanLegend {
  static func entries(_ charset: Charset) -> [(sign: TerminalText, help: TerminalText)] {
    kinds(charset) + differences(charset) + arrowHeads(charset)
      + PlanSign.allCases.map { sign in
        (TerminalText(sign.glyph(MapGlyphs(charset))), sign.help)
      }
      + [(TerminalText(Difference?.none.glyph(charset)), "in a list: not a change, or not a shift")]
  }

  private static func kinds(_ charset: Charset) -> [(sign: TerminalText, help: TerminalText)] {
    let glyphs = MapGlyphs(charset)
    return MapKind.allCases.map { kind in
      let glyph = glyphs.glyph(MapAppearance(kind: kind), .unchanged)
      let type: TerminalText = kind == .other ? "another type" : "type \(kind.name)"
      let headings = headings(of: kind, glyphs, besides: glyph)
      return headings.isEmpty
        ? (TerminalText(glyph), "an anchor of \(type)")
        : ("\(TerminalText(glyph)) \(headings)", "an anchor of \(type), and where it faces")
    }
  }

  /// Returns the signs of a kind by where an anchor faces, clockwise from the top; empty if they are all
  /// the same.
  private static func headings(
    of kind: MapKind, _ glyphs: MapGlyphs, besides plain: Glyph
  ) -> TerminalText {
    var signs: [Glyph] = []
    for eighth in 0..<8 {
      let appearance = MapAppearance(kind: kind, heading: -45 * Double(eighth))
      let sign = glyphs.glyph(appearance, .unchanged)
      if sign != plain, !signs.contains(sign) { signs.append(sign) }
    }
    return signs.map { TerminalText($0) }.joined(separator: .empty)
  }

  /// Returns the heads of lines from old places to new ones, which have none in ASCII.
  private static func arrowHeads(
    _ charset: Charset
  ) -> [(sign: TerminalText, help: TerminalText)] {
    let ways: [(right: Double, down: Double)] = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    let heads = ways.compactMap { MapGlyphs(charset).arrowHead(right: $0.right, down: $0.down) }
    guard !heads.isEmpty else { return [] }
    let signs = heads.map { TerminalText($0) }.joined(separator: " ")
    return [(signs, "the end of a line from an anchor's old place to its new one")]
  }

  /// Returns the signs of changes on the plan, and in lists if they differ there.
  private static func differences(
    _ charset: Charset
  ) -> [(sign: TerminalText, help: TerminalText)] {
    let glyphs = MapGlyphs(charset)
    return Difference.allCases.map { difference in
      let onPlan = glyphs.glyph(MapAppearance(), difference.mapChange)
      let inLists = difference.glyph(charset)
      let sign: TerminalText =
        onPlan == inLists
        ? TerminalText(onPlan) : "\(TerminalText(onPlan)) \(TerminalText(inLists))"
      return (sign, difference.word)
    }
  }
}
