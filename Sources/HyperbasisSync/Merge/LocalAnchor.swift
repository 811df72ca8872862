import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// An anchor as this store has it, with who last changed each part of it, and when.
struct LocalAnchor {
  /// The last change of a part.
  struct Change {
    let instant: HBInstant
    var actor: String?
  }

  let state: AnchorState
  let transform: Change
  /// The last change of any key.
  let metadata: Change
  /// The change since which the anchor has been hidden, or visible.
  let visibility: Change
}

extension EventIndex {
  /// Returns an anchor after its newest event; nil while it has no state.
  func localAnchor(ofSlot slot: Int) throws -> LocalAnchor? {
    let newest = newestOrdinal(ofSlot: slot)
    guard let state = try anchorState(after: newest), let start = foldStart(ofSlot: slot) else {
      return nil
    }
    return LocalAnchor(
      state: state, transform: change(by: transformSource(newest) ?? start),
      metadata: change(by: metadataSource(newest) ?? start),
      visibility: change(by: visibilitySource(newest, start: start)))
  }

  /// Returns the last change of each key that an anchor has. Nothing says when a key that is missing was
  /// removed: at the latest when the metadata were last written.
  ///
  /// - Complexity: O(events of the anchor); needed only if both sides changed a key.
  func lastChanges(ofSlot slot: Int) throws -> [String: LocalAnchor.Change] {
    try blame(after: newestOrdinal(ofSlot: slot)).keys.mapValues(change(by:))
  }

  private func change(by ordinal: Int) -> LocalAnchor.Change {
    LocalAnchor.Change(instant: instant(ordinal), actor: actor(ordinal))
  }

  private func visibilitySource(_ newest: Int, start: Int) -> Int {
    if let hiding = hidingOrdinal(newest) { return hiding }
    let showing = ordinals(ofSlot: slot(newest)).last { ordinal in
      type(ordinal) == .restored || type(ordinal) == .created
    }
    return showing ?? start
  }
}
