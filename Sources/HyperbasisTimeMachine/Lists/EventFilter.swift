package import HyperbasisAnchorLog
import HyperbasisCanvas
package import HyperbasisHistory

/// What the user wants to see: all of the terms must hold.
package struct EventFilter: Hashable, Sendable {
  /// The filter as it was typed.
  package let text: String
  package let terms: [Term]
  /// The date as of which ages count; nil for that of the last event of a state.
  private(set) var date: HBInstant?

  /// Reads a filter; nil for an empty one.
  ///
  /// - Parameter dates: What dates in it depend on; nil if it can have none.
  package init?(_ text: String, dates: DateExpression.Context? = nil) throws(Complaint) {
    var parser = FilterParser(text, dates: dates)
    let terms = try parser.terms()
    guard !terms.isEmpty else { return nil }
    self.text = text
    self.terms = terms
  }

  /// Creates a filter from terms that were read before, so that dates in them stay what they are.
  init(text: String, terms: [Term]) {
    self.text = text
    self.terms = terms
  }
}

extension EventFilter {
  package enum Term: Hashable, Sendable {
    /// Some text of the metadata contains it, in upper or lower case; or the id starts with it, if it
    /// is long enough for the beginning of an id.
    case text(String)
    case member(key: String, value: MetadataOperand)
    /// No member with the key has the value.
    case differs(key: String, value: MetadataOperand)
    /// The member with the key is on one side of a value: a number if that is a number, else a text.
    case compared(key: String, MetadataRelation, MetadataOperand)
    case type(String)
    /// Where the anchor is.
    case place(Axis, MetadataRelation, metres: Double)
    /// How long the anchor has been there, the sum of all such periods.
    case alive(MetadataRelation, microseconds: Int64)
    case kind(ChangeKind)
    case actor(String)
    /// How far the event moved its anchor; in a comparison, how far apart its places are.
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
  /// What must be known to decide whether a term holds.
  enum Subject: Hashable, Sendable {
    /// The anchor's metadata and its id.
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
  /// Returns whether some term is about a subject.
  func asks(_ subject: Term.Subject) -> Bool { terms.contains { $0.subject == subject } }

  /// Whether it asks what happened, and not only what anchors are like.
  package var asksForEvents: Bool { asks(.event) }

  /// Whether what passes also depends on the date between two events.
  package var asksForAges: Bool {
    terms.contains { if case .alive = $0 { true } else { false } }
  }

  /// Returns the same filter for a state as of a date between two events; only ages depend on it.
  package func asOf(_ date: HBInstant?) -> EventFilter {
    guard asksForAges else { return self }
    var filter = self
    filter.date = date
    return filter
  }

  /// What must have happened to an anchor in a comparison of two states: all terms but how far it
  /// moved, which the states tell themselves, and who made it differ. Nil if there are no other terms.
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

  /// The same filter without a date.
  var undated: EventFilter { asOf(nil) }
}

// MARK: - Matching

extension EventFilter {
  /// Whether a term is about how an anchor differs or who made it differ, so that no anchor passes
  /// without a difference.
  var asksForChanges: Bool {
    terms.contains { term in
      switch term {
      case .kind, .moved, .actor: true
      default: false
      }
    }
  }

  /// Returns whether a difference is of the kind asked for, if any.
  package func accepts(_ difference: Difference) -> Bool {
    terms.allSatisfy { term in
      if case .kind(let kind) = term { kind.accepts(difference) } else { true }
    }
  }

  /// Returns whether an anchor of a comparison moved as far as asked for, if the filter asks.
  func acceptsDistance(_ pair: StatePair) -> Bool {
    terms.allSatisfy { term in
      guard case .moved(let relation, let metres) = term else { return true }
      return pair.hasMoved && relation.holds(pair.distance, metres)
    }
  }

  /// Returns whether the terms about metadata hold.
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

  /// Returns a value as `key=value` writes it; nil for arrays and dictionaries, which it cannot write.
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
