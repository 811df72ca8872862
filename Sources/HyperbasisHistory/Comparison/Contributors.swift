package import HyperbasisAnchorLog

extension EventIndex {
  /// Who had a part in what became of an anchor between two of its events, whichever came first:
  /// where it is there after the later one alone, who created it, or who brought it back if it was
  /// deleted after the earlier one; who deleted it, where it is not there any more; else all who moved
  /// or edited it meanwhile, in the order of their first part.
  ///
  /// - Parameters:
  ///   - hasMoved: whether those who wrote a transform had a part.
  ///   - isUpdated: whether those who wrote metadata had a part.
  package func contributors(
    from before: Int?, to after: Int?, hasMoved: Bool, isUpdated: Bool
  ) -> [String] {
    let earlier = [before, after].compactMap { $0 }.min().flatMap { min in
      before == nil || after == nil ? nil : min
    }
    guard let later = [before, after].compactMap({ $0 }).max() else { return [] }
    let wasVisible = earlier.map(isVisible) ?? false
    if isVisible(later), !wasVisible {
      let showing = earlier == nil ? firstShowingOrdinal(later) : showingOrdinal(later)
      return [actor(showing)].compactMap { $0 }
    }
    if wasVisible, let hiding = hidingOrdinal(later) { return [actor(hiding)].compactMap { $0 } }
    var names: [String] = []
    for ordinal in ordinals(ofSlot: slot(later)) where ordinal > earlier ?? -1 && ordinal <= later {
      let hadPart =
        hasMoved && carriesTransform(ordinal) || isUpdated && carriesMetadata(ordinal)
      if hadPart, let name = actor(ordinal), !names.contains(name) { names.append(name) }
    }
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
