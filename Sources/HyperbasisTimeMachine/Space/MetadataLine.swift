import Foundation
import Hyperbasis

/// Metadata as one line to edit: `color=yellow text="buy milk" order=3`.
///
/// Values are JSON where they parse as JSON, else text; text that would be read otherwise stands
/// in quotes.
enum MetadataLine {
  static func text(_ metadata: [String: AnyCodableValue]) -> String {
    metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" }
      .joined(separator: " ")
  }

  private static func text(_ value: AnyCodableValue) -> String {
    if case .string(let text) = value, isPlain(text) { return text }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !"\"[{".unicodeScalars.contains(first) else {
      return false
    }
    return json(text) == nil
      && text.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value >= 0x20 }
  }

  private static func json(_ text: String) -> AnyCodableValue? {
    try? JSONDecoder().decode(AnyCodableValue.self, from: Data(text.utf8))
  }

  /// Reads a line; nil with the piece that is not `key=value`.
  static func parse(_ line: String) -> Result<[String: AnyCodableValue], BadPiece> {
    var metadata: [String: AnyCodableValue] = [:]
    for piece in pieces(of: line) {
      guard let sign = piece.firstIndex(of: "="), sign != piece.startIndex else {
        return .failure(BadPiece(text: piece))
      }
      let value = String(piece[piece.index(after: sign)...])
      metadata[String(piece[..<sign])] = json(value) ?? .string(value)
    }
    return .success(metadata)
  }

  struct BadPiece: Error {
    let text: String
  }

  /// Blanks separate pieces, but for those in quotes, brackets or braces.
  private static func pieces(of line: String) -> [String] {
    var pieces: [String] = []
    var piece = ""
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if isQuoted {
        isQuoted = isEscaped || character != "\""
        isEscaped = character == "\\" && !isEscaped
      } else if character == "\"", depth > 0 || piece.hasSuffix("=") {
        isQuoted = true
      } else if "[{".contains(character), depth > 0 || piece.hasSuffix("=") {
        depth += 1
      } else if "]}".contains(character), depth > 0 {
        depth -= 1
      } else if character.isWhitespace, depth == 0 {
        if !piece.isEmpty { pieces.append(piece) }
        piece = ""
        continue
      }
      piece.append(character)
    }
    if !piece.isEmpty { pieces.append(piece) }
    return pieces
  }
}
