import Foundation

/// A plan before it is known when it happens: steps for each anchor.
struct PlanDraft {
  /// What happens to one anchor.
  struct Entry {
    let anchorId: UUID
    /// Nil for an anchor without events.
    let slot: Int?
    let steps: [AnchorStep]
  }

  let kind: HBPlan.Kind
  var target: HBOperation?
  private(set) var entries: [Entry] = []

  init(_ kind: HBPlan.Kind, target: HBOperation? = nil) {
    self.kind = kind
    self.target = target
  }

  /// Adds what happens to an anchor; nothing for no steps.
  mutating func append(_ anchorId: UUID, slot: Int?, _ steps: [AnchorStep]) {
    guard !steps.isEmpty else { return }
    entries.append(Entry(anchorId: anchorId, slot: slot, steps: steps))
  }
}
