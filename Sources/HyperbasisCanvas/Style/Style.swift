/// How a cell looks: colours by meaning, and attributes.
package struct Style: Hashable, Sendable {
  package var foreground: Color
  package var background: Color
  package var attributes: Attributes

  package init(
    _ foreground: Color = .standard, on background: Color = .standard,
    _ attributes: Attributes = []
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

extension Style {
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let reverse = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
  }

  package static let plain = Style()
  package static let bold = Style(.standard, .bold)
  package static let dim = Style(.dim)
  package static let selection = Style.plain.selected
  package static let banner = Style(.banner)
  package static let error = Style(.error)
  package static let warning = Style(.warning)

  package init(_ foreground: Color, _ attributes: Attributes) {
    self.init(foreground, on: .standard, attributes)
  }

  /// Returns the style with further attributes.
  package func with(_ attributes: Attributes) -> Style {
    Style(foreground, on: background, self.attributes.union(attributes))
  }

  /// The style in a selected row, whose contents keep their colours.
  package var selected: Style { Style(foreground, on: .selection, attributes) }

  package var bold: Style { with(.bold) }
  package var reverse: Style { with(.reverse) }
}

extension Style: CustomStringConvertible {
  package var description: String {
    var words = foreground == .standard ? [] : [foreground.description]
    if background != .standard { words.append("on \(background)") }
    if attributes.contains(.bold) { words.append("bold") }
    if attributes.contains(.dim) { words.append("dim") }
    if attributes.contains(.reverse) { words.append("reverse") }
    if attributes.contains(.underline) { words.append("underline") }
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
