import HyperbasisCanvas

/// A word that may stand at the cursor.
struct CompletionCandidate: Hashable {
  /// The word as the program should receive it.
  let value: String
  /// What it means, for shells that show that.
  let meaning: TerminalText

  init(_ value: String, _ meaning: TerminalText = .empty) {
    (self.value, self.meaning) = (value, meaning)
  }
}

extension CompletionCandidate {
  private static let longest = 200

  /// Whether it can be typed, and fits on one line.
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

  /// Whether something must follow before the word is complete.
  var isBeginning: Bool { value.last.map("=:/<>".contains) ?? false }
}
