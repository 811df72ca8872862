/// A cluster of several emoji scalars, reduced to what every terminal draws with the same width.
///
/// Terminals draw a family, a skin tone, a flag or a keycap as one picture or as its parts, so only the
/// first element is shown, followed by a marker.
struct EmojiSequence {
  /// The scalars to show, each in its own glyph.
  let shown: [Unicode.Scalar]
  /// Whether a marker must show that elements were left out.
  let hidesElements: Bool

  /// `nil` unless the cluster is such a sequence.
  init?(_ scalars: Character.UnicodeScalarView) {
    guard let first = scalars.first, scalars.dropFirst().first != nil else {
      guard let letter = scalars.first.flatMap(Self.regionalLetter) else { return nil }
      shown = [letter]
      hidesElements = true
      return
    }
    if Self.regionalLetter(first) != nil {
      shown = scalars.compactMap(Self.regionalLetter)
      hidesElements = true
      return
    }
    let rest = scalars.dropFirst()
    guard first.properties.isEmoji, case .shown = ScalarPolicy.of(first),
      rest.allSatisfy(Self.isEmojiPart)
    else { return nil }
    // A digit with a presentation selector is not a picture: its selector must be visible.
    let isPlain = first.value < 0x80 && !rest.contains { $0.value == 0x20E3 }
    guard !isPlain else { return nil }
    shown = [first]
    hidesElements = rest.contains { !Self.isPresentationSelector($0) }
  }

  private static func isEmojiPart(_ scalar: Unicode.Scalar) -> Bool {
    isPresentationSelector(scalar) || scalar.value == 0x200D || scalar.value == 0x20E3
      || (0xE0020...0xE007F).contains(scalar.value)
      || (scalar.value > 0xFF && scalar.properties.isEmoji)
  }

  /// Returns whether a scalar requests text or colour presentation; it is left out, since the width must
  /// not depend on the terminal's choice.
  private static func isPresentationSelector(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0E || scalar.value == 0xFE0F
  }

  /// Returns the letter that a regional indicator, half of a flag, stands for.
  private static func regionalLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
  }
}
