package import HyperbasisCanvas

/// The glyphs of the plan in one charset; also used by legends.
package struct MapGlyphs: Sendable {
  private let isASCII: Bool

  package init(_ charset: Charset) { isASCII = charset.isASCII }
}

extension MapGlyphs {
  /// Returns the glyph of an anchor that has a cell to itself.
  package func glyph(_ appearance: MapAppearance, _ change: MapChange) -> Glyph {
    switch change {
    case .unchanged: glyph(appearance)
    case .updated: isASCII ? "=" : "≈"
    case .moved: isASCII ? "@" : "●"
    case .added: "+"
    case .removed: isASCII ? "x" : "×"
    }
  }

  /// The glyph for where a moved anchor was.
  package var ghost: Glyph { isASCII ? "o" : "○" }

  /// The sign of the lines from one end of a measurement to the other.
  var measured: Glyph { isASCII ? "-" : "─" }

  /// The sign of the dotted lines from waypoint to waypoint.
  var path: Glyph { isASCII ? "." : "┄" }

  /// Returns the glyph for several anchors in one cell: their number up to nine, `#` for more.
  package func count(_ number: Int) -> Glyph {
    number <= Self.mostCounted ? Self.digits[max(0, number)] : "#"
  }

  /// The largest number of anchors that a cell can show as a digit.
  static let mostCounted = 9

  /// Returns the glyph beside the number of anchors that lie beyond a side.
  func outside(_ side: MapSide) -> Glyph {
    switch side {
    case .left: isASCII ? "<" : "‹"
    case .right: isASCII ? ">" : "›"
    case .top: isASCII ? "^" : "▴"
    case .bottom: isASCII ? "v" : "▾"
    }
  }

  /// Where lines of the grid cross.
  var grid: Glyph { isASCII ? ":" : "┼" }

  /// Returns the head of a line from an old place to a new one; nil in ASCII, where it would look like
  /// a heading.
  func arrowHead(right: Double, down: Double) -> Glyph? {
    guard !isASCII else { return nil }
    if abs(right) >= abs(down) { return right > 0 ? ">" : "<" }
    return down > 0 ? "v" : "^"
  }

  private func glyph(_ appearance: MapAppearance) -> Glyph {
    let set = isASCII ? Self.ascii : Self.unicode
    let glyphs = set[Int(appearance.kind.rawValue)]
    guard let heading = appearance.heading, heading.isFinite, glyphs.count == 9 else {
      return glyphs[0]
    }
    return glyphs[1 + Self.eighth(heading)]
  }

  /// Returns the eighth of a turn, clockwise from the top, that is nearest to a heading.
  static func eighth(_ heading: Double) -> Int {
    let turns = (-heading / 45).truncatingRemainder(dividingBy: 8)
    return (Int(turns.rounded()) + 8) % 8
  }

  private static let digits: [Glyph] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"]

  // By kind: without a heading, then the eight headings clockwise from the top.
  private static let unicode: [[Glyph]] = [
    ["•", "↑", "↗", "→", "↘", "↓", "↙", "←", "↖"],
    ["▪", "⇑", "⇗", "⇒", "⇘", "⇓", "⇙", "⇐", "⇖"],
    ["·", "↑", "↗", "→", "↘", "↓", "↙", "←", "↖"],
    ["▲", "▲", "◥", "▶", "◢", "▼", "◣", "◀", "◤"],
    ["◆"],
  ]

  // Diagonal headings point sideways, since a slash would read as a line.
  private static let ascii: [[Glyph]] = [
    ["*", "^", ">", ">", ">", "v", "<", "<", "<"],
    ["n"],
    ["*", "^", ">", ">", ">", "v", "<", "<", "<"],
    ["w"],
    ["m"],
  ]
}

extension MapChange {
  /// The colour that goes with the glyph.
  package var color: Color {
    switch self {
    case .unchanged: .unchanged
    case .updated: .updated
    case .moved: .moved
    case .added: .added
    case .removed: .removed
    }
  }
}
