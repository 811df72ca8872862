/// How a scalar of hostile text is shown.
enum ScalarPolicy {
  /// Shown as it is.
  case shown
  /// Joins the glyph before it.
  case mark
  /// Shown by a picture of one column.
  case picture(Unicode.Scalar)
  /// Shown by its number, as `\u{9b}`.
  case escaped
  /// A blank of another kind, shown as a space.
  case blank

  static func of(_ scalar: Unicode.Scalar) -> ScalarPolicy {
    let value = scalar.value
    if value < 0x20, let picture = Unicode.Scalar(0x2400 + value) { return .picture(picture) }
    if value < 0x7F { return .shown }
    if value == 0x7F { return .picture("\u{2421}") }
    if value < 0xA0 || hasUncertainWidth(value) { return .escaped }
    if scalar.properties.isDefaultIgnorableCodePoint { return .escaped }
    return ofCategory(scalar)
  }

  private static func ofCategory(_ scalar: Unicode.Scalar) -> ScalarPolicy {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      return .escaped
    case .spaceSeparator:
      return scalar.value == 0x3000 ? .shown : .blank
    default:
      return ScalarWidth.isCombining(scalar) ? .mark : .shown
    }
  }

  /// Scalars for which versions of Unicode, C libraries and terminals disagree about the width.
  private static func hasUncertainWidth(_ value: UInt32) -> Bool {
    switch value {
    case 0x3248...0x324F, 0x4DC0...0x4DFF, 0x1171E: true
    default: false
    }
  }
}
