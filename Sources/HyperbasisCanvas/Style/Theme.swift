/// What the terminal's colours can tell apart.
package enum ColorDepth: Int, Comparable, Sendable, CaseIterable {
  case none = 0
  case ansi8 = 8
  case ansi16 = 16
  case indexed256 = 256

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The deepest that a terminal with this number of colours can show.
  package init(colors: Int) {
    self = Self.allCases.last { $0.rawValue <= colors } ?? .none
  }
}

/// The one place that says how meanings look.
package struct Theme: Hashable, Sendable {
  package enum Background: String, Hashable, Sendable, CaseIterable {
    case dark, light
  }

  package var background: Background
  package var depth: ColorDepth

  package init(background: Background = .dark, depth: ColorDepth = .indexed256) {
    self.background = background
    self.depth = depth
  }
}

extension Theme {
  /// A style in the terminal's own terms: palette numbers, `nil` for the terminal's own colour.
  package struct Resolved: Hashable, Sendable {
    package var foreground: UInt8?
    package var background: UInt8?
    package var attributes: Style.Attributes
  }

  package func resolve(_ style: Style) -> Resolved {
    let ink = ink(for: style.foreground)
    return Resolved(
      foreground: ink.color, background: self.ink(for: style.background).color,
      attributes: style.attributes.union(ink.attributes))
  }

  private struct Ink {
    var color: UInt8?
    var attributes: Style.Attributes = []
  }

  private func ink(for color: Color) -> Ink {
    var ink = Ink(color: ThemePalette(theme: self)?.number(for: color))
    // These must be told apart where there is no colour, and greys where there are only eight.
    switch color {
    case .selection, .banner: ink.attributes = .reverse
    case .warning, .error: ink.attributes = .bold
    case .dim, .grid, .ghost, .trail: if depth < .ansi16 { ink.attributes = .dim }
    default: break
    }
    return ink
  }
}
