import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDrift
import HyperbasisHistory
import HyperbasisSyncStatus
import HyperbasisWording

/// Follows what others do to the open space.
struct FollowUpdate: SpaceUpdate {
  var transition: Transition

  /// Shows what was appended.
  mutating func follow(_ data: SpaceData) {
    let conflicts = view.conflictingAnchors
    let isBack = view.loss != nil
    // The file with its name comes back after its log.
    let name = view.data.name
    let isOwn = view.isOwnGrowth(to: data)
    let shift = isOwn ? nil : view.newShift(in: data)
    // The key would undo what others have done since.
    if !isOwn { transition.message = transition.message?.withoutWayBack }
    let lost = view.lost.note(data, after: view.data)
    let damage = data.damage.news(since: view.toldDamage)
    view.toldDamage = data.damage.told(after: view.toldDamage)
    view.follow(data)
    if transition.message?.topic == .filter { hand(to: FindUpdate.self) { $0.noteFilter() } }
    if isBack { note("\(name) is back") }
    // A change that is being written reports first what it did.
    if view.editing.write == nil {
      if let shift { tell(of: shift, besides: isBack) }
      // A log that has lost events has none that were written here just now; that it could not be read,
      // because it was being cut, is over.
      if lost > 0 {
        tell(Self.text(ofLost: lost), besides: isBack)
      } else if let damage {
        // The report of what was done here must not be lost.
        tell(damage, besides: isBack || isOwn || shift != nil)
      }
      hand(to: TimeUpdate.self) { $0.cutNewGap() }
    }
    hand(to: DraftUpdate.self) { $0.noteConflicts(besides: conflicts) }
  }

  private mutating func tell(_ text: TerminalText, besides isNoted: Bool) {
    transition.message =
      (isNoted ? transition.message?.followed(by: text) : nil) ?? .warning(text)
  }

  /// `phone A shifted 24 of 41 anchors by 42 cm just now; 7 shows it`.
  private mutating func tell(of listed: ListedShift, besides isNoted: Bool) {
    let who = ActorText.name(listed.shift.actor) ?? "somebody"
    let age = transition.now.microseconds - listed.instant.microseconds
    let when: TerminalText =
      abs(age) <= Self.recent ? "just now" : "at \(settings.text(listed.instant))"
    let did: TerminalText =
      switch listed.role {
      case .shift: "shifted"
      case .redoneShift: "redid a shift of"
      case .correction: "corrected"
      case .undoneCorrection: "undid a correction of"
      case .redoneCorrection: "redid a correction of"
      case .rollback: "rolled back"
      case .undo: "undid a change of"
      case .redo: "redid a change of"
      }
    tell(
      "\(who) \(did) \(listed.text.sentence) \(when); "
        + "\(label(of: .list(.showTab(.drift)))) shows it",
      besides: isNoted)
  }

  /// Microseconds.
  private static let recent: Int64 = 60_000_000

  /// Notes that the space is lost; what was read stays on screen, so that the user can see what is gone.
  ///
  /// - Parameter removal: what a sync pass reported when it removed the space because others had deleted
  ///   it; nil if it was deleted here.
  mutating func note(_ loss: SpaceLoss, of space: UUID, elsewhere removal: RemovedSpace?) {
    guard view.data.id == space else { return }
    view.loss = loss
    switch loss {
    case .storeGone: transition.message = .error(loss.refusal)
    case .logGone:
      transition.message = .error(
        "the log of \(view.data.name) is gone, but the space was not deleted; hyperbasis verify shows what "
          + "is left")
    case .deleted:
      transition.message = .warning(
        removal.map(settings.text(of:))
          ?? "\(view.data.name) was deleted; its files are in the trash")
    }
  }
}

extension FollowUpdate {
  private static func text(ofLost count: Int) -> TerminalText {
    let gone: TerminalText = count == 1 ? "is gone" : "are gone"
    return
      "\(CountText.text(count, "event")) \(gone) from the log; hyperbasis verify shows what is left"
  }
}

extension SpaceView {
  /// Returns whether all new events were written here, and are reported elsewhere.
  fileprivate func isOwnGrowth(to data: SpaceData) -> Bool {
    data.index.count - index.count <= time.ownEvents
  }

  /// The newest shift that the log did not hold before; also nil if nothing had looked for shifts before.
  fileprivate func newShift(in data: SpaceData) -> ListedShift? {
    guard let former = self.data.drift, let drift = data.drift else { return nil }
    let known = Set(former.shifts.lazy.map(\.id))
    let count = index.count
    return drift.shifts.first { $0.after > count && !known.contains($0.id) }
  }

  fileprivate mutating func follow(_ data: SpaceData) {
    let more = max(0, data.index.count - index.count)
    let foreign = max(0, more - time.ownEvents)
    time.ownEvents = max(0, time.ownEvents - more)
    foreignEvents += foreign
    let (rows, shown) = (historyEvents.count, offset)
    self.data = data
    // Late arrivals dated before the date in view are on screen.
    if !isAtEnd { time.arrived += max(0, foreign - max(0, offset - shown)) }
    loss = nil
    // The rows of the history are counted from the newest.
    if let row = lists.historyRow {
      lists.historyRow = row + max(0, historyEvents.count - rows)
    }
  }
}
