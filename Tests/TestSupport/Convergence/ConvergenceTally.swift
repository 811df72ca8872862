/// What was done to the devices of convergence runs, and what came of it: a run that never met what
/// it is about shows nothing.
package struct ConvergenceTally: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// Another program wrote other bytes in a map's place.
    case overwrittenMaps = "maps overwritten in place"
    /// A device held such bytes.
    case overwrittenMapsFetched = "of them seen by a device"
    /// A pass ended with rows that the server had refused.
    case refusedPasses = "passes with refused rows"
    /// Rows that were refused before everybody healed.
    case refusalsHealed = "refusals that went by themselves"
    /// Two devices changed different keys of an anchor, neither knowing of the other.
    case editsTogether = "different keys edited at once"
    /// Such keys that nobody touched later.
    case keysKept = "keys that had to survive"
    case migrations
    /// A device synced while another one did.
    case passesAtOnce = "passes in the middle of another one"
    /// Anchors whose past state a device had seen, and that were compared with what is told of it.
    case pastsCompared = "anchors compared with what was seen"
    /// Somebody was let into a space, or got another role there.
    case invitations = "roles given"
    /// Somebody was removed from a space.
    case dismissals = "members removed"
    /// Spaces on a device that were compared with the cloud while others were out of its sight, or not
    /// followed.
    case partsCompared = "spaces compared by devices that have some"
    /// Spaces of the cloud that a device did not have then.
    case partsLeftOut = "spaces left out there"
  }

  /// What is about spaces that not everybody has.
  package static let ofParts: Set<Kind> = [
    .invitations, .dismissals, .partsCompared, .partsLeftOut,
  ]

  /// What happens in every run; all else chance decides, run by run.
  private static let certain: Set<Kind> = [.migrations]
  /// So many runs meet everything, some of it several times.
  private static let manyRuns = 20

  private var counts: [Kind: Int] = [:]
  package private(set) var runs = 0
  /// Of events and keys.
  package private(set) var lost = 0
  /// Of everything else.
  package private(set) var differing = 0

  package init() {}
}

extension ConvergenceTally {
  package subscript(kind: Kind) -> Int { counts[kind, default: 0] }

  package mutating func add(_ kind: Kind, _ count: Int = 1) { counts[kind, default: 0] += count }

  /// - Parameter other: of one run.
  package mutating func add(_ other: ConvergenceTally, faults: [ConvergenceFault]) {
    counts.merge(other.counts, uniquingKeysWith: +)
    runs += 1
    lost += faults.count { $0.isLoss }
    differing += faults.count { !$0.isLoss }
  }

  /// What never happened, though it should have in so many runs.
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

/// Something that is not as it should be when all have synced.
package struct ConvergenceFault: CustomStringConvertible, Sendable {
  package let description: String
  /// Whether somebody's work is gone.
  package let isLoss: Bool

  package init(_ description: String, isLoss: Bool = false) {
    self.description = description
    self.isLoss = isLoss
  }
}
