/// The contents of one cell (or two cells, for wide characters): a visible scalar and at most two
/// combining marks.
///
/// Packed into one word so that a frame is a flat array that is cheap to fill and compare.
package struct Glyph: Hashable, Sendable {
  // Bits 0-20: the base; 21-38 and 39-56: the marks; 57-58: the width. No combining mark exceeds 18 bits.
  private let bits: UInt64

  private init(bits: UInt64) { self.bits = bits }

  /// For callers in this module that have checked that the scalar is visible.
  init(verified scalar: Unicode.Scalar, width: Int) {
    bits = UInt64(scalar.value) | UInt64(width & 3) << 57
  }
}

extension Glyph {
  package static let blank = Glyph(verified: " ", width: 1)

  /// Whether it is one of the digits 0 to 9.
  var isDigit: Bool { ("0"..."9").contains(base) }
  /// The right half of a wide character.
  static let continuation = Glyph(bits: 0)

  /// The columns that the glyph takes: 1 or 2 (0 for the right half of a wide one).
  package var width: Int { Int(bits >> 57 & 3) }
  package var isContinuation: Bool { bits == 0 }
  package var base: Unicode.Scalar { Unicode.Scalar(UInt32(bits & 0x1F_FFFF)) ?? " " }

  /// The base and its marks, in order.
  package var scalars: [Unicode.Scalar] {
    var result = [base]
    for shift in [21, 39] {
      let value = UInt32(truncatingIfNeeded: bits >> UInt64(shift) & 0x3_FFFF)
      if value != 0, let mark = Unicode.Scalar(value) { result.append(mark) }
    }
    return result
  }

  package var hasMarks: Bool { bits >> 21 & 0xF_FFFF_FFFF != 0 }

  /// Returns the glyph with one more combining mark; unchanged if it is full or the mark is too large.
  func adding(mark: Unicode.Scalar) -> Glyph {
    guard mark.value <= 0x3_FFFF else { return self }
    let value = UInt64(mark.value)
    if bits >> 21 & 0x3_FFFF == 0 { return Glyph(bits: bits | value << 21) }
    if bits >> 39 & 0x3_FFFF == 0 { return Glyph(bits: bits | value << 39) }
    return self
  }

  package func append(to text: inout String) {
    guard !isContinuation else { return }
    if !hasMarks {
      text.unicodeScalars.append(base)
    } else {
      text.unicodeScalars.append(contentsOf: scalars)
    }
  }
}

extension Glyph: ExpressibleByUnicodeScalarLiteral {
  /// Creates the glyph that shows this scalar; a question mark if the scalar can't be shown.
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
