/// How a scalar of untrusted text is shown.
enum ScalarPolicy {
  /// Shown as it is.
  case shown
  /// Joins the glyph before it.
  case mark
  /// Shown as a picture of one column.
  case picture(Unicode.Scalar)
  /// Shown as its number, like `\u{9b}`.
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

  /// Scalars about whose width versions of Unicode, C libraries and terminals disagree.
  private static func hasUncertainWidth(_ value: UInt32) -> Bool {
    switch value {
    case 0x3248...0x324F, 0x4DC0...0x4DFF, 0x1171E: true
    default: false
    }
  }
}

/// The one place that defines how many columns a scalar takes.
enum ScalarWidth {
  /// Returns 2 for East Asian wide and emoji scalars, 0 for combining marks, else 1.
  ///
  /// Only called for scalars that are shown as they are; see `ScalarPolicy`.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if isCombining(scalar) { return 0 }
    if value < 0x1100 { return 1 }
    return isWide(value) ? 2 : 1
  }

  static func isCombining(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    if isConjoiningTail(scalar.value) { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  /// Hangul vowels and final consonants, which join the syllable before them.
  private static func isConjoiningTail(_ value: UInt32) -> Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }

  /// East Asian width W and F in Unicode 14; ranges extend over unassigned scalars, which are never shown
  /// as they are.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0,
    0x23F3...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615, 0x2648...0x2653, 0x267F...0x267F,
    0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE, 0x26C4...0x26C5,
    0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F3, 0x26F5...0x26F5,
    0x26FA...0x26FA, 0x26FD...0x26FD, 0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728,
    0x274C...0x274C, 0x274E...0x274E, 0x2753...0x2755, 0x2757...0x2757, 0x2795...0x2797,
    0x27B0...0x27B0, 0x27BF...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B50, 0x2B55...0x2B55,
    0x2E80...0x303E, 0x3041...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAD9,
    0xFE10...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F004...0x1F004,
    0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E, 0x1F191...0x1F19A, 0x1F200...0x1F320, 0x1F32D...0x1F335,
    0x1F337...0x1F37C, 0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F3CF...0x1F3D3, 0x1F3E0...0x1F3F0,
    0x1F3F4...0x1F3F4, 0x1F3F8...0x1F43E, 0x1F440...0x1F440, 0x1F442...0x1F4FC, 0x1F4FF...0x1F53D,
    0x1F54B...0x1F54E, 0x1F550...0x1F567, 0x1F57A...0x1F57A, 0x1F595...0x1F596, 0x1F5A4...0x1F5A4,
    0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F6CC...0x1F6CC, 0x1F6D0...0x1F6D2, 0x1F6D5...0x1F6DF,
    0x1F6EB...0x1F6EC, 0x1F6F4...0x1F6FC, 0x1F7E0...0x1F7F0, 0x1F90C...0x1F93A, 0x1F93C...0x1F945,
    0x1F947...0x1F9FF, 0x1FA70...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
