import HyperbasisCanvas

/// Numbers for the colours of names, the same in every session.
enum CategoryNumber {
  /// The types that the system knows have colours that differ for sure.
  static func color(ofType name: String) -> Color {
    .category(types[name] ?? of(name))
  }

  private static let types = [
    "sticky_note": 5, "model": 0, "waypoint": 1, "measurement": 2,
  ]

  static func of(_ name: String) -> Int {
    // FNV-1a.
    var hash: UInt32 = 2_166_136_261
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    return Int(hash % UInt32(Color.categoryCount))
  }

  /// The colours of the palette that come near those that notes are painted with.
  static func ofColor(_ name: String) -> Int {
    named[name.lowercased()] ?? hex(name) ?? of(name)
  }

  private static let named = [
    "blue": 0, "green": 1, "orange": 2, "purple": 3, "violet": 3, "cyan": 4, "teal": 4,
    "yellow": 5, "red": 6, "pink": 10, "brown": 9,
  ]

  /// By the hue of `#RRGGBB`.
  private static func hex(_ text: String) -> Int? {
    guard text.hasPrefix("#"), text.utf8.count == 7, let code = Int(text.dropFirst(), radix: 16)
    else { return nil }
    let parts = [code >> 16, code >> 8 & 255, code & 255].map { Double($0) }
    let (red, green, blue) = (parts[0], parts[1], parts[2])
    let high = max(red, green, blue)
    let range = high - min(red, green, blue)
    guard range > 24 else { return 8 }
    let hue: Double =
      if high == red {
        ((green - blue) / range * 60 + 360).truncatingRemainder(dividingBy: 360)
      } else if high == green {
        (blue - red) / range * 60 + 120
      } else {
        (red - green) / range * 60 + 240
      }
    let steps: [(upTo: Double, category: Int)] = [
      (15, 6), (40, 2), (70, 5), (160, 1), (200, 4), (260, 0), (300, 3), (345, 10), (360, 6),
    ]
    return steps.first { hue <= $0.upTo }?.category
  }
}
