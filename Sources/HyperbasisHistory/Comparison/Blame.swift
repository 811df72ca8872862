package import HyperbasisAnchorLog

/// The events to which an anchor owes each part of its state.
package struct Blame: Hashable, Sendable {
  /// The event that put it in its place; nil if no event says where it is.
  package let place: Int?
  /// The event that gave each metadata key its value.
  package let keys: [String: Int]
  /// The event that deleted it; nil if it is not deleted.
  package let deletion: Int?

  package init(place: Int?, keys: [String: Int], deletion: Int? = nil) {
    self.place = place
    self.keys = keys
    self.deletion = deletion
  }
}

extension EventIndex {
  /// Returns the last changes of the place and of each metadata key, as they are after an event, and the
  /// deletion of an anchor that is deleted.
  ///
  /// An event that repeats what held before changes nothing.
  ///
  /// - Complexity: O(events of the anchor); only metadata and transforms back to the last changes are
  ///   decoded.
  package func blame(after ordinal: Int) throws -> Blame {
    let events = Array(ordinals(ofSlot: slot(ordinal)).prefix { $0 <= ordinal })
    return Blame(
      place: try lastChange(of: events, transformSource, transform),
      keys: try lastChangesOfKeys(events), deletion: hidingOrdinal(ordinal))
  }

  /// The first event since which a part of the state has been as it is after the last.
  private func lastChange<Part: Equatable>(
    of events: [Int], _ source: (Int) -> Int?, _ part: (Int) throws -> Part
  ) throws -> Int? {
    var sources = Self.distinct(events.reversed().compactMap(source)).makeIterator()
    guard var origin = sources.next() else { return nil }
    let value = try part(origin)
    while let older = sources.next(), try part(older) == value { origin = older }
    return origin
  }

  private func lastChangesOfKeys(_ events: [Int]) throws -> [String: Int] {
    var sources = Self.distinct(events.reversed().compactMap(metadataSource)).makeIterator()
    guard let newest = sources.next() else { return [:] }
    let current = try metadata(newest)
    var origins = current.mapValues { _ in newest }
    var open = Set(current.keys)
    while !open.isEmpty, let older = sources.next() {
      let former = try metadata(older)
      open = open.filter { former[$0] == current[$0] }
      for key in open { origins[key] = older }
    }
    return origins
  }

  /// Without consecutive repetitions.
  private static func distinct(_ ordinals: [Int]) -> [Int] {
    ordinals.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
