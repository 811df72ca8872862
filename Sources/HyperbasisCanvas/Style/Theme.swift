/// The number of colours that a terminal can distinguish.
package enum ColorDepth: Int, Comparable, Sendable, CaseIterable {
  case none = 0
  case ansi8 = 8
  case ansi16 = 16
  case indexed256 = 256

  package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Creates the greatest depth that a terminal with this number of colours can show.
  package init(colors: Int) {
    self = Self.allCases.last { $0.rawValue <= colors } ?? .none
  }
}

/// The one place that defines how meanings look.
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
    // If reversed, each colour would become a background of its own; a row must have only one.
    if style.background == .selection, !hasSelectionBackground {
      return Resolved(attributes: style.attributes.union(.reverse))
    }
    let ink = ink(for: style.foreground)
    return Resolved(
      foreground: ink.color, background: self.ink(for: style.background).color,
      attributes: style.attributes.union(ink.attributes))
  }

  private var hasSelectionBackground: Bool {
    ThemePalette(theme: self)?.number(for: .selection) != nil
  }

  private struct Ink {
    var color: UInt8?
    var attributes: Style.Attributes = []
  }

  private func ink(for color: Color) -> Ink {
    var ink = Ink(color: ThemePalette(theme: self)?.number(for: color))
    // Some must stay distinct without colours, and the greys where there are only eight.
    switch color {
    case .banner: ink.attributes = .reverse
    case .warning, .error: ink.attributes = .bold
    case .dim, .grid, .ghost, .trail: if depth < .ansi16 { ink.attributes = .dim }
    default: break
    }
    return ink
  }
}

/// The palette numbers of a theme.
struct ThemePalette {
  private let roles: [UInt8?]
  private let categories: [UInt8]
  private let heights: [UInt8]

  func number(for color: Color) -> UInt8? {
    if let index = color.categoryIndex { return categories[index % categories.count] }
    if let index = color.heightIndex {
      return heights[index * heights.count / Color.heightCount]
    }
    return Int(color.code) < roles.count ? roles[Int(color.code)] : nil
  }
}

extension ThemePalette {
  /// Returns `nil` if there is no colour.
  init?(theme: Theme) {
    let isDark = theme.background == .dark
    switch theme.depth {
    case .none: return nil
    case .indexed256: self = isDark ? .dark256 : .light256
    case .ansi16: self = isDark ? .dark16 : .light16
    case .ansi8: self = .both8
    }
  }

  // The roles are in the order of their codes: standard, added, removed, moved, updated, unchanged,
  // accent, dim, warning, error, selection, banner, grid, trail, ghost.

  private static let dark256 = ThemePalette(
    roles: [nil, 114, 203, 215, 81, nil, 75, 246, 221, 203, 237, 221, 240, 67, 244],
    categories: [75, 114, 215, 176, 80, 221, 203, 147, 109, 180, 218, 151],
    heights: [62, 68, 74, 73, 72, 71, 77, 113, 149, 185, 221, 209])

  private static let light256 = ThemePalette(
    roles: [nil, 28, 160, 130, 25, nil, 26, 242, 94, 160, 253, 94, 250, 67, 245],
    categories: [26, 28, 130, 90, 30, 94, 160, 61, 66, 52, 162, 58],
    heights: [54, 55, 19, 25, 24, 23, 29, 28, 64, 94, 130, 124])

  private static let dark16 = ThemePalette(
    roles: [nil, 10, 9, 11, 14, nil, 12, 7, 11, 9, nil, 11, 8, 6, 8],
    categories: [12, 10, 11, 13, 14, 9, 4, 2, 3, 5, 6, 1],
    heights: [12, 14, 10, 11, 9])

  // Green, yellow and cyan are too bright for a light background in most palettes of 16 colours.
  private static let light16 = ThemePalette(
    roles: [nil, 4, 1, 5, 12, nil, 4, 8, 5, 1, nil, 4, 7, 12, 8],
    categories: [4, 5, 1, 12, 8],
    heights: [4, 12, 5, 1])

  private static let both8 = ThemePalette(
    roles: [nil, 2, 1, 3, 6, nil, 4, nil, 3, 1, nil, 3, nil, 6, nil],
    categories: [4, 2, 3, 5, 6, 1],
    heights: [4, 6, 2, 3, 1])
}
