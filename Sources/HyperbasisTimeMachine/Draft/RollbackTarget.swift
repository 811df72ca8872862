import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

extension SpaceView {
  /// How many events are on screen, including those written here that are about to appear.
  var seenEvents: Int { data.head.events + time.ownEvents }

  /// What a rollback of the selected anchor leads to.
  enum RollbackTarget {
    case event(Int, of: UUID)
    case instant(HBInstant, of: UUID)
    case restore(UUID)

    var anchorId: UUID {
      switch self {
      case .event(_, let id), .instant(_, let id), .restore(let id): id
      }
    }

    /// Returns the date that it goes back to; nil if it only brings an anchor back.
    func instant(_ index: EventIndex) -> HBInstant? {
      switch self {
      case .event(let ordinal, _): index.instant(ordinal)
      case .instant(let instant, _): instant
      case .restore: nil
      }
    }

    func request(_ index: EventIndex) -> HBPlanRequest {
      switch self {
      case .event(let ordinal, let id): .rollbackToEvent(anchorId: id, eventId: index.id(ordinal))
      case .instant(let instant, let id): .rollbackToInstant(anchorId: id, instant: instant)
      case .restore(let id): .restore([id])
      }
    }
  }

  /// The row of the history if one is chosen, or if no anchor is; else the date on screen. Nil if both
  /// only stand for the present state.
  var rollbackTarget: RollbackTarget? {
    if lists.movesInHistory, lists.historyRow != nil || lists.selection == nil,
      let row = currentHistoryRow,
      let ordinal = historyOrdinal(row)
    {
      return .event(ordinal, of: index.anchorId(ofSlot: index.slot(ordinal)))
    }
    guard let id = lists.selection, let slot = selectedSlot else { return nil }
    if case .at(let instant) = time.cursor { return .instant(instant, of: id) }
    return index.isHidden(index.newestOrdinal(ofSlot: slot)) ? .restore(id) : nil
  }

  /// Returns whether a rollback to a target deletes the anchor.
  func isDeleted(at target: RollbackTarget) -> Bool {
    ordinal(of: target).map(index.isHidden) ?? false
  }

  /// Returns the event to whose state a rollback returns; nil if it only brings an anchor back, or if the
  /// anchor was not there.
  private func ordinal(of target: RollbackTarget) -> Int? {
    switch target {
    case .event(let ordinal, _): ordinal
    case .instant(let instant, let id):
      index.slot(of: id)
        .flatMap { data.rows(at: index.eventCount(through: instant)).ordinal(ofSlot: $0) }
    case .restore: nil
    }
  }

  /// Returns the event to whose state a rollback returns if it is the anchor's newest, so that nothing would
  /// change; nil if something might.
  ///
  /// After a shift of the space, even an unchanged place may have to be carried along.
  func redundantTarget(_ target: RollbackTarget) -> Int? {
    guard let slot = index.slot(of: target.anchorId) else { return nil }
    let newest = index.newestOrdinal(ofSlot: slot)
    let since: Int
    switch target {
    case .event(let ordinal, _): since = ordinal + 1
    case .instant(let instant, _): since = index.eventCount(through: instant)
    case .restore: return nil
    }
    guard newest < since, let drift = data.drift, !drift.all.contains(where: { $0.after > since })
    else { return nil }
    return newest
  }

  func name(of anchorId: UUID) -> TerminalText {
    guard let slot = index.slot(of: anchorId) else { return TerminalText(ShortId.text(anchorId)) }
    return name(after: index.newestOrdinal(ofSlot: slot))
  }

  /// Returns what an anchor is called after a rollback.
  func name(at target: RollbackTarget) -> TerminalText {
    ordinal(of: target).map(name(after:)) ?? name(of: target.anchorId)
  }

  private func name(after ordinal: Int) -> TerminalText {
    data.description(after: ordinal).label.truncated(to: 40)
  }
}
