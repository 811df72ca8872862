import Testing

@testable import HyperbasisCanvas

struct StyleTests {
  @Test func withoutColourOnlyAttributesAreLeft() {
    let theme = Theme(depth: .none)
    #expect(theme.resolve(Style(.added, .bold)) == Theme.Resolved(attributes: .bold))
    #expect(theme.resolve(.selection) == Theme.Resolved(attributes: .reverse))
    #expect(theme.resolve(.error) == Theme.Resolved(attributes: .bold))
    #expect(theme.resolve(.dim) == Theme.Resolved(attributes: .dim))
  }

  @Test(arguments: Theme.Background.allCases, ColorDepth.allCases)
  func everyColourIsWithinTheDepth(background: Theme.Background, depth: ColorDepth) {
    let theme = Theme(background: background, depth: depth)
    let roles: [Color] = [
      .standard, .added, .removed, .moved, .updated, .unchanged, .accent, .dim, .warning, .error,
      .selection, .banner, .grid, .trail, .ghost,
    ]
    let categories = (-3...40).map(Color.category)
    let heights = [-1, 0, 0.5, 1, 7, .nan, .infinity].map(Color.height)
    for color in roles + categories + heights {
      let resolved = theme.resolve(Style(color, on: color))
      #expect(resolved.foreground.map { Int($0) < depth.rawValue } ?? true)
      #expect(resolved.foreground == resolved.background)
    }
    #expect(theme.resolve(.plain) == Theme.Resolved(attributes: []))
  }

  @Test(arguments: Theme.Background.allCases, ColorDepth.allCases)
  func aSelectedRowHasOneBackground(background: Theme.Background, depth: ColorDepth) {
    let theme = Theme(background: background, depth: depth)
    let looks = [Style.plain, .dim, Style(.added), Style(.moved, .bold), Style(.height(0.5))]
      .map { theme.resolve($0.selected) }
    #expect(Set(looks.map(\.background)).count == 1)
    #expect(looks[0] != theme.resolve(.plain))
    let isReversed = looks.map { $0.attributes.contains(.reverse) }
    #expect(Set(isReversed).count == 1)
    // A reversed style has its colour as background.
    if isReversed[0] { #expect(Set(looks.map(\.foreground)) == [nil]) }
  }

  @Test func changesAreToldApart() {
    let changes: [Color] = [.added, .removed, .moved, .updated]
    for background in Theme.Background.allCases {
      for depth in ColorDepth.allCases where depth != .none {
        let theme = Theme(background: background, depth: depth)
        #expect(Set(changes.map { theme.resolve(Style($0)) }).count == changes.count)
      }
    }
  }

  /// With the colours of xterm, the brightest in common use.
  @Test func sixteenColoursAreReadableOnALightBackground() throws {
    let theme = Theme(background: .light, depth: .ansi16)
    let palette: [(Double, Double, Double)] = [
      (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
      (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
      (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
    func luminance(_ number: UInt8) -> Double {
      let (red, green, blue) = palette[Int(number)]
      let linear = [red, green, blue].map { value -> Double in
        let part = value / 255
        // A sufficient approximation of the sRGB curve.
        return part * part * (0.2 + 0.8 * part.squareRoot())
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let roles: [Color] = [
      .added, .removed, .moved, .updated, .unchanged, .accent, .dim, .warning, .error, .banner,
      .trail, .ghost,
    ]
    let colors = roles + (0..<12).map(Color.category) + [0, 0.3, 0.6, 1].map(Color.height)
    for color in colors {
      guard let number = theme.resolve(Style(color)).foreground else { continue }
      #expect(1.05 / (luminance(number) + 0.05) >= 3.5, "\(color): \(number)")
    }
  }

  @Test func depthFollowsTheNumberOfColours() {
    #expect(
      [-1, 0, 7, 8, 15, 16, 88, 256, 1 << 24].map { ColorDepth(colors: $0).rawValue } == [
        0, 0, 0, 8, 8, 16, 16, 256, 256,
      ])
  }
}
