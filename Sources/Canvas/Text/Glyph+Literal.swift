extension Glyph: ExpressibleByUnicodeScalarLiteral {
  /// The glyph that shows this scalar; a question mark if the scalar can't be shown.
  package init(_ scalar: Unicode.Scalar) {
    guard case .shown = ScalarPolicy.of(scalar) else {
      self = Glyph(verified: "?", width: 1)
      return
    }
    self = Glyph(verified: scalar, width: ScalarWidth.columns(of: scalar))
  }

  package init(unicodeScalarLiteral value: Unicode.Scalar) { self.init(value) }
}
