package import Foundation
package import Hyperbasis
import HyperbasisAnchorLog

/// What devices showed of anchors in the middle of a run, to be compared with what is later reported of
/// those moments.
package struct WitnessedPast {
  private struct Sight {
    let device: Int
    let anchor: UUID
    /// The date of the newest event of the anchor that the device had.
    let instant: HBInstant
    let shown: String
    let known: KnownEvents
  }

  /// The events of an anchor up to an instant.
  private struct KnownEvents: Equatable {
    var ids: Set<UUID> = []
    /// Whether some stand in for others that were missing.
    var hasStandIns = false
  }

  private var sights: [Sight] = []

  package init() {}
}

extension WitnessedPast {
  /// Remembers how a device shows some anchors now.
  package mutating func look(
    at store: HBLocalStore, of space: UUID, as device: Int, using random: inout SeededGenerator
  ) throws {
    let index = try store.open[space].withLog { $0.index }
    for slot in (0..<index.slotCount).shuffled(using: &random).prefix(3) {
      let instant = index.instant(index.newestOrdinal(ofSlot: slot))
      sights.append(
        Sight(
          device: device, anchor: index.anchorId(ofSlot: slot), instant: instant,
          shown: try Self.text(ofSlot: slot, at: instant, in: index),
          known: Self.events(ofSlot: slot, through: instant, in: index)))
    }
  }

  /// Returns where a store now reports the past differently from what was seen.
  ///
  /// If logs are exchanged, every store reports the same past, and for each moment what was seen then,
  /// unless something was written that had not arrived yet. Otherwise each store has its own history,
  /// which nothing that comes in may change.
  ///
  /// - Returns: also how many anchors were compared.
  package func differences(
    in store: HBLocalStore, of space: UUID, as device: Int, isLogShared: Bool
  ) throws -> (faults: [ConvergenceFault], compared: Int) {
    let index = try store.open[space].withLog { $0.index }
    var (faults, compared): ([ConvergenceFault], Int) = ([], 0)
    for sight in sights where isLogShared || sight.device == device {
      guard let slot = index.slot(of: sight.anchor) else {
        faults.append(ConvergenceFault("device \(device) lacks \(sight.anchor)", isLoss: true))
        continue
      }
      let known = Self.events(ofSlot: slot, through: sight.instant, in: index)
      if isLogShared, known != sight.known || known.hasStandIns { continue }
      compared += 1
      let shown = try Self.text(ofSlot: slot, at: sight.instant, in: index)
      if shown != sight.shown {
        faults.append(
          ConvergenceFault(
            "device \(device): \(sight.anchor) at \(sight.instant.rfc3339Text) is \(shown), and was "
              + "seen as \(sight.shown) by device \(sight.device)"))
      }
    }
    return (faults, compared)
  }

  private static func events(
    ofSlot slot: Int, through instant: HBInstant, in index: EventIndex
  ) -> KnownEvents {
    var known = KnownEvents()
    for ordinal in index.ordinals(ofSlot: slot) where index.instant(ordinal) <= instant {
      if index.isDerived(ordinal) {
        known.hasStandIns = true
      } else {
        known.ids.insert(index.id(ordinal))
      }
    }
    return known
  }

  private static func text(
    ofSlot slot: Int, at instant: HBInstant, in index: EventIndex
  ) throws -> String {
    let id = index.anchorId(ofSlot: slot)
    let anchor = try index.anchors(in: index.state(at: instant)).first { $0.id == id }
    guard let anchor else { return "hidden" }
    let metadata = anchor.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "\(anchor.transform) \(metadata)"
  }
}
