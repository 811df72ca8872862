import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// An anchor as this store has it, with who last wrote each part of it, and when.
struct LocalAnchor {
  /// The last change of a part.
  struct Change {
    let instant: HBInstant
    var actor: String?
  }

  let state: AnchorState
  let transform: Change
  /// Of any of them.
  let metadata: Change
  /// Since when the anchor is hidden, or visible.
  let visibility: Change
}

extension EventIndex {
  /// An anchor after its newest event; nil while it has no state.
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

  /// The last change of each key that an anchor has. Of one that is not there any more nothing says
  /// when it went: at the latest when the metadata were last written.
  ///
  /// - Complexity: O(events of the anchor); to be asked where both sides changed a key.
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
