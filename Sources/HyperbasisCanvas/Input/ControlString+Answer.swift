extension ControlString {
  /// The event for a terminal's answer: the colour of its background, `11;rgb:RRRR/GGGG/BBBB` with one to
  /// four hexadecimal digits each. Nil for anything else.
  var event: InputEvent? {
    let text = String(decoding: bytes, as: UTF8.self)
    guard start == UInt8(ascii: "]"), text.hasPrefix("11;") else { return nil }
    let color = text.dropFirst(3)
    guard let colon = color.firstIndex(of: ":"), color[..<colon].hasPrefix("rgb") else {
      return nil
    }
    let parts = color[color.index(after: colon)...].split(separator: "/").map(Self.share)
    guard parts.count >= 3, let red = parts[0], let green = parts[1], let blue = parts[2] else {
      return nil
    }
    // The weights of ITU-R BT.709.
    let isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5
    return .background(isLight: isLight)
  }

  /// Returns a hexadecimal number as a fraction of the greatest one with as many digits.
  private static func share(_ digits: Substring) -> Double? {
    guard (1...4).contains(digits.utf8.count), let number = Int(digits, radix: 16), number >= 0
    else { return nil }
    return Double(number) / Double((1 << (4 * digits.utf8.count)) - 1)
  }
}
