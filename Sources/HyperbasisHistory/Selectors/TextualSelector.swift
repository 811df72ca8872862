package import Foundation

/// Finds a space or an anchor by what a person typed.
package enum TextualSelector {
  /// Something that can be named.
  package struct Candidate: Hashable, Sendable {
    package let id: UUID
    /// What a terminal shows of its name, which is what people type.
    package let name: String?
    /// The name as it is, which is what programs pass on, where that may be another text.
    package let data: String?
    /// What an anchor's space is called.
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

  /// How many characters the beginning of an id needs at least, hyphens not counted.
  package static let minimumPrefix = 4

  /// The space with that id, else that name in any case, else the one whose id starts so.
  ///
  /// Of several names that differ in case alone, the one that is spelled exactly so is meant.
  /// Without a text: the only space.
  package static func space(
    _ text: String?, among candidates: [Candidate]
  ) throws(SelectorError) -> UUID {
    guard let text else { return try only(candidates) }
    if let match = try spaceWithIdOrName(text, among: candidates) { return match.id }
    let prefix = UUIDPrefix(text)
    let matches = candidates.filter { prefix?.matches($0.id) ?? false }
    return try one(of: matches, .space, text, prefix) {
      NearestNames.nearest(to: text, among: candidates)
    }
  }

  /// The space with that whole id, else that name in any case.
  ///
  /// - Throws: ``SelectorError/ambiguous(_:_:candidates:)`` where several names differ from the text
  ///   and from each other in case alone.
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

  /// Those that have a name, in any case.
  package static func spaces(called name: String, among candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.name?.lowercased() == name.lowercased() }
  }

  /// The anchor with that id, else the one whose id starts so, else the one with that label in any
  /// case, else the only one whose label contains the text.
  ///
  /// - Parameter labels: the anchors with their labels in groups, such as those that are there before
  ///   those that are deleted: of several whose labels fit as well, one of an earlier group is meant.
  ///   A deleted anchor with that very label is meant before one that is there and whose label
  ///   contains it. Asked for only where no id fits.
  /// - Complexity: O(*n*) for *n* ids, without making a text of any.
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
      // One id in two logs is one answer, whatever it is called in each.
      if labelled.allSatisfy({ $0.id == first.id }) { return first.id }
      throw SelectorError.ambiguous(.anchor, text, candidates: labelled)
    }
    return try one(of: matches.map { Candidate(id: $0) }, .anchor, text, prefix) {
      // The likeliest error of all is in the last characters of a beginning that was copied.
      guard let shorter = prefix?.dropLast(), shorter.count >= 3 else {
        return NearestNames.nearest(to: text, among: groups.flatMap { $0 })
      }
      return ids.lazy.filter(shorter.matches).prefix(3).map { Candidate(id: $0) }
    }
  }

  /// Those with a label, spelled exactly so before any case, else those whose label contains it, at
  /// last with spaces for `_` and `-`: a search finds `coffee_table` by "coffee table", too. Of those
  /// that fit as well the ones of the first group.
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
