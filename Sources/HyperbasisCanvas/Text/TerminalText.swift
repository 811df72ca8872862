/// Text that is safe to show: the only text that frames, printers, titles and the clipboard accept.
///
/// Control characters, bidirectional controls, zero-width and unassigned characters are made visible,
/// every glyph has a definite width, and combining marks are limited. Nothing in it can move the cursor,
/// or hide or alter what is beside it.
package struct TerminalText: Hashable, Sendable {
  package let glyphs: [Glyph]
  /// The columns that the whole text takes.
  package let width: Int

  init(glyphs: [Glyph]) {
    self.glyphs = glyphs
    width = glyphs.reduce(0) { $0 + $1.width }
  }

  /// Makes any text safe.
  ///
  /// - Parameter limit: The greatest number of glyphs kept; an ellipsis replaces the rest.
  package init(_ text: String, limit: Int = TerminalText.defaultLimit) {
    var sanitizer = TextSanitizer(limit: limit)
    sanitizer.append(text)
    self.init(glyphs: sanitizer.glyphs)
  }
}

extension TerminalText {
  /// More than any screen shows; it keeps a hostile name from costing memory and time.
  package static let defaultLimit = 16_384

  package static let empty = TerminalText(glyphs: [])

  package var isEmpty: Bool { glyphs.isEmpty }

  /// The text as a string that is safe to write.
  package var plain: String {
    var text = ""
    text.reserveCapacity(glyphs.count)
    for glyph in glyphs { glyph.append(to: &text) }
    return text
  }

  package init(_ glyph: Glyph) { self.init(glyphs: glyph.isContinuation ? [] : [glyph]) }

  package init(repeating glyph: Glyph, count: Int) {
    let isVisible = !glyph.isContinuation && count > 0
    self.init(glyphs: isVisible ? Array(repeating: glyph, count: count) : [])
  }

  package static func + (left: TerminalText, right: TerminalText) -> TerminalText {
    TerminalText(glyphs: left.glyphs + right.glyphs)
  }

  package static func += (left: inout TerminalText, right: TerminalText) { left = left + right }
}

extension TerminalText: ExpressibleByStringInterpolation {
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var glyphs: [Glyph] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      glyphs.reserveCapacity(literalCapacity + 8 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) {
      glyphs += TerminalText(literal).glyphs
    }

    package mutating func appendInterpolation(_ text: TerminalText) { glyphs += text.glyphs }

    package mutating func appendInterpolation<Value: CustomStringConvertible>(_ value: Value) {
      glyphs += TerminalText(value.description).glyphs
    }
  }

  package init(stringLiteral value: String) { self.init(value) }

  package init(stringInterpolation: StringInterpolation) {
    self.init(glyphs: stringInterpolation.glyphs)
  }
}

extension TerminalText: CustomStringConvertible {
  package var description: String { plain }
}

extension Sequence<TerminalText> {
  package func joined(separator: TerminalText = .empty) -> TerminalText {
    var glyphs: [Glyph] = []
    var isFirst = true
    for text in self {
      if !isFirst { glyphs += separator.glyphs }
      glyphs += text.glyphs
      isFirst = false
    }
    return TerminalText(glyphs: glyphs)
  }
}
