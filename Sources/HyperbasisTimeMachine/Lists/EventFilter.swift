package import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisHistory

/// What a person lets through: all of the terms have to hold.
package struct EventFilter: Hashable, Sendable {
  /// As it was typed.
  package let text: String
  package let terms: [Term]
  /// The date as of which ages are told; nil for that of the last event of a state.
  private(set) var date: HBInstant?

  /// Reads a filter; nil for an empty one.
  ///
  /// - Parameter dates: What dates in it depend on; nil where there can be none.
  package init?(_ text: String, dates: DateExpression.Context? = nil) throws(Complaint) {
    var parser = FilterParser(text, dates: dates)
    let terms = try parser.terms()
    guard !terms.isEmpty else { return nil }
    self.text = text
    self.terms = terms
  }

  /// A filter of terms that were read before, so that dates in them stay what they are.
  init(text: String, terms: [Term]) {
    self.text = text
    self.terms = terms
  }
}

extension EventFilter {
  package enum Term: Hashable, Sendable {
    /// Any text of the metadata contains it, in any case; or the id starts with it, where it is as
    /// long as the beginning of an id has to be.
    case text(String)
    case member(key: String, value: MetadataOperand)
    /// No member with the key has the value.
    case differs(key: String, value: MetadataOperand)
    /// The member with the key is on one side of a value, numbers of a number and texts of a text.
    case compared(key: String, MetadataRelation, MetadataOperand)
    case type(String)
    /// Where the anchor stands.
    case place(Axis, MetadataRelation, metres: Double)
    /// How long the anchor has been there, in all the times in which it was.
    case alive(MetadataRelation, microseconds: Int64)
    case kind(ChangeKind)
    case actor(String)
    /// How far the event moved its anchor; of a comparison, how far apart its places are.
    case moved(MetadataRelation, metres: Double)
    /// The event happened before an instant.
    case before(HBInstant)
    /// The event happened at an instant or later.
    case after(HBInstant)
  }

  package enum Axis: String, CaseIterable, Hashable, Sendable {
    case x, y, z

    func value(_ point: SIMD3<Float>) -> Double {
      switch self {
      case .x: Double(point.x)
      case .y: Double(point.y)
      case .z: Double(point.z)
      }
    }
  }
}

extension EventFilter.Term {
  /// What has to be known to tell whether it holds.
  enum Subject: Hashable, Sendable {
    /// What is known of the anchor: its metadata and its id.
    case metadata
    /// Where the anchor is and since when, which needs no reading.
    case state
    /// What happened to the anchor.
    case event
  }

  var subject: Subject {
    switch self {
    case .text, .member, .differs, .compared, .type: .metadata
    case .place, .alive: .state
    case .kind, .actor, .moved, .before, .after: .event
    }
  }
}

extension EventFilter {
  /// Whether some term is about a subject.
  func asks(_ subject: Term.Subject) -> Bool { terms.contains { $0.subject == subject } }

  /// Whether it asks what happened, and not only what anchors are like.
  package var asksForEvents: Bool { asks(.event) }

  /// Whether what passes depends on the date also between two events.
  package var asksForAges: Bool {
    terms.contains { if case .alive = $0 { true } else { false } }
  }

  /// The same filter for a state as it is at a date between two events; only ages depend on it.
  package func asOf(_ date: HBInstant?) -> EventFilter {
    guard asksForAges else { return self }
    var filter = self
    filter.date = date
    return filter
  }

  /// What has to have happened to an anchor that two states are compared of: all that is asked, but for
  /// how far it moved, which the states tell themselves, and for who made it differ. Nil where nothing
  /// else is asked.
  var forComparison: EventFilter? {
    let rest = terms.filter { term in
      switch term {
      case .moved, .actor: false
      default: true
      }
    }
    if rest.count == terms.count { return self }
    return rest.isEmpty ? nil : EventFilter(text: text, terms: rest).asOf(date)
  }

  /// Whether some term is about how far an anchor moved.
  var asksForDistances: Bool {
    terms.contains { if case .moved = $0 { true } else { false } }
  }

  /// The same filter for any date.
  var undated: EventFilter { asOf(nil) }
}

// MARK: - Matching

extension EventFilter {
  /// Whether a term is about how an anchor differs or who made it differ, so that none passes that does
  /// not differ.
  var asksForChanges: Bool {
    terms.contains { term in
      switch term {
      case .kind, .moved, .actor: true
      default: false
      }
    }
  }

  /// Whether a difference is of the kind asked for, if one is.
  package func accepts(_ difference: Difference) -> Bool {
    terms.allSatisfy { term in
      if case .kind(let kind) = term { kind.accepts(difference) } else { true }
    }
  }

  /// Whether an anchor of a comparison moved as far as asked for, if that is asked.
  func acceptsDistance(_ pair: StatePair) -> Bool {
    terms.allSatisfy { term in
      guard case .moved(let relation, let metres) = term else { return true }
      return pair.hasMoved && relation.holds(pair.distance, metres)
    }
  }

  /// Whether the terms about anchors hold.
  func matches(_ metadata: [String: AnyCodableValue], id: String) -> Bool {
    terms.allSatisfy { term in
      switch term {
      case .text(let text):
        term.idPrefix.map(id.hasPrefix) ?? false
          || metadata.values.contains { Self.contains($0, text) }
      case .member(let key, let value): metadata[key].map(value.equals) ?? false
      case .differs(let key, let value): !(metadata[key].map(value.equals) ?? false)
      case .compared(let key, let relation, let operand):
        metadata[key].map { operand.holds(relation, for: $0) } ?? false
      case .type(let type): metadata["type"]?.stringValue?.lowercased() == type
      case .place, .alive, .kind, .actor, .moved, .before, .after: true
      }
    }
  }

  private static func contains(_ value: AnyCodableValue, _ text: String) -> Bool {
    switch value {
    case .array(let values): values.contains { contains($0, text) }
    case .dictionary(let members): members.values.contains { contains($0, text) }
    default: plain(value)?.lowercased().contains(text) ?? false
    }
  }

  /// A value as `key=value` writes it; nil for arrays and dictionaries, which it cannot write.
  static func plain(_ value: AnyCodableValue) -> String? {
    switch value {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .double(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let flag): "\(flag)"
    case .null: "null"
    case .array, .dictionary: nil
    }
  }
}
