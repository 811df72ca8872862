package import Foundation
package import Hyperbasis
import HyperbasisAnchorLog

/// Edits of different keys of one anchor that two devices make unaware of each other: both must survive.
package struct EditsTogether {
  private struct Edit {
    let anchor: UUID
    /// The events as which it was written.
    let events: Set<UUID>
    let key: String
    let value: Int
  }

  private var edits: [Edit] = []

  package init() {}
}

extension EditsTogether {
  /// Sets a different key on each of two devices, for an anchor that both show.
  ///
  /// - Returns: what was done; empty if they show no anchor in common.
  package mutating func make(
    on stores: [HBLocalStore], of space: UUID, using random: inout SeededGenerator
  ) throws -> [HBPlan] {
    let both = stores.shuffled(using: &random).prefix(2)
    let shown = try both.map { store in
      try store.loadAnchors(spaceId: space).filter { !$0.isDeleted }
    }
    guard shown.count == 2 else { return [] }
    let there = Set(shown[1].map(\.id))
    let common = shown[0].map(\.id).filter(there.contains)
      .sorted { $0.uuidString < $1.uuidString }
    guard let id = common.randomElement(using: &random) else { return [] }
    return try zip(both, shown).compactMap { store, anchors in
      guard var anchor = anchors.first(where: { $0.id == id }) else { return nil }
      let (key, value) = ("own\(edits.count)", edits.count)
      anchor.metadata[key] = .int(value)
      let plan = try store.perform(.save([anchor]), spaceId: space)
      edits.append(
        Edit(anchor: id, events: Set(plan.events.map(\.id)), key: key, value: value))
      return plan
    }
  }

  /// Returns the edits that are gone, although nothing undid them.
  ///
  /// - Returns: also how many had to be there.
  package func lost(
    in stores: [HBLocalStore], of space: UUID
  ) throws -> (faults: [ConvergenceFault], kept: Int) {
    let indexes = try stores.map { try $0.open[space].withLog { $0.index } }
    var (faults, kept): ([ConvergenceFault], Int) = ([], 0)
    for edit in edits where try !indexes.contains(where: { try mayBeUndone(edit, in: $0) }) {
      for (number, store) in stores.enumerated() {
        guard let anchor = try store.loadAnchor(id: edit.anchor), !anchor.isDeleted else {
          continue
        }
        kept += 1
        if anchor.metadata[edit.key] != .int(edit.value) {
          faults.append(
            ConvergenceFault(
              "device \(number): \(edit.key) of \(edit.anchor) is gone", isLoss: true))
        }
      }
    }
    return (faults, kept)
  }

  /// Whether an older state was restored since, or the key was changed to something else.
  private func mayBeUndone(_ edit: Edit, in index: EventIndex) throws -> Bool {
    guard let slot = index.slot(of: edit.anchor) else { return false }
    let events = index.ordinals(ofSlot: slot).filter { !index.isDerived($0) }
    // If the edit came as a row, nothing says what was written before it.
    let start = events.first { edit.events.contains(index.id($0)) } ?? 0
    return try events.contains { event in
      if index.type(event) == .restored { return event > start }
      guard try index.namedKeys(event)?.contains(edit.key) ?? false else { return false }
      return try index.event(event).metadata?[edit.key] != .int(edit.value)
    }
  }
}
