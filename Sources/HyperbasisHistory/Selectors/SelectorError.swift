import Foundation

/// Why a text does not identify a space or an anchor.
package enum SelectorError: LocalizedError, Equatable, Sendable {
  package enum Subject: String, Equatable, Sendable {
    case space, anchor
  }

  /// Nothing matches; `nearest` are up to three that look alike, the best first.
  case notFound(Subject, String, nearest: [TextualSelector.Candidate])
  /// More than one matches.
  case ambiguous(Subject, String, candidates: [TextualSelector.Candidate])
  /// It matches the beginning of an id, but has too few characters to be sure.
  case tooShort(Subject, String)
  /// No space was named, and there are several.
  case notNamed(candidates: [TextualSelector.Candidate])
  /// No space was named, and there is none.
  case noSpace

  /// What happened, in one line, and what to do; texts from the store appear in it verbatim.
  package var errorDescription: String? {
    switch self {
    case .notFound(let subject, let text, let nearest):
      "No \(subject.rawValue) \"\(text)\". "
        + (nearest.isEmpty
          ? Self.help(subject) : "Did you mean \(Self.list(nearest, joinedBy: " or "))?")
    case .ambiguous(let subject, let text, let candidates):
      "\"\(text)\" matches \(candidates.count) \(subject.rawValue)s: "
        + "\(Self.list(candidates, joinedBy: ", ")). \(Self.help(text, candidates))"
    case .tooShort(let subject, let text):
      "\"\(text)\" is too short for \(Self.owner(subject)) id. "
        + "Give at least \(TextualSelector.minimumPrefix) characters of it."
    case .notNamed(let candidates):
      "There are \(candidates.count) spaces: \(Self.list(candidates, joinedBy: ", ")). Name one."
    case .noSpace:
      "There are no spaces yet. Create one, or choose another store."
    }
  }

  private static func owner(_ subject: Subject) -> String {
    switch subject {
    case .space: "a space's"
    case .anchor: "an anchor's"
    }
  }

  /// How to tell the matches apart: by more characters if the text is the beginning of an id.
  private static func help(
    _ text: String, _ candidates: [TextualSelector.Candidate]
  ) -> String {
    let prefix = UUIDPrefix(text)
    let isOfId = candidates.allSatisfy { prefix?.matches($0.id) ?? false }
    return isOfId ? "Give more of the id." : "Give the id of the one you mean."
  }

  private static func help(_ subject: Subject) -> String {
    switch subject {
    case .space: "Give a space's id, its name, or the first 4 or more characters of its id."
    case .anchor: "Give an anchor's label, its id, or the first 4 or more characters of its id."
    }
  }

  /// At most ten: a line must stay readable.
  private static func list(
    _ candidates: [TextualSelector.Candidate], joinedBy separator: String
  ) -> String {
    // The space is named only if it tells them apart.
    let hasSeveralSpaces = Set(candidates.map(\.space)).count > 1
    let names = candidates.prefix(10).map { candidate in
      let space = hasSeveralSpaces ? candidate.space.map { "in \($0)" } : nil
      let words = [candidate.name, space].compactMap { $0 }
      return candidate.id.uuidString + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))")
    }
    let rest = candidates.count - names.count
    return names.joined(separator: separator) + (rest > 0 ? " and \(rest) more" : "")
  }
}
