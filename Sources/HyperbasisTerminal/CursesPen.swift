internal import CHyperbasisNcurses
internal import CHyperbasisTerminal
internal import HyperbasisCanvas

/// Turns cells into characters of ncurses, and makes the colour pairs that they need.
struct CursesPen {
  private struct Ink {
    var attributes: attr_t
    var pair: Int16
    /// Whether a blank looks the same as in any other such ink.
    var leavesBlanks: Bool
  }

  private struct PairKey: Hashable {
    let foreground: UInt8?
    let background: UInt8?
  }

  private let theme: Theme
  private let hasDefaultColors: Bool
  private let pairLimit: Int
  private var inks: [Style: Ink] = [:]
  /// The ink of the previous cell, which is the terminal's current one.
  private var last = Ink(attributes: 0, pair: 0, leavesBlanks: true)
  private var pairs: [PairKey: Int16] = [:]

  /// Must be called when ncurses has its screen.
  init(theme: Theme) {
    self.theme = theme
    guard theme.depth != .none, start_color() == OK else {
      hasDefaultColors = false
      pairLimit = 0
      return
    }
    hasDefaultColors = use_default_colors() == OK
    pairLimit = min(Int(ncurses_color_pairs()), Int(Int16.max))
  }

  /// - Parameter sparesInk: Whether a blank takes the current ink if that makes no visible difference:
  ///   changing the ink costs more bytes than the blank.
  mutating func append(_ cell: Cell, sparesInk: Bool, to characters: inout [cchar_t]) {
    let ink = ink(for: cell, sparesInk: sparesInk)
    if let character = Self.character(for: cell.glyph, ink) {
      characters.append(character)
      return
    }
    // The C library assumes a different width than we do, so there is no telling what would be shown.
    for column in 0..<cell.glyph.width {
      if let stand = Self.character(for: column == 0 ? "?" : .blank, ink) {
        characters.append(stand)
      }
    }
  }

  private static func character(for glyph: Glyph, _ ink: Ink) -> cchar_t? {
    guard Int(terminal_shim_columns(glyph.base.value)) == glyph.width else { return nil }
    var text = (wchar_t(glyph.base.value), wchar_t(0), wchar_t(0), wchar_t(0))
    if glyph.hasMarks {
      let marks = glyph.scalars.dropFirst().filter { terminal_shim_columns($0.value) == 0 }
      if let first = marks.first { text.1 = wchar_t(first.value) }
      if let second = marks.dropFirst().first { text.2 = wchar_t(second.value) }
    }
    var character = cchar_t()
    let status = withUnsafeBytes(of: &text) { text in
      setcchar(
        &character, text.assumingMemoryBound(to: wchar_t.self).baseAddress, ink.attributes,
        ink.pair, nil)
    }
    return status == OK ? character : nil
  }

  private mutating func ink(for cell: Cell, sparesInk: Bool) -> Ink {
    let own = ink(for: cell.style)
    if sparesInk, cell.glyph == .blank, own.leavesBlanks, last.leavesBlanks { return last }
    last = own
    return own
  }

  private mutating func ink(for style: Style) -> Ink {
    if let known = inks[style] { return known }
    let resolved = theme.resolve(style)
    let ink = Ink(
      attributes: Self.attributes(resolved.attributes), pair: pair(for: resolved),
      leavesBlanks: resolved.background == nil
        && resolved.attributes.isDisjoint(with: [.reverse, .underline]))
    inks[style] = ink
    return ink
  }

  private static func attributes(_ attributes: Style.Attributes) -> attr_t {
    var result: attr_t = 0
    if attributes.contains(.bold) { result |= ncurses_bold() }
    if attributes.contains(.dim) { result |= ncurses_dim() }
    if attributes.contains(.reverse) { result |= ncurses_reverse() }
    if attributes.contains(.underline) { result |= ncurses_underline() }
    return result
  }

  /// Returns the colour pair of a style; if no pair is left, that of the terminal's own colours.
  private mutating func pair(for resolved: Theme.Resolved) -> Int16 {
    let key = PairKey(foreground: resolved.foreground, background: resolved.background)
    guard key.foreground != nil || key.background != nil else { return 0 }
    if let known = pairs[key] { return known }
    let number = pairs.count + 1
    guard number < pairLimit else { return 0 }
    let foreground = key.foreground.map(Int16.init) ?? (hasDefaultColors ? -1 : 7)
    let background = key.background.map(Int16.init) ?? (hasDefaultColors ? -1 : 0)
    guard init_pair(Int16(number), foreground, background) == OK else { return 0 }
    pairs[key] = Int16(number)
    return Int16(number)
  }
}
