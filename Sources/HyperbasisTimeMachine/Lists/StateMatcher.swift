import HyperbasisAnchorLog
import HyperbasisHistory

/// Matches anchors against where a filter wants them and since when: nothing is read.
struct StateMatcher: Sendable {
  private let index: EventIndex
  private var places: [(axis: EventFilter.Axis, relation: MetadataRelation, metres: Double)] = []
  private var ages: [(relation: MetadataRelation, microseconds: Int64)] = []
  /// Nil if no age is asked for.
  private var totals: AnchorTotals?

  init(_ filter: EventFilter, _ index: EventIndex) {
    self.index = index
    for term in filter.terms {
      switch term {
      case .place(let axis, let relation, let metres): places.append((axis, relation, metres))
      case .alive(let relation, let microseconds): ages.append((relation, microseconds))
      default: break
      }
    }
    if !ages.isEmpty { totals = AnchorTotals(index) }
  }

  private init(_ other: StateMatcher, _ index: EventIndex) {
    self.index = index
    (places, ages) = (other.places, other.ages)
    totals = other.totals?.extended(to: index)
  }

  /// Returns the same for a log that has grown at its end.
  func extended(to index: EventIndex) -> StateMatcher { StateMatcher(self, index) }
}

extension StateMatcher {
  /// Returns whether an anchor is as asked for after one of its events.
  ///
  /// - Parameters:
  ///   - position: Where it is then, in metres.
  ///   - date: The date for ages; nil for that of the event.
  func accepts(
    _ ordinal: Int, position: @autoclosure () -> SIMD3<Float>, at date: HBInstant? = nil
  ) -> Bool {
    (places.isEmpty || stands(at: position())) && hasAge(after: ordinal, at: date)
  }

  private func stands(at position: SIMD3<Float>) -> Bool {
    places.allSatisfy { $0.relation.holds($0.axis.value(position), $0.metres) }
  }

  private func hasAge(after ordinal: Int, at date: HBInstant?) -> Bool {
    guard let totals else { return true }
    let age = totals.aliveTime(after: ordinal, at: date ?? index.instant(ordinal), index)
    return ages.allSatisfy { $0.relation.holds(age, $0.microseconds) }
  }

  /// Returns the instants at which an anchor that stays there after an event reaches an age that is
  /// asked for; none for an age that it had before, or if it is gone.
  func birthdays(after ordinal: Int) -> [HBInstant] {
    guard let totals, index.isVisible(ordinal) else { return [] }
    let instant = index.instant(ordinal)
    let age = totals.aliveTime(after: ordinal, at: instant, index)
    return ages.compactMap { asked in
      let (left, overflow) = asked.microseconds.subtractingReportingOverflow(age)
      guard !overflow, left >= 0 else { return nil }
      return instant.advanced(byMicroseconds: left)
    }
  }
}
