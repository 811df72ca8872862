/// Turns untrusted text into glyphs, each visible and of a definite width.
struct TextSanitizer {
  /// Replaces the rest of a cluster that terminals draw with different widths.
  static let clusterMarker = Glyph(verified: "\u{207A}", width: 1)
  static let ellipsis = Glyph(verified: "\u{2026}", width: 1)

  private(set) var glyphs: [Glyph] = []
  private let limit: Int

  /// Keeps at most `limit` glyphs; an ellipsis replaces the rest.
  init(limit: Int) { self.limit = max(0, limit) }

  mutating func append(_ text: String) {
    glyphs.reserveCapacity(min(limit, text.utf8.count) + 1)
    if appendSimple(text) { return }
    for cluster in text {
      guard glyphs.count <= limit else { break }
      append(cluster)
    }
    enforceLimit()
  }

  /// Takes the whole text if each of its scalars is a visible cluster of its own, as in most text.
  private mutating func appendSimple(_ text: String) -> Bool {
    let count = glyphs.count
    for scalar in text.unicodeScalars {
      let width = Self.simpleWidth(of: scalar.value)
      guard width > 0 else {
        glyphs.removeLast(glyphs.count - count)
        return false
      }
      guard glyphs.count <= limit else { break }
      glyphs.append(Glyph(verified: scalar, width: width))
    }
    enforceLimit()
    return true
  }

  /// Returns the width of scalars that neither join others nor need a policy; 0 for all others.
  static func simpleWidth(of value: UInt32) -> Int {
    switch value {
    case 0x20...0x7E, 0xA1...0xAC, 0xAE...0x2FF, 0x2010...0x2027, 0x2030...0x205E,
      0x2190...0x2319, 0x2500...0x25FC, 0x2800...0x28FF:
      1
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFC: 2
    default: 0
    }
  }

  private mutating func enforceLimit() {
    guard glyphs.count > limit else { return }
    glyphs.removeLast(glyphs.count - limit)
    if !glyphs.isEmpty { glyphs[glyphs.count - 1] = Self.ellipsis }
  }
}

// MARK: - Clusters

extension TextSanitizer {
  private mutating func append(_ cluster: Character) {
    let scalars = cluster.unicodeScalars
    if let sequence = EmojiSequence(scalars) {
      append(sequence)
      return
    }
    var start = glyphs.count
    for scalar in scalars {
      append(scalar, clusterStart: &start)
    }
  }

  /// Appends a scalar. Marks join only a glyph of their own cluster, so no text can alter what precedes
  /// it.
  private mutating func append(_ scalar: Unicode.Scalar, clusterStart start: inout Int) {
    switch ScalarPolicy.of(scalar) {
    case .shown: glyphs.append(Glyph(verified: scalar, width: ScalarWidth.columns(of: scalar)))
    case .picture(let picture): glyphs.append(Glyph(verified: picture, width: 1))
    case .blank: glyphs.append(.blank)
    case .escaped:
      appendEscape(scalar)
      start = glyphs.count
    case .mark:
      if glyphs.count > start {
        glyphs[glyphs.count - 1] = glyphs[glyphs.count - 1].adding(mark: scalar)
      } else {
        appendEscape(scalar)
        start = glyphs.count
      }
    }
  }

  private mutating func append(_ sequence: EmojiSequence) {
    for scalar in sequence.shown {
      glyphs.append(Glyph(verified: scalar, width: ScalarWidth.columns(of: scalar)))
    }
    if sequence.hidesElements { glyphs.append(Self.clusterMarker) }
  }

  private mutating func appendEscape(_ scalar: Unicode.Scalar) {
    for character in "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars {
      glyphs.append(Glyph(verified: character, width: 1))
    }
  }
}
