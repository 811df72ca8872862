import HyperbasisCanvas
import HyperbasisHistory

/// A date that is marked on the time bar.
struct BarMark: Hashable, Sendable {
  /// What is marked; if two are in one column, the later kind is drawn.
  enum Kind: CaseIterable, Hashable, Sendable {
    case significantDate, bulkChange, shift, bookmark, markA, markB
  }

  let kind: Kind
  let instant: HBInstant

  init(_ kind: Kind, at instant: HBInstant) {
    self.kind = kind
    self.instant = instant
  }
}

/// How a kind of mark looks, and how the help explains it.
struct BarSign {
  let glyph: Glyph
  let ascii: Glyph
  let style: Style
  let help: TerminalText

  init(_ glyph: Glyph, ascii: Glyph, _ style: Style, _ help: TerminalText) {
    self.glyph = glyph
    self.ascii = ascii
    self.style = style
    self.help = help
  }

  func glyph(_ charset: Charset) -> Glyph { charset.isASCII ? ascii : glyph }
}

extension BarMark.Kind {
  /// Whether it gives way to what the user set on the bar, since such marks may be many.
  var isQuiet: Bool { self == .significantDate }

  /// Whether it is drawn if events and track share a row.
  var isSeenOverEvents: Bool { self != .significantDate && self != .bulkChange }

  var sign: BarSign {
    switch self {
    case .significantDate: BarSign("┴", ascii: "'", .dim, "a day's first event")
    case .bulkChange:
      BarSign("▴", ascii: "^", Style(.accent), "many events at one instant, such as an import")
    case .shift:
      BarSign("◇", ascii: "o", Style(.accent, .bold), "a shift of the space, or of a part of it")
    case .bookmark: BarSign("◆", ascii: "*", Style(.accent, .bold), "a bookmark")
    case .markA: BarSign("A", ascii: "A", Style(.accent, .bold), "mark A")
    case .markB: BarSign("B", ascii: "B", Style(.accent, .bold), "mark B")
    }
  }
}

// MARK: - Signs that are not marks of dates

extension BarSign {
  static let tick = BarSign("┬", ascii: "|", .dim, "the date below begins here")
  static let cursor = BarSign("●", ascii: "@", .bold, "the date on screen")
  static let cursorBefore = BarSign("‹", ascii: "<", .bold, "the date on screen is before the bar")
  static let cursorAfter = BarSign("›", ascii: ">", .bold, "the date on screen is after the bar")
  static let span = BarSign("═", ascii: "=", Style(.accent), "the time from A to B")
  static let gap = BarSign("⋯", ascii: "~", .dim, "a gap without events that is cut out")
  static let part = BarSign("━", ascii: "_", Style(.accent), "the part of all time that is shown")

  /// The signs that the help explains.
  static let all: [BarSign] =
    [cursor, cursorBefore, cursorAfter] + BarMark.Kind.allCases.map(\.sign)
    + [span, tick, gap, part]
}
