package import Foundation
package import Hyperbasis

/// Changes that are staged over the live space: shown, but not written.
package struct Draft: Sendable {
  /// The anchors as they will be, in the order in which they were first touched.
  package private(set) var anchors: [HBAnchor] = []
  private var past: [[HBAnchor]] = []
  private var future: [[HBAnchor]] = []

  package init() {}

  package var isEmpty: Bool { anchors.isEmpty }
  package var canRedo: Bool { !future.isEmpty }

  /// The anchor as it will be; nil where the draft does not touch it.
  package func anchor(_ id: UUID) -> HBAnchor? {
    anchors.first { $0.id == id }
  }
}

extension Draft {
  /// Stages an anchor, new or changed.
  package mutating func stage(_ anchor: HBAnchor) {
    edit { anchors in
      if let place = anchors.firstIndex(where: { $0.id == anchor.id }) {
        anchors[place] = anchor
      } else {
        anchors.append(anchor)
      }
    }
  }

  /// Leaves an anchor as it is in the store, or unmade.
  package mutating func forget(_ id: UUID) {
    edit { $0.removeAll { $0.id == id } }
  }

  private mutating func edit(_ change: (inout [HBAnchor]) -> Void) {
    past.append(anchors)
    future = []
    change(&anchors)
  }

  /// Takes the last edit back; false where there is none.
  package mutating func undo() -> Bool {
    guard let last = past.popLast() else { return false }
    future.append(anchors)
    anchors = last
    return true
  }

  /// Does the edit again that was taken back last; false where there is none.
  package mutating func redo() -> Bool {
    guard let next = future.popLast() else { return false }
    past.append(anchors)
    anchors = next
    return true
  }
}

extension SpaceView {
  /// An anchor as the draft leaves it, else as it is now, hidden or not.
  func draftedAnchor(_ id: UUID) -> HBAnchor? {
    draft?.anchor(id) ?? liveAnchor(id)
  }

  /// An anchor as it is now in the store.
  func liveAnchor(_ id: UUID) -> HBAnchor? {
    guard let slot = index.slot(of: id) else { return nil }
    return (try? index.anchor(after: index.newestOrdinal(ofSlot: slot))) ?? nil
  }

  /// What the draft does to each anchor it touches.
  var draftedChanges: [HBPlannedChange] {
    (draft?.anchors ?? []).map { anchor in
      HBPlannedChange(
        anchorId: anchor.id, before: liveAnchor(anchor.id), after: anchor, events: [])
    }
  }
}
