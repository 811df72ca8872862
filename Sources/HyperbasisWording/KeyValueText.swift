package import HyperbasisModels

/// The grammar of `KEY=VALUE`, for commands and for the line in which metadata is edited.
///
/// A value is JSON if it parses as JSON, otherwise text. A key is in quotes, as a JSON string, if it
/// has a `=`, a quote or a blank: `"two words"=1`. In a line, blanks separate pieces, except those in
/// quotes, brackets and braces: `color=yellow text="buy milk" order=3`.
package enum KeyValueText {
  /// A key and its value.
  package struct Piece: Equatable {
    package let key: String
    package let value: AnyCodableValue

    package init(_ text: String) throws(NotKeyValue) {
      // A combining mark that belongs to a value must not hide the sign before it, hence scalars.
      let scalars = text.unicodeScalars
      let isQuoted = scalars.first == "\""
      let end = isQuoted ? KeyValueText.endOfQuote(in: scalars) : scalars.startIndex
      guard let end, let sign = scalars[end...].firstIndex(of: "="), sign != scalars.startIndex,
        let key = isQuoted ? Self.unquoted(scalars[..<sign], end) : String(scalars[..<sign])
      else { throw NotKeyValue(text: text) }
      self.key = key
      value = KeyValueText.value(String(scalars[scalars.index(after: sign)...]))
    }

    private static func unquoted(
      _ key: Substring.UnicodeScalarView, _ end: String.Index
    ) -> String? {
      key.endIndex == end ? ValueText.parsed(String(key))?.stringValue : nil
    }
  }

  /// A piece that is not `KEY=VALUE`.
  package struct NotKeyValue: Error, Equatable {
    package let text: String
    /// Whether a bracket or a quote in it is never closed, so that it takes in what follows.
    package var isUnclosed = false
  }
}

// MARK: - Reading

extension KeyValueText {
  /// Returns JSON if the text parses as JSON, otherwise the text.
  package static func value(_ text: String) -> AnyCodableValue {
    ValueText.parsed(text) ?? .string(text)
  }

  /// Reads a line of pieces; of two with the same key the last counts.
  package static func metadata(_ line: String) throws(NotKeyValue) -> [String: AnyCodableValue] {
    var metadata: [String: AnyCodableValue] = [:]
    for text in try pieces(of: line) {
      let piece = try Piece(text)
      metadata[piece.key] = piece.value
    }
    return metadata
  }

  /// Splits a line at blanks, except those in quotes, brackets or braces.
  private static func pieces(of line: String) throws(NotKeyValue) -> [String] {
    var pieces: [String] = []
    var piece = String.UnicodeScalarView()
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for scalar in line.unicodeScalars {
      let isAtValue = piece.last == "="
      if isQuoted {
        isQuoted = isEscaped || scalar != "\""
        isEscaped = scalar == "\\" && !isEscaped
      } else if scalar == "\"", depth > 0 || isAtValue || piece.isEmpty {
        isQuoted = true
      } else if scalar == "[" || scalar == "{", depth > 0 || isAtValue {
        depth += 1
      } else if scalar == "]" || scalar == "}", depth > 0 {
        depth -= 1
      } else if scalar.properties.isWhitespace, depth == 0 {
        if !piece.isEmpty { pieces.append(String(piece)) }
        piece.removeAll()
        continue
      }
      piece.append(scalar)
    }
    // Without a blank nothing was taken in: `label=[new` is text.
    if depth > 0 || isQuoted, piece.contains(where: \.properties.isWhitespace) {
      throw NotKeyValue(text: String(piece), isUnclosed: true)
    }
    if !piece.isEmpty { pieces.append(String(piece)) }
    return pieces
  }

  /// Returns the index after a JSON string that a text begins with; nil if its end is missing.
  private static func endOfQuote(in text: String.UnicodeScalarView) -> String.Index? {
    var isEscaped = false
    for index in text.indices.dropFirst() {
      if text[index] == "\"", !isEscaped { return text.index(after: index) }
      isEscaped = text[index] == "\\" && !isEscaped
    }
    return nil
  }
}

// MARK: - Writing

extension KeyValueText {
  /// Returns a line that ``metadata(_:)`` reads back, with keys in the order of their bytes.
  package static func line(_ metadata: [String: AnyCodableValue]) -> String {
    metadata.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\(keyText($0.key))=\(valueText($0.value))" }
      .joined(separator: " ")
  }

  private static func keyText(_ key: String) -> String {
    let isPlain = !key.isEmpty && !key.unicodeScalars.contains("=") && isUnquoted(key)
    return isPlain ? key : ValueText.json(.string(key))
  }

  private static func valueText(_ value: AnyCodableValue) -> String {
    guard case .string(let text) = value, isUnquoted(text), !ValueText.isAmbiguous(text),
      !opensBracket(text)
    else { return ValueText.json(value) }
    return text
  }

  /// Returns whether nothing in a text ends a piece or begins a quoted one.
  private static func isUnquoted(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0 != "\"" && $0.properties.generalCategory != .control
    }
  }

  /// Returns whether a value would take in what follows it in a line.
  private static func opensBracket(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return zip(["="] + scalars, scalars).contains { before, scalar in
      before == "=" && (scalar == "[" || scalar == "{")
    }
  }
}
