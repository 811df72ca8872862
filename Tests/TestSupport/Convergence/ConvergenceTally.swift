/// Counts what was done to the devices of convergence runs, and with what result: a run that never met
/// the cases it is meant for proves nothing.
package struct ConvergenceTally: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Another program wrote other bytes in a map's place.
    case overwrittenMaps = "maps overwritten in place"
    /// A device held such bytes.
    case overwrittenMapsFetched = "of them seen by a device"
    /// A pass ended with rows that the server had refused.
    case refusedPasses = "passes with refused rows"
    /// Rows that were refused before all devices healed.
    case refusalsHealed = "refusals that went by themselves"
    /// Two devices changed different keys of an anchor, unaware of each other.
    case editsTogether = "different keys edited at once"
    /// Such keys that were not touched later.
    case keysKept = "keys that had to survive"
    case migrations
    /// A device synced while another one did.
    case passesAtOnce = "passes in the middle of another one"
    /// Anchors whose past state a device had seen, compared with what is reported of it later.
    case pastsCompared = "anchors compared with what was seen"
    /// A user was let into a space, or got another role there.
    case invitations = "roles given"
    /// A user was removed from a space.
    case dismissals = "members removed"
    /// Spaces on a device, compared with the cloud while the device could not see others or did not
    /// follow them.
    case partsCompared = "spaces compared by devices that have some"
    /// Spaces of the cloud that the device did not have at that time.
    case partsLeftOut = "spaces left out there"
  }

  /// The kinds for spaces that not every device has.
  package static let ofParts: Set<Kind> = [
    .invitations, .dismissals, .partsCompared, .partsLeftOut,
  ]

  /// What happens in every run; all other kinds are left to chance, run by run.
  private static let certain: Set<Kind> = [.migrations]
  /// The number of runs in which every kind occurs, some of them several times.
  private static let manyRuns = 20

  private var counts: [Kind: Int] = [:]
  package private(set) var runs = 0
  /// Lost events and keys.
  package private(set) var lost = 0
  /// Faults of any other kind.
  package private(set) var differing = 0

  package init() {}
}

extension ConvergenceTally {
  package subscript(kind: Kind) -> Int { counts[kind, default: 0] }

  package mutating func add(_ kind: Kind, _ count: Int = 1) { counts[kind, default: 0] += count }

  /// - Parameter other: the tally of one run.
  package mutating func add(_ other: ConvergenceTally, faults: [ConvergenceFault]) {
    counts.merge(other.counts, uniquingKeysWith: +)
    runs += 1
    lost += faults.count { $0.isLoss }
    differing += faults.count { !$0.isLoss }
  }

  /// Returns the kinds that never happened, though they should have in this many runs.
  package func missing(besides spared: Set<Kind>) -> [Kind] {
    Kind.allCases.filter { kind in
      self[kind] == 0 && !spared.contains(kind)
        && (runs >= Self.manyRuns || Self.certain.contains(kind))
    }
  }

  package var text: String {
    let kinds = Kind.allCases.map { "\(self[$0]) \($0.rawValue)" }.joined(separator: ", ")
    return "\(runs) runs: \(kinds); \(lost) lost, \(differing) differing"
  }
}

/// Something that is not as it should be after all devices have synced.
package struct ConvergenceFault: CustomStringConvertible, Sendable {
  package let description: String
  /// Whether somebody's work is gone.
  package let isLoss: Bool

  package init(_ description: String, isLoss: Bool = false) {
    self.description = description
    self.isLoss = isLoss
  }
}
