import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisHistory

/// What a person lets through: all of the terms have to hold.
package struct EventFilter: Hashable, Sendable {
  package enum Term: Hashable, Sendable {
    /// Any text of the metadata contains it, in any case; or the id starts with it.
    case text(String)
    case member(key: String, value: String)
    case type(String)
    case kind(ChangeKind)
    case actor(String)
  }

  /// As it was typed.
  package let text: String
  package let terms: [Term]

  /// Reads a filter; nil for an empty one.
  package init?(_ text: String) throws(Complaint) {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard !words.isEmpty else { return nil }
    self.text = text
    var terms: [Term] = []
    for word in words { terms.append(try Self.term(word)) }
    self.terms = terms
  }

  private static func term(_ word: String) throws(Complaint) -> Term {
    if let value = word.value(after: "type:") { return .type(value.lowercased()) }
    if let value = word.value(after: "actor:") { return .actor(value.lowercased()) }
    if let value = word.value(after: "kind:") {
      guard let kind = kinds[value.lowercased()] else { throw unknownKind(value) }
      return .kind(kind)
    }
    if let sign = word.firstIndex(of: "="), sign != word.startIndex {
      return .member(
        key: String(word[..<sign]), value: word[word.index(after: sign)...].lowercased())
    }
    return .text(word.lowercased())
  }

  private static func unknownKind(_ kind: String) -> Complaint {
    Complaint(
      "no kind \"\(TerminalText(kind, limit: 40))\": created, moved, updated, deleted, restored, "
        + "added or removed")
  }

  private static let kinds: [String: ChangeKind] = [
    "added": .difference(.added), "removed": .difference(.removed),
    "moved": .difference(.moved), "updated": .difference(.updated),
    "created": .event(.created), "deleted": .event(.deleted), "restored": .event(.restored),
  ]
}

/// A kind of change that a filter asks for.
package enum ChangeKind: Hashable, Sendable {
  /// By what differs between before and after, whatever the event is called.
  case difference(Difference)
  /// By the name of the event, where only that tells.
  case event(HBAnchorEvent.EventType)
}

extension ChangeKind {
  /// Whether a comparison of two states, which knows no events, may show a difference.
  fileprivate func accepts(_ difference: Difference) -> Bool {
    switch self {
    case .difference(let wanted): wanted == difference
    case .event(.deleted): difference == .removed
    case .event: difference == .added
    }
  }

  /// Whether an event is of this kind.
  func accepts(_ ordinal: Int, in index: EventIndex) -> Bool {
    switch self {
    case .event(let type): return index.type(ordinal) == type
    case .difference(let wanted):
      let pair = index.pair(ofEvent: ordinal)
      // One that moved and was updated is of both kinds.
      return pair.difference == wanted || (wanted == .updated && pair.isUpdated)
    }
  }
}

extension String {
  fileprivate func value(after prefix: String) -> String? {
    guard count > prefix.count, lowercased().hasPrefix(prefix) else { return nil }
    return String(dropFirst(prefix.count))
  }
}

// MARK: - Matching

extension EventFilter {
  /// Whether a difference is of the kind asked for, if one is.
  func accepts(_ difference: Difference) -> Bool {
    terms.allSatisfy { term in
      if case .kind(let kind) = term { kind.accepts(difference) } else { true }
    }
  }

  /// Whether the terms about anchors hold.
  func matches(_ metadata: [String: AnyCodableValue], id: String) -> Bool {
    terms.allSatisfy { term in
      switch term {
      case .text(let text):
        id.hasPrefix(text) || metadata.values.contains { Self.contains($0, text) }
      case .member(let key, let value):
        metadata[key].map { Self.plain($0).lowercased() == value } ?? false
      case .type(let type): metadata["type"]?.stringValue?.lowercased() == type
      case .kind, .actor: true
      }
    }
  }

  var isAboutEvents: Bool { !terms.allSatisfy(\.isAboutAnchors) }

  var isAboutAnchors: Bool { terms.contains(where: \.isAboutAnchors) }

  private static func contains(_ value: AnyCodableValue, _ text: String) -> Bool {
    switch value {
    case .array(let values): values.contains { contains($0, text) }
    case .dictionary(let members): members.values.contains { contains($0, text) }
    default: plain(value).lowercased().contains(text)
    }
  }

  private static func plain(_ value: AnyCodableValue) -> String {
    switch value {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .double(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let flag): "\(flag)"
    case .null: "null"
    case .array, .dictionary: ""
    }
  }
}

extension EventFilter.Term {
  /// Whether it is about anchors and what is known of them, not about what happened to them.
  var isAboutAnchors: Bool {
    switch self {
    case .text, .member, .type: true
    case .kind, .actor: false
    }
  }
}
