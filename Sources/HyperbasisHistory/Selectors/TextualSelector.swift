package import Foundation

/// Finds a space or an anchor by what a person typed.
package enum TextualSelector {
  /// Something that can be named.
  package struct Candidate: Hashable, Sendable {
    package let id: UUID
    /// The name as a terminal shows it, which is what people type.
    package let name: String?
    /// The name as it is stored, which is what programs pass on, if that may be a different text.
    package let data: String?
    /// The name of an anchor's space.
    package let space: String?

    package init(id: UUID, name: String? = nil, data: String? = nil, space: String? = nil) {
      self.id = id
      self.name = name
      self.data = data
      self.space = space
    }

    /// Whether its name contains a text, in any case.
    package func isCalled(_ text: String) -> Bool {
      isCalled { $0.lowercased().contains(text.lowercased()) }
    }

    fileprivate func isCalled(where fits: (String) -> Bool) -> Bool {
      [name, data].contains { $0.map(fits) ?? false }
    }
  }

  /// The least number of characters for the beginning of an id, not counting hyphens.
  package static let minimumPrefix = 4

  /// Returns the space with this id, else with this name in any case, else the one whose id starts with the
  /// text.
  ///
  /// Of several names that differ only in case, the one that is spelled exactly like the text is meant.
  /// Without a text, it is the only space.
  package static func space(
    _ text: String?, among candidates: [Candidate]
  ) throws(SelectorError) -> UUID {
    guard let text else { return try only(candidates) }
    if let match = try spaceWithIdOrName(text, among: candidates) { return match.id }
    let (matches, prefix) = spacesWithPrefix(text, among: candidates)
    return try one(of: matches, .space, text, prefix) {
      NearestNames.nearest(to: text, among: candidates)
    }
  }

  /// Returns the only space that a text names, by its id or the beginning of it, or by its name in any case;
  /// nil if there is none.
  package static func spaceIfAny(
    _ text: String, among candidates: [Candidate]
  ) throws(SelectorError) -> Candidate? {
    if let match = try spaceWithIdOrName(text, among: candidates) { return match }
    let (matches, prefix) = spacesWithPrefix(text, among: candidates)
    guard let prefix, prefix.count >= minimumPrefix, matches.count == 1 else { return nil }
    return matches[0]
  }

  private static func spacesWithPrefix(
    _ text: String, among candidates: [Candidate]
  ) -> ([Candidate], UUIDPrefix?) {
    let prefix = UUIDPrefix(text)
    return (candidates.filter { prefix?.matches($0.id) ?? false }, prefix)
  }

  /// Returns the space with this whole id, else with this name in any case.
  ///
  /// - Throws: ``SelectorError/ambiguous(_:_:candidates:)`` if several names match in any case, and not
  ///   exactly one of them is spelled like the text.
  package static func spaceWithIdOrName(
    _ text: String, among candidates: [Candidate]
  ) throws(SelectorError) -> Candidate? {
    if let prefix = UUIDPrefix(text), prefix.isWhole,
      let match = candidates.first(where: { prefix.matches($0.id) })
    {
      return match
    }
    let named = spaces(called: text, among: candidates)
    guard named.count > 1 else { return named.first }
    let spelled = named.filter { $0.name == text }
    guard spelled.count == 1 else { throw .ambiguous(.space, text, candidates: named) }
    return spelled.first
  }

  /// Returns the candidates with a name, in any case.
  package static func spaces(called name: String, among candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.name?.lowercased() == name.lowercased() }
  }

  /// Returns the anchor with this id, else the one whose id starts with the text, else the one with this
  /// label in any case, else the only one whose label contains the text.
  ///
  /// - Parameter labels: the anchors with their labels in groups, such as visible ones before deleted ones:
  ///   of several labels that match equally well, those of an earlier group win. A deleted anchor with
  ///   exactly this label wins over a visible one whose label contains it. Called only if no id matches.
  /// - Complexity: O(*n*) for *n* ids, without converting any to text.
  package static func anchor(
    _ text: String, among ids: some Sequence<UUID>, labels: () throws -> [[Candidate]] = { [] }
  ) throws -> UUID {
    let prefix = UUIDPrefix(text)
    let matches = prefix.map { prefix in ids.filter(prefix.matches) } ?? []
    if !matches.isEmpty, prefix?.count ?? 0 >= minimumPrefix {
      return try one(of: matches.map { Candidate(id: $0) }, .anchor, text, prefix) { [] }
    }
    let groups = try labels()
    if let labelled = labelled(text, among: groups), let first = labelled.first {
      // The same id in two logs is one answer, whatever its label in each.
      if labelled.allSatisfy({ $0.id == first.id }) { return first.id }
      throw SelectorError.ambiguous(.anchor, text, candidates: labelled)
    }
    return try one(of: matches.map { Candidate(id: $0) }, .anchor, text, prefix) {
      // The likeliest mistake is in the last characters of a copied beginning.
      guard let shorter = prefix?.dropLast(), shorter.count >= 3 else {
        return NearestNames.nearest(to: text, among: groups.flatMap { $0 })
      }
      return ids.lazy.filter(shorter.matches).prefix(3).map { Candidate(id: $0) }
    }
  }

  /// Returns the candidates with a label: spelled exactly, else in any case, else containing the text, else
  /// containing it with spaces for `_` and `-`, so that a search for "coffee table" also finds
  /// `coffee_table`. Of equally good matches, it takes those of the first group.
  private static func labelled(_ text: String, among groups: [[Candidate]]) -> [Candidate]? {
    let wanted = text.lowercased()
    guard !wanted.isEmpty else { return nil }
    let words = spaced(wanted)
    for fits in [
      { $0 == text }, { $0.lowercased() == wanted }, { $0.lowercased().contains(wanted) },
      { spaced($0.lowercased()).contains(words) },
    ] as [(String) -> Bool] {
      let found = groups.lazy.map { group in group.filter { $0.isCalled(where: fits) } }
        .first { !$0.isEmpty }
      if let found { return found }
    }
    return nil
  }

  private static func spaced(_ text: String) -> String {
    String(text.map { $0 == "_" || $0 == "-" ? " " : $0 })
  }

  private static func only(_ candidates: [Candidate]) throws(SelectorError) -> UUID {
    guard let first = candidates.first else { throw .noSpace }
    guard candidates.count == 1 else { throw .notNamed(candidates: candidates) }
    return first.id
  }

  private static func one(
    of matches: [Candidate], _ subject: SelectorError.Subject, _ text: String,
    _ prefix: UUIDPrefix?, nearest: () -> [Candidate]
  ) throws(SelectorError) -> UUID {
    guard let first = matches.first else {
      throw .notFound(subject, text, nearest: nearest())
    }
    guard let prefix, prefix.count >= minimumPrefix else { throw .tooShort(subject, text) }
    guard matches.count == 1 else { throw .ambiguous(subject, text, candidates: matches) }
    return first.id
  }
}
