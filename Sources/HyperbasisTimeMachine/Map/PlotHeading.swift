package import HyperbasisCanvas

/// The heading of a printed plan.
package struct PlotHeading {
  /// What is shown.
  package var title: TerminalText
  /// The date or dates that it shows.
  package var date: TerminalText
  /// What the signs stand for.
  package var legend: PlotLegend?

  package init(title: TerminalText, date: TerminalText = .empty, legend: PlotLegend? = nil) {
    (self.title, self.date, self.legend) = (title, date, legend)
  }
}

/// A heading laid out for a width: what does not fit on one line goes on the next.
struct PlotHeadingLayout {
  private typealias Place = SIMD2<Double>

  /// A sign of the legend with its text.
  private struct Entry {
    let sign: (SIMD2<Double>) -> String
    let text: TerminalText
    let x: Double
    /// The line it is on, from 0.
    let row: Int
  }

  private let heading: PlotHeading
  /// How many characters fit on a line.
  private let room: Int
  private let dateLines: [TerminalText]
  private let entries: [Entry]
  /// In pixels.
  let height: Int

  /// - Parameter width: The width of the picture in pixels.
  init(_ heading: PlotHeading, width: Int) {
    self.heading = heading
    room = Int(Double(width - 40) / PlotLabels.width(ofCells: 1))
    dateLines = Self.lines(heading.date, room: room)
    entries = heading.legend.map { Self.entries(of: $0, width: Double(width)) } ?? []
    let furtherLines = max(0, dateLines.count - 1) + (entries.last?.row ?? 0)
    height = Self.leastHeight + Self.lineHeight * furtherLines
  }

  /// The height with one line below the title and one for the signs.
  private static let leastHeight = 76
  private static let lineHeight = 19
  private static let mostDateLines = 4

  /// Returns a text as lines, wrapped rather than cut, since its end says what was taken out.
  private static func lines(_ text: TerminalText, room: Int) -> [TerminalText] {
    guard !text.isEmpty else { return [] }
    let lines = text.wrapped(to: room)
    guard lines.count > mostDateLines else { return lines }
    let rest = lines[(mostDateLines - 1)...].joined(separator: " ")
    return lines.prefix(mostDateLines - 1) + [rest.truncated(to: room)]
  }

  /// Returns the signs of a legend with their counts, in rows.
  private static func entries(of legend: PlotLegend, width: Double) -> [Entry] {
    var signs: [((SIMD2<Double>) -> String, TerminalText)] = legend.entries.map { entry in
      ({ PlotShapes.mark($0, entry.change) }, entry.text)
    }
    if legend.hasOldPlaces { signs.append((PlotShapes.oldPlace, PlotLegend.oldPlace)) }
    var (x, row) = (firstSign, 0)
    return signs.map { sign, text in
      let reach = 10 + PlotLabels.width(ofCells: text.width)
      if x > firstSign, x + reach > width { (x, row) = (firstSign, row + 1) }
      defer { x += reach + 24 }
      return Entry(sign: sign, text: text, x: x, row: row)
    }
  }

  private static let firstSign = 24.0
}

extension PlotHeadingLayout {
  var lines: [String] {
    var lines = [
      PlotShapes.label(
        PlotShapes.escaped(heading.title.truncated(to: room * 3 / 4).plain), Place(20, 26), .text,
        extra: #" font-size="16" font-weight="bold""#)
    ]
    for (number, line) in dateLines.enumerated() {
      let place = Place(20, Double(45 + number * Self.lineHeight))
      lines.append(PlotShapes.label(PlotShapes.escaped(line.plain), place, .text))
    }
    return lines + legendLines
  }

  private var legendLines: [String] {
    guard let legend = heading.legend else { return [] }
    let bottom = Double(height - 10)
    guard !legend.entries.isEmpty || legend.hasOldPlaces else {
      return [PlotShapes.label("no anchors", Place(20, bottom), .text)]
    }
    let last = entries.last?.row ?? 0
    return entries.flatMap { entry in
      let base = bottom - Double((last - entry.row) * Self.lineHeight)
      return [
        entry.sign(Place(entry.x, base - 4)),
        PlotShapes.label(PlotShapes.escaped(entry.text.plain), Place(entry.x + 10, base), .text),
      ]
    }
  }
}
