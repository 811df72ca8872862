/// The side to which text is aligned in a wider field.
package enum TextAlignment: Sendable {
  case left, right
}

extension TerminalText {
  /// Returns the longest beginning that fits; a wide glyph that only half fits is left out.
  package func prefix(columns: Int) -> TerminalText {
    var left = max(0, columns)
    var end = 0
    while end < glyphs.count, glyphs[end].width <= left {
      left -= glyphs[end].width
      end += 1
    }
    return end == glyphs.count ? self : TerminalText(glyphs: Array(glyphs[..<end]))
  }

  /// Returns the longest end that fits; a wide glyph that only half fits is left out.
  package func suffix(columns: Int) -> TerminalText {
    var left = max(0, columns)
    var start = glyphs.count
    while start > 0, glyphs[start - 1].width <= left {
      start -= 1
      left -= glyphs[start].width
    }
    return start == 0 ? self : TerminalText(glyphs: Array(glyphs[start...]))
  }

  /// Returns the text itself if it fits, else its beginning and the ellipsis.
  ///
  /// A number keeps all digits before its decimal point or none, unless the text begins with it: a part
  /// of them would be read as another number, and so would the leading zeros of a small one.
  package func truncated(to columns: Int, ellipsis: TerminalText = "…") -> TerminalText {
    guard width > columns else { return self }
    guard columns > 0 else { return .empty }
    let mark = ellipsis.prefix(columns: columns)
    return beginning(columns: columns - mark.width) + mark
  }

  /// Returns the text itself if it fits, else its beginning and the ellipsis, without a part of a
  /// measure: `moved 0.42 m` becomes `moved …`, since nothing would show whether `0.42` was in metres.
  package func truncatedBeforeMeasure(
    to columns: Int, ellipsis: TerminalText = "…"
  ) -> TerminalText {
    let text = truncated(to: columns, ellipsis: ellipsis)
    guard width > columns, columns > ellipsis.width,
      let start = measureStart(around: prefix(columns: columns - ellipsis.width).glyphs.count)
    else { return text }
    return TerminalText(glyphs: Array(glyphs[..<start])) + ellipsis
  }

  /// Returns the start of the measure that a cut before a glyph would split; nil if there is none, or if
  /// the text begins with it.
  private func measureStart(around cut: Int) -> Int? {
    // Go back from within the unit, or from the blank before it.
    var last = cut - 1
    while last > 0, cut - last <= Self.longestUnit, glyphs[last].isLetter { last -= 1 }
    if last > 0, glyphs[last] == .blank { last -= 1 }
    guard last > 0, glyphs[last].isPartOfNumber,
      let before = glyphs[..<last].lastIndex(where: { !$0.isPartOfNumber })
    else { return nil }
    guard cut < measureEnd(from: last) else { return nil }
    let marks = glyphs[...before].reversed().prefix { $0.isSign || $0 == "<" }.count
    let start = before + 1 - marks
    return start > 0 ? start : nil
  }

  /// Returns the end of the measure whose number contains a glyph.
  private func measureEnd(from digit: Int) -> Int {
    let end = glyphs[digit...].firstIndex { !$0.isPartOfNumber } ?? glyphs.count
    guard end < glyphs.count else { return end }
    if glyphs[end] == "°" { return end + 1 }
    guard glyphs[end] == .blank else { return end }
    let unit = glyphs[(end + 1)...].prefix { $0.isLetter }
    return 1...Self.longestUnit ~= unit.count ? unit.endIndex : end
  }

  /// The length of units such as `mm` and `km`.
  private static var longestUnit: Int { 2 }

  /// Returns the text itself if it fits, else its beginning and its end around the ellipsis, with whole
  /// numbers as in ``truncated(to:ellipsis:)``.
  package func shortenedInside(to columns: Int, ellipsis: TerminalText = "…") -> TerminalText {
    guard width > columns else { return self }
    let room = columns - ellipsis.width
    guard room > 1 else { return truncated(to: columns, ellipsis: ellipsis) }
    return beginning(columns: room / 2) + ellipsis + end(columns: room - room / 2)
  }

  /// Returns a name if it fits, else its beginning and the ellipsis; a number at its end is kept if there
  /// is room, since that is where similar names differ.
  package func truncatedName(to columns: Int, ellipsis: TerminalText = "…") -> TerminalText {
    let number = glyphs.count - (glyphs.lastIndex { !$0.isPartOfNumber }.map { $0 + 1 } ?? 0)
    guard width > columns, glyphs.last?.isDigit == true, number + ellipsis.width + 2 <= columns
    else {
      return truncated(to: columns, ellipsis: ellipsis)
    }
    return prefix(columns: columns - number - ellipsis.width) + ellipsis + suffix(columns: number)
  }

  /// The width of a number whose fraction only a mark stands for; that of the text if it has none.
  package var widthWithoutFraction: Int {
    let whole = glyphs.prefix { $0 != "." }
    return min(width, whole.reduce(1) { $0 + $1.width })
  }

  /// Returns the text if it fits, and a number with as much of its fraction as does: where not even the
  /// digits before the decimal point do, there is only the ellipsis, since a part of them would be read as
  /// another number.
  package func truncatedNumber(to columns: Int, ellipsis: TerminalText = "…") -> TerminalText {
    guard width > columns, glyphs.last?.isDigit == true, columns < widthWithoutFraction else {
      return truncated(to: columns, ellipsis: ellipsis)
    }
    return ellipsis.prefix(columns: columns)
  }

  /// Returns the longest beginning that fits and does not turn a number into another one.
  private func beginning(columns: Int) -> TerminalText {
    let text = prefix(columns: columns)
    let cut = text.glyphs.count
    guard let number = numberRange(around: cut) else { return text }
    let point = glyphs[number].firstIndex(of: ".") ?? number.upperBound
    // A fraction cut short is just less precise, unless nothing but zeros is left.
    let saysSomething = glyphs[number.lowerBound..<cut].contains { $0.isDigit && $0 != "0" }
    guard cut >= point, saysSomething else {
      return TerminalText(glyphs: Array(glyphs[..<number.lowerBound]))
    }
    return TerminalText(glyphs: Array(glyphs[..<(cut == point + 1 ? point : cut)]))
  }

  /// Returns the longest end that fits and does not begin within a number.
  private func end(columns: Int) -> TerminalText {
    let text = suffix(columns: columns)
    guard let number = numberRange(around: glyphs.count - text.glyphs.count) else { return text }
    return TerminalText(glyphs: Array(glyphs[number.upperBound...]))
  }

  /// Returns the range of the number, with its sign, that a cut before a glyph would split; nil if there
  /// is none, or if the text begins with it.
  private func numberRange(around cut: Int) -> Range<Int>? {
    guard cut > 0, cut < glyphs.count, glyphs[cut].isPartOfNumber,
      let before = glyphs[..<cut].lastIndex(where: { !$0.isPartOfNumber })
    else { return nil }
    let hasSign = glyphs[before].isSign && (before == 0 || glyphs[before - 1] == .blank)
    let start = hasSign ? before : before + 1
    guard start > 0, start < cut else { return nil }
    return start..<(glyphs[cut...].firstIndex { !$0.isPartOfNumber } ?? glyphs.count)
  }

  /// Returns the text padded with blanks to `columns`; longer text stays as it is.
  package func padded(to columns: Int, align: TextAlignment = .left) -> TerminalText {
    let missing = columns - width
    guard missing > 0 else { return self }
    let blanks = TerminalText(repeating: .blank, count: missing)
    return align == .left ? self + blanks : blanks + self
  }

  /// Returns the text in exactly `columns` columns.
  package func fitted(
    to columns: Int, align: TextAlignment = .left, ellipsis: TerminalText = "…"
  ) -> TerminalText {
    truncated(to: columns, ellipsis: ellipsis).padded(to: columns, align: align)
  }

  /// Returns the text in lines of at most `columns` columns, broken at blanks if there are any; within a
  /// date only if that saves a line.
  package func wrapped(to columns: Int) -> [TerminalText] {
    let lines = wrapped(to: columns, keepingDates: true)
    guard lines.count > 1 else { return lines }
    let fewer = wrapped(to: columns, keepingDates: false)
    return fewer.count < lines.count ? fewer : lines
  }

  private func wrapped(to columns: Int, keepingDates isDateKept: Bool) -> [TerminalText] {
    guard columns > 0 else { return [] }
    var lines: [TerminalText] = []
    var rest = glyphs[...]
    while let room = end(of: rest, columns: columns) {
      // A wide glyph in a single column can never be placed.
      if room == rest.startIndex { return lines }
      let end = Self.lineEnd(in: rest, atMost: room, isDateKept) ?? room
      lines.append(TerminalText(glyphs: Array(rest[..<end])))
      rest = rest[end...].drop { $0 == .blank }
    }
    if !rest.isEmpty || lines.isEmpty { lines.append(TerminalText(glyphs: Array(rest))) }
    return lines
  }

  /// Returns the first glyph that does not fit; nil if all do.
  private func end(of glyphs: ArraySlice<Glyph>, columns: Int) -> Int? {
    var left = columns
    return glyphs.indices.first { index in
      left -= glyphs[index].width
      return left < 0
    }
  }

  /// Returns the last blank up to an index, preferring an earlier one in the second half to one that
  /// separates a number from its unit, or a date from its time.
  private static func lineEnd(
    in glyphs: ArraySlice<Glyph>, atMost end: Int, _ isDateKept: Bool
  ) -> Int? {
    let start = glyphs.startIndex
    let blanks = (start + 1...end).filter { glyphs[$0] == .blank }
    let whole = blanks.last { blank in
      let partsNumber =
        glyphs[blank - 1].isDigit && blank + 1 < glyphs.endIndex
        && (isDateKept || !glyphs[blank + 1].isDigit)
      return blank - start > (end - start) / 2 && !partsNumber
    }
    return whole ?? blanks.last
  }
}

extension Glyph {
  fileprivate var isPartOfNumber: Bool { isDigit || self == "." }
  fileprivate var isLetter: Bool { ("a"..."z").contains(base) }
  fileprivate var isSign: Bool { self == "-" || self == "+" || self == "−" }
}
