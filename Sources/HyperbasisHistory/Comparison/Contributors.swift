package import HyperbasisAnchorLog
package import HyperbasisModels

/// What led to a change of an anchor: who contributed to it, and when.
package struct Contribution: Hashable, Sendable {
  /// The actors that the events name, in the order of their first contributions; a blank name is none.
  package let actors: [String]
  /// Whether some of the events name no actor.
  package let hasUnnamed: Bool
  /// How many events contributed.
  package let eventCount: Int
  /// When the first and the last of them happened.
  package let first: HBInstant
  package let last: HBInstant
}

extension EventIndex {
  /// Returns what led to an anchor's change between two of its events, whichever came first; nil if no
  /// event contributed.
  ///
  /// For the parameters, and which events contribute, see
  /// ``contributions(from:to:hasMoved:isUpdated:without:)``.
  package func contribution(
    from before: Int?, to after: Int?, hasMoved: Bool, isUpdated: Bool,
    without shift: ShiftBetween? = nil
  ) -> Contribution? {
    let ordinals = contributions(
      from: before, to: after, hasMoved: hasMoved, isUpdated: isUpdated, without: shift)
    guard let first = ordinals.first, let last = ordinals.last else { return nil }
    var (actors, hasUnnamed): ([String], Bool) = ([], false)
    for ordinal in ordinals {
      guard let name = actor(ordinal), !name.allSatisfy(\.isWhitespace) else {
        hasUnnamed = true
        continue
      }
      if !actors.contains(name) { actors.append(name) }
    }
    return Contribution(
      actors: actors, hasUnnamed: hasUnnamed, eventCount: ordinals.count, first: instant(first),
      last: instant(last))
  }

  /// Returns the events that contributed to an anchor's change between two of its events, whichever came
  /// first: if it is there only after the later one, the event that created it, or that brought it back if
  /// it was deleted as of the earlier one; if it is no longer there, the event that deleted it; else all
  /// that moved or edited it in between. One that repeats what was so before had no part in that.
  ///
  /// - Parameters:
  ///   - hasMoved: whether events that changed the transform contribute.
  ///   - isUpdated: whether events that changed the metadata contribute.
  ///   - shift: shifts that were taken out: who only wrote where they had brought the anchor did not move it,
  ///     unless there is nobody else who did.
  /// - Complexity: O(log n + m) for n events of the anchor, m of them between the two; O(n) at most if it
  ///   is there after only one of them.
  package func contributions(
    from before: Int?, to after: Int?, hasMoved: Bool, isUpdated: Bool,
    without shift: ShiftBetween? = nil
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
    let contributing: [Int] = meanwhile.lazy.map { events[$0] }.filter { ordinal in
      hasMoved && changesTransform(ordinal) || isUpdated && changesMetadata(ordinal)
    }
    guard hasMoved, let shift else { return contributing }
    let moves = contributing.filter(changesTransform)
    let own = moves.filter { !shift.isFollowed(by: $0) }
    if own.isEmpty { return contributing }
    return contributing.filter { ordinal in
      !shift.isFollowed(by: ordinal) || isUpdated && changesMetadata(ordinal)
    }
  }

  /// The first event that made the anchor of a visible event visible.
  private func firstShowingOrdinal(_ ordinal: Int) -> Int {
    ordinals(ofSlot: slot(ordinal)).first(where: isVisible) ?? ordinal
  }

  /// The latest event, up to a visible one, that made its anchor visible.
  private func showingOrdinal(_ ordinal: Int) -> Int {
    let list = ordinals(ofSlot: slot(ordinal))
    var place = list.count(below: ordinal)
    while place > 0, isVisible(list[place - 1]) { place -= 1 }
    return list[place]
  }
}
