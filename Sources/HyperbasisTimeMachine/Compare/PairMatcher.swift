package import HyperbasisAnchorLog
import HyperbasisHistory

/// Matches the anchors of a comparison with what a filter says of how they differ and of who made them
/// differ.
package struct PairMatcher {
  private let filter: EventFilter
  private let index: EventIndex
  private var actors: [ActorMatcher]
  /// Whether a difference is of a kind asked for.
  private let accepted: [Bool]
  /// Whether what is asked for is about how far anchors moved, in which nobody has a part who only edits.
  private let asksForDistances: Bool

  package init(_ filter: EventFilter, _ index: EventIndex) {
    self.filter = filter
    self.index = index
    accepted = Difference.allCases.map { filter.accepts($0) }
    asksForDistances = filter.asksForDistances
    actors = filter.terms.compactMap { term in
      if case .actor(let name) = term { ActorMatcher(name, index) } else { nil }
    }
  }

  /// Whether an anchor differs as asked for, and those who are asked for had a part in it.
  ///
  /// - Complexity: that of ``EventIndex/contributions(from:to:hasMoved:isUpdated:)`` where somebody is
  ///   asked for and the anchor differs.
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
      isUpdated: isAcceptedUpdate && !asksForDistances)
    return actors.indices.allSatisfy { number in
      ordinals.contains { actors[number].accepts($0) }
    }
  }

  private func accepts(_ difference: Difference) -> Bool { accepted[difference.rawValue] }
}
