import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// An anchor as this store has it, with when each part of it was last written.
struct LocalAnchor {
  let state: AnchorState
  let transformAt: HBInstant
  let metadataAt: HBInstant
  /// Since when the anchor is hidden, or visible.
  let visibilityAt: HBInstant
}

extension EventIndex {
  /// An anchor after its newest event; nil while it has no state.
  func localAnchor(ofSlot slot: Int) throws -> LocalAnchor? {
    let newest = newestOrdinal(ofSlot: slot)
    guard let state = try anchorState(after: newest), let start = foldStart(ofSlot: slot) else {
      return nil
    }
    return LocalAnchor(
      state: state, transformAt: instant(transformSource(newest) ?? start),
      metadataAt: instant(metadataSource(newest) ?? start),
      visibilityAt: instant(visibilitySource(newest, start: start)))
  }

  private func visibilitySource(_ newest: Int, start: Int) -> Int {
    if let hiding = hidingOrdinal(newest) { return hiding }
    let showing = ordinals(ofSlot: slot(newest)).last { ordinal in
      type(ordinal) == .restored || type(ordinal) == .created
    }
    return showing ?? start
  }
}
