/// Letters that are spelled as two in ASCII: `Straße` is `Strasse`.
enum ASCIISpelling {
  /// Returns the two letters; nil for a scalar that one character can represent.
  static func pair(for scalar: Unicode.Scalar) -> (first: Glyph, second: Glyph)? {
    guard scalar.value >= 0xC6, let letters = pairs[scalar] else { return nil }
    return (Glyph(letters.0), Glyph(letters.1))
  }

  private static let pairs: [Unicode.Scalar: (Unicode.Scalar, Unicode.Scalar)] = [
    "ß": ("s", "s"), "ẞ": ("S", "S"), "Æ": ("A", "E"), "æ": ("a", "e"), "Œ": ("O", "E"),
    "œ": ("o", "e"), "Þ": ("T", "h"), "þ": ("t", "h"), "Ĳ": ("I", "J"), "ĳ": ("i", "j"),
    "ﬀ": ("f", "f"), "ﬁ": ("f", "i"), "ﬂ": ("f", "l"),
  ]
}

extension TerminalText {
  /// The text with letters that have no single ASCII equivalent spelled as two, for lines in which it may
  /// take more columns.
  package var spelledOut: TerminalText {
    guard glyphs.contains(where: { ASCIISpelling.pair(for: $0.base) != nil }) else { return self }
    return TerminalText(
      glyphs: glyphs.flatMap { glyph in
        ASCIISpelling.pair(for: glyph.base).map { [$0.first, $0.second] } ?? [glyph]
      })
  }
}

/// A row of a screen in ASCII. A letter that becomes two shifts the rest of its text if two blanks or the
/// edge of a pane follow, so that nothing else leaves its column.
struct ASCIIRow {
  private(set) var cells: [Cell]

  /// - Parameter isFixed: Whether nothing may be shifted.
  init(_ source: some BidirectionalCollection<Cell>, isFixed: Bool = false) {
    cells = source.map { cell in
      Cell(glyph: cell.glyph.isContinuation ? .blank : cell.glyph.ascii, style: cell.style)
    }
    guard !isFixed else { return }
    // From the end, so that what is still to be processed keeps its place.
    for (column, cell) in Array(source).enumerated().reversed() {
      guard let pair = ASCIISpelling.pair(for: cell.glyph.base),
        let blank = spareBlank(after: column)
      else { continue }
      cells.remove(at: blank)
      cells[column].glyph = pair.first
      cells.insert(Cell(glyph: pair.second, style: cell.style), at: column + 1)
    }
  }

  /// Returns a blank that the text at a column can use up; nil if something else would be shifted.
  private func spareBlank(after column: Int) -> Int? {
    let style = cells[column].style
    for next in cells.indices.dropFirst(column + 1) {
      guard cells[next].glyph == .blank else {
        guard cells[next].style == style, cells[next].glyph.isPartOfText else { return nil }
        continue
      }
      guard next + 1 < cells.endIndex else { return next }
      let following = cells[next + 1]
      if following.glyph == .blank || following.glyph == "|" { return next }
      guard following.style == style, following.glyph.isWordStart else { return nil }
    }
    return nil
  }
}

extension Glyph {
  fileprivate var isWordStart: Bool { base.isASCII && base.properties.isAlphabetic || isDigit }

  /// Whether it is neither a symbol of the plan nor part of a line.
  fileprivate var isPartOfText: Bool {
    isWordStart || ".,:;'\"!?()/&%_~".unicodeScalars.contains(base)
  }
}
