/// The characters used for lines and plots.
package enum Charset: String, Hashable, Sendable, CaseIterable {
  case braille, block, ascii
}

extension Charset {
  package var isASCII: Bool { self == .ascii }
  package var box: BoxStyle { isASCII ? .ascii : .light }

  /// The charset after this one in the cycle.
  package var next: Charset {
    switch self {
    case .braille: .block
    case .block: .ascii
    case .ascii: .braille
    }
  }

  /// The mark for text that was cut off.
  package var ellipsis: TerminalText { isASCII ? "~" : "…" }
}

/// The characters of frames and rules.
package struct BoxStyle: Hashable, Sendable {
  package let horizontal: Glyph
  package let vertical: Glyph
  package let topLeft: Glyph
  package let topRight: Glyph
  package let bottomLeft: Glyph
  package let bottomRight: Glyph

  private init(_ glyphs: [Unicode.Scalar]) {
    func glyph(_ index: Int) -> Glyph { Glyph(verified: glyphs[index], width: 1) }
    horizontal = glyph(0)
    vertical = glyph(1)
    topLeft = glyph(2)
    topRight = glyph(3)
    bottomLeft = glyph(4)
    bottomRight = glyph(5)
  }

  package static let light = BoxStyle(["─", "│", "┌", "┐", "└", "┘"])
  package static let ascii = BoxStyle(["-", "|", "+", "+", "+", "+"])
}
