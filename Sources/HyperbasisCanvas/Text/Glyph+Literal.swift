extension Glyph: ExpressibleByUnicodeScalarLiteral {
  /// The glyph that shows this scalar; a question mark if the scalar can't be shown.
  package init(_ scalar: Unicode.Scalar) {
    let width = TextSanitizer.simpleWidth(of: scalar.value)
    if width > 0 {
      self = Glyph(verified: scalar, width: width)
    } else if case .shown = ScalarPolicy.of(scalar) {
      self = Glyph(verified: scalar, width: ScalarWidth.columns(of: scalar))
    } else {
      self = Glyph(verified: "?", width: 1)
    }
  }

  package init(unicodeScalarLiteral value: Unicode.Scalar) { self.init(value) }
}
