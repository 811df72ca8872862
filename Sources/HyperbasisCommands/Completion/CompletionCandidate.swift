import HyperbasisCanvas

/// A word that may stand where the cursor is.
struct CompletionCandidate: Hashable {
  /// As it is to reach the program.
  let value: String
  /// What it is, for shells that show that.
  let meaning: TerminalText

  init(_ value: String, _ meaning: TerminalText = .empty) {
    (self.value, self.meaning) = (value, meaning)
  }
}

extension CompletionCandidate {
  private static let longest = 200

  /// Whether it can be typed, and stands in one line.
  var isTypeable: Bool {
    !value.isEmpty && value.count <= Self.longest
      && value.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
          .unassigned:
          false
        default: true
        }
      }
  }

  /// Whether something has to follow before the word is whole.
  var isBeginning: Bool { value.last.map("=:/<>".contains) ?? false }
}
