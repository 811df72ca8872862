import Foundation
import HyperbasisAnchorLog
import HyperbasisDrift

/// Whether anything written since a certain event can have changed a frame.
///
/// It looks only at the last few events, so that undoing what was just done costs no search for shifts.
struct FrameActivity {
  let mayChangeFrames: Bool

  /// The least number of followers of a shift.
  private static let leastFollowers = 3
  /// With more events than this, changes are assumed without looking at them.
  private static let longest = 4096

  /// - Parameter since: how many events there were at the time.
  init(_ index: EventIndex, since: Int) {
    let ordinals = since..<max(since, index.count)
    if ordinals.count > Self.longest {
      mayChangeFrames = true
      return
    }
    let undone = Self.undone(ordinals, index)
    var moved: Set<Int> = []
    mayChangeFrames = ordinals.contains { ordinal in
      if undone.contains(index.operationMeant(by: ordinal)) { return false }
      if index.correction(ordinal, index.corrections) != nil { return true }
      if Self.moves(ordinal, index) { moved.insert(index.slot(ordinal)) }
      return moved.count >= Self.leastFollowers
    }
  }

  /// Operations among some events that are undone, so that it is as if they had never been.
  private static func undone(_ ordinals: Range<Int>, _ index: EventIndex) -> Set<UUID> {
    if index.tags.isEmpty { return [] }
    var present: Set<UUID> = []
    var newest: [UUID: OperationTag] = [:]
    for ordinal in ordinals {
      if let tag = index.undone(ordinal) {
        newest[tag.original] = tag
      } else {
        present.insert(index.operation(ordinal) ?? index.id(ordinal))
      }
    }
    return Set(newest.filter { $0.value == .undoes($0.key) && present.contains($0.key) }.keys)
  }

  private static func moves(_ ordinal: Int, _ index: EventIndex) -> Bool {
    guard index.carriesTransform(ordinal),
      let previous = index.anchorOrdinal(before: ordinal), index.hasStarted(previous)
    else { return false }
    return index.position(previous) != index.position(ordinal)
  }
}

extension EventIndex {
  /// Returns the operation that an event belongs to, redoes or undoes.
  func operationMeant(by ordinal: Int) -> UUID {
    undone(ordinal)?.original ?? operation(ordinal) ?? id(ordinal)
  }

  /// Returns the event that hid an anchor that is hidden now; if operations that brought it back meanwhile
  /// were undone, the event that hid it before them. Nil if it is not hidden.
  func firstHidingOrdinal(ofSlot slot: Int) -> Int? {
    guard var hiding = hidingOrdinal(newestOrdinal(ofSlot: slot)) else { return nil }
    while case .undoes(let operation) = undone(hiding) {
      var visible = anchorOrdinal(before: hiding)
      while let ordinal = visible, isVisible(ordinal), operationMeant(by: ordinal) == operation {
        visible = anchorOrdinal(before: ordinal)
      }
      guard let earlier = visible.flatMap(hidingOrdinal) else { break }
      hiding = earlier
    }
    return hiding
  }
}
