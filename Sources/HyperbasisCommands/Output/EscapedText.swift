/// Text that is passed on unchanged, such as the lines of a log, except for characters that would
/// control a terminal or hide something from the reader. These are escaped as in JSON, so that JSON
/// keeps its meaning.
enum EscapedText {
  /// - Parameter keepsLines: whether newlines stay, as the ends of lines.
  static func text(_ bytes: [UInt8], keepsLines: Bool = false) -> String {
    let line = String(decoding: bytes, as: UTF8.self)
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      steers(scalar) && !(keepsLines && scalar == "\n")
    }
    guard line.unicodeScalars.contains(where: isEscaped) else { return line }
    var text = ""
    for scalar in line.unicodeScalars {
      if isEscaped(scalar) {
        for unit in scalar.utf16 { text += escape(unit) }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Returns how many bytes precede a character whose end is missing.
  static func wholeCharacters(in bytes: some BidirectionalCollection<UInt8>) -> Int {
    // No character has more than three bytes after its first one.
    for (distance, byte) in bytes.reversed().prefix(4).enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return length > distance + 1 ? bytes.count - distance - 1 : bytes.count
    }
    return bytes.count
  }
}

/// Sends bytes to a terminal, block by block, escaped so that their text cannot control it.
final class EscapedOutput {
  private let output: any TextOutput
  /// The beginning of a character whose end is in the next block.
  private var rest: [UInt8] = []

  init(_ output: any TextOutput) { self.output = output }

  func write(_ block: [UInt8]) throws {
    let bytes = rest + block
    let count = EscapedText.wholeCharacters(in: bytes)
    rest = Array(bytes[count...])
    try output.write(EscapedText.text(Array(bytes[..<count]), keepsLines: true))
  }

  func finish() throws { try output.write(EscapedText.text(rest)) }
}
