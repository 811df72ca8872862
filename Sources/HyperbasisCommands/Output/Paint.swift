import HyperbasisCanvas

/// Styled text for a stream of lines: text made safe, with colours if they are wanted.
struct Paint {
  /// Nil for no colours.
  let theme: Theme?
  let isUTF8: Bool
}

extension Paint {
  /// Returns the text in a style.
  func callAsFunction(_ text: TerminalText, _ style: Style = .plain) -> String {
    let plain = text.plain(isUTF8: isUTF8)
    guard let theme, style != .plain, !plain.isEmpty else { return plain }
    let codes = Self.codes(theme.resolve(style))
    return codes.isEmpty ? plain : "\u{1B}[\(codes.joined(separator: ";"))m\(plain)\u{1B}[0m"
  }

  /// Returns the parameters of SGR (ECMA-48, 8.3.117).
  private static func codes(_ style: Theme.Resolved) -> [String] {
    var codes: [String] = []
    if style.attributes.contains(.bold) { codes.append("1") }
    if style.attributes.contains(.dim) { codes.append("2") }
    if style.attributes.contains(.underline) { codes.append("4") }
    if style.attributes.contains(.reverse) { codes.append("7") }
    if let color = style.foreground { codes.append(code(of: color, base: 30)) }
    if let color = style.background { codes.append(code(of: color, base: 40)) }
    return codes
  }

  private static func code(of color: UInt8, base: Int) -> String {
    switch color {
    case 0..<8: "\(base + Int(color))"
    case 8..<16: "\(base + 52 + Int(color))"
    default: "\(base + 8);5;\(color)"
    }
  }
}

extension ColorChoice {
  /// Follows the choice, then `NO_COLOR`, then `CLICOLOR_FORCE`, then whether the output is a terminal.
  func isColored(in context: CommandContext) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if context.variable("NO_COLOR") != nil { return false }
    if let force = context.variable("CLICOLOR_FORCE"), force != "0" { return true }
    return context.terminals.output && context.environment["TERM"] != "dumb"
  }

  func paint(in context: CommandContext) -> Paint {
    // Colours 0 to 7 follow the person's own palette, on light and dark backgrounds alike.
    let theme = isColored(in: context) ? Theme(background: .dark, depth: .ansi8) : nil
    return Paint(theme: theme, isUTF8: context.isUTF8)
  }
}

extension StoreOptions {
  func paint(in context: CommandContext) -> Paint { color.paint(in: context) }
}

extension Paint {
  /// Returns the rows of a picture, without trailing blanks.
  func lines(of frame: Frame) -> [String] {
    // Converted letter by letter, a row would grow with every letter that becomes two.
    let frame = isUTF8 ? frame : frame.ascii
    return (0..<frame.size.rows).map { line(frame.cells(inRow: $0)) }
  }

  private func line(_ cells: ArraySlice<Cell>) -> String {
    let end = cells.lastIndex { $0.glyph != .blank || $0.style != .plain }
    guard let end else { return "" }
    var line = ""
    var rest = cells[...end]
    while let first = rest.first {
      let run = rest.prefix { $0.style == first.style }
      line += self(run.map { TerminalText($0.glyph) }.joined(), first.style)
      rest = rest.dropFirst(run.count)
    }
    return line
  }
}
