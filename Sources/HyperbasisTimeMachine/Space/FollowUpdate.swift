import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

/// Follows what others do to the open space.
struct FollowUpdate: SpaceUpdate {
  var transition: Transition

  /// Shows what somebody appended.
  mutating func follow(_ data: SpaceData) {
    let conflicts = view.conflictingAnchors
    let isBack = view.isDeleted
    view.follow(data)
    if isBack { note("\(data.name) is back") }
    // A change that is being written says first what it did.
    if view.editing.write == nil { hand(to: TimeUpdate.self) { $0.cutNewGap() } }
    hand(to: DraftUpdate.self) { $0.noteConflicts(besides: conflicts) }
  }

  /// What was read stays on screen, so that one can see what is gone.
  mutating func noteDeletion(of space: UUID) {
    guard view.data.id == space else { return }
    view.isDeleted = true
    transition.message = .warning("\(view.data.name) was deleted; its files are in the trash")
  }
}

extension SpaceView {
  fileprivate mutating func follow(_ data: SpaceData) {
    let more = max(0, data.index.count - index.count)
    let foreign = max(0, more - time.ownEvents)
    time.ownEvents = max(0, time.ownEvents - more)
    if !isAtEnd { time.arrived += foreign }
    let rows = historyEvents.count
    self.data = data
    isDeleted = false
    // The rows of the history are counted from the newest.
    if let row = lists.historyRow {
      lists.historyRow = row + max(0, historyEvents.count - rows)
    }
  }
}
