package import HyperbasisAnchorLog

/// The events to which an anchor owes each part of how it is.
package struct Blame: Hashable, Sendable {
  /// The event that put it in its place; nil where no event says where it is.
  package let place: Int?
  /// For each key of the metadata the event that gave it its value.
  package let keys: [String: Int]
  /// The event that deleted it; nil where it is not deleted.
  package let deletion: Int?

  package init(place: Int?, keys: [String: Int], deletion: Int? = nil) {
    self.place = place
    self.keys = keys
    self.deletion = deletion
  }
}

extension EventIndex {
  /// The last change of the place and of each key of the metadata, as they are after an event, and of
  /// an anchor that is deleted its deletion.
  ///
  /// An event that says again what was so before changes nothing.
  ///
  /// - Complexity: O(events of the anchor); of its metadata and transforms those back to the last
  ///   changes are decoded.
  package func blame(after ordinal: Int) throws -> Blame {
    let events = Array(ordinals(ofSlot: slot(ordinal)).prefix { $0 <= ordinal })
    return Blame(
      place: try lastChange(of: events, transformSource, transform),
      keys: try lastChangesOfKeys(events), deletion: hidingOrdinal(ordinal))
  }

  /// The first event from which on a part of the state was as it is after the last.
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

  /// Without repetitions that follow each other.
  private static func distinct(_ ordinals: [Int]) -> [Int] {
    ordinals.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }
}
