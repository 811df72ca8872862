package import HyperbasisAnchorLog
package import HyperbasisModels

/// What led to a change of an anchor: who had a part in it, and when.
package struct Contribution: Hashable, Sendable {
  /// Those whom the events name, in the order of their first part.
  package let actors: [String]
  /// How many events had a part.
  package let eventCount: Int
  /// When the first and the last of them happened.
  package let first: HBInstant
  package let last: HBInstant
}

extension EventIndex {
  /// What led to what became of an anchor between two of its events, whichever came first; nil where
  /// no event had a part.
  ///
  /// For the parameters, and which events have a part, see
  /// ``contributions(from:to:hasMoved:isUpdated:)``.
  package func contribution(
    from before: Int?, to after: Int?, hasMoved: Bool, isUpdated: Bool
  ) -> Contribution? {
    let ordinals = contributions(
      from: before, to: after, hasMoved: hasMoved, isUpdated: isUpdated)
    guard let first = ordinals.first, let last = ordinals.last else { return nil }
    return Contribution(
      actors: actors(of: ordinals), eventCount: ordinals.count, first: instant(first),
      last: instant(last))
  }

  /// Who had a part in what became of an anchor between two of its events, in the order of their
  /// first part.
  package func contributors(
    from before: Int?, to after: Int?, hasMoved: Bool, isUpdated: Bool
  ) -> [String] {
    actors(
      of: contributions(from: before, to: after, hasMoved: hasMoved, isUpdated: isUpdated))
  }

  /// The events that had a part in what became of an anchor between two of its events, whichever came
  /// first: where it is there after the later one alone, that which created it, or which brought it
  /// back if it was deleted after the earlier one; that which deleted it, where it is not there any
  /// more; else all that moved or edited it meanwhile.
  ///
  /// - Parameters:
  ///   - hasMoved: whether those that carry a transform had a part.
  ///   - isUpdated: whether those that carry metadata had a part.
  /// - Complexity: O(log n + m) for n events of the anchor, m of them between the two; where it is
  ///   there after one of them alone, O(n) at most.
  package func contributions(
    from before: Int?, to after: Int?, hasMoved: Bool, isUpdated: Bool
  ) -> [Int] {
    let earlier = [before, after].compactMap { $0 }.min().flatMap { min in
      before == nil || after == nil ? nil : min
    }
    guard let later = [before, after].compactMap({ $0 }).max() else { return [] }
    let wasVisible = earlier.map(isVisible) ?? false
    if isVisible(later), !wasVisible {
      return [earlier == nil ? firstShowingOrdinal(later) : showingOrdinal(later)]
    }
    if wasVisible, let hiding = hidingOrdinal(later) { return [hiding] }
    let events = ordinals(ofSlot: slot(later))
    let meanwhile = events.count(below: (earlier ?? -1) + 1)..<events.count(below: later + 1)
    return meanwhile.lazy.map { events[$0] }.filter { ordinal in
      hasMoved && carriesTransform(ordinal) || isUpdated && carriesMetadata(ordinal)
    }
  }

  private func actors(of ordinals: [Int]) -> [String] {
    var names: [String] = []
    for name in ordinals.compactMap(actor) where !names.contains(name) { names.append(name) }
    return names
  }

  /// The event that made the anchor of a visible event visible for the first time.
  private func firstShowingOrdinal(_ ordinal: Int) -> Int {
    ordinals(ofSlot: slot(ordinal)).first(where: isVisible) ?? ordinal
  }

  /// The event that made the anchor of a visible event visible.
  private func showingOrdinal(_ ordinal: Int) -> Int {
    let list = ordinals(ofSlot: slot(ordinal))
    var place = list.count(below: ordinal)
    while place > 0, isVisible(list[place - 1]) { place -= 1 }
    return list[place]
  }
}
