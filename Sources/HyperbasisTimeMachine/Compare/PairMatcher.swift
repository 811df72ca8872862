package import HyperbasisAnchorLog
package import HyperbasisHistory

/// Matches the anchors of a comparison against the terms of a filter about how they differ and who
/// changed them.
package struct PairMatcher {
  private let filter: EventFilter
  private let index: EventIndex
  private var actors: [ActorMatcher]
  /// For each kind of difference, whether the filter accepts it.
  private let accepted: [Bool]
  /// Whether the filter asks how far anchors moved; those who only edited them have no part in that.
  private let asksForDistances: Bool
  /// The shifts that the comparison takes out; nil for none.
  private let shift: ShiftBetween?

  package init(_ filter: EventFilter, _ index: EventIndex, without shift: ShiftBetween?) {
    self.filter = filter
    self.shift = shift
    self.index = index
    accepted = Difference.allCases.map { filter.accepts($0) }
    asksForDistances = filter.asksForDistances
    actors = filter.terms.compactMap { term in
      if case .actor(let name) = term { ActorMatcher(name, index) } else { nil }
    }
  }

  /// Returns whether an anchor differs as the filter asks, and every actor it names contributed to that.
  ///
  /// - Complexity: that of ``EventIndex/contributions(from:to:hasMoved:isUpdated:without:)`` if the filter names
  ///   an actor and the anchor differs.
  package mutating func accepts(_ pair: StatePair) -> Bool {
    guard filter.acceptsDistance(pair) else { return false }
    guard let difference = pair.difference else { return !filter.asksForChanges }
    let isAccepted = accepts(difference)
    let isAcceptedUpdate = pair.isUpdated && accepts(.updated)
    guard isAccepted || isAcceptedUpdate else { return false }
    guard !actors.isEmpty else { return true }
    let ordinals = index.contributions(
      from: pair.before < 0 ? nil : Int(pair.before), to: pair.after < 0 ? nil : Int(pair.after),
      hasMoved: difference == .moved && isAccepted,
      isUpdated: isAcceptedUpdate && !asksForDistances, without: shift)
    return actors.indices.allSatisfy { number in
      ordinals.contains { actors[number].accepts($0) }
    }
  }

  private func accepts(_ difference: Difference) -> Bool { accepted[difference.rawValue] }
}
