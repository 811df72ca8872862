import Foundation
import HyperbasisAnchorLog
import HyperbasisModels

extension Planner {
  /// Undoes the newest operation that is not undone and whose undo changes something.
  ///
  /// What it changed in an anchor goes back to what it was before its first event of that anchor, even if
  /// somebody else has changed the same thing since that event; the plan names such changes.
  func undo() throws -> PlanDraft {
    let draft = try OperationLog(index: index).firstUndoable { group -> PlanDraft? in
      let draft = try reach(.undo, of: group, .back)
      return draft.changesNothing ? nil : draft
    }
    guard let draft else { throw HBStorageError.nothingToUndo }
    return draft
  }

  /// Undoes one operation of any age, except what was changed again since.
  ///
  /// - Parameter frame: with `now`, a place that only shifts have changed since comes back, too; with
  ///   `then` the plan says that it could. Nil skips the search for shifts.
  func undo(operation id: UUID, _ frame: HBPlaceFrame?) throws -> PlanDraft {
    guard let group = OperationLog(index: index).group(id) else {
      throw HBStorageError.notFound(type: "operation", id: id)
    }
    guard group.tag(in: index) == nil, !group.isUndone else { throw HBStorageError.nothingToUndo }
    let adjusted = { (effect: OperationEffect, touch: OperationGroup.Touch) in
      index.isCreatedAnew(touch.slot, after: touch.last) ? effect.leavingTheAnchor : effect
    }
    var draft = try reach(.undo, of: group, .backUnlessChanged, adjusting: adjusted)
    let carried = frame == nil ? [:] : try placesOnlyShifted(of: group, draft)
    if frame == .now, !carried.isEmpty {
      draft = try reach(.undo, of: group, .backUnlessChanged) { effect, touch in
        adjusted(effect, touch).leading(toPlace: carried[touch.slot])
      }
    } else {
      draft.markShifted(carried.keys.map(index.anchorId(ofSlot:)))
    }
    guard !draft.changesNothing || !draft.conflicts.isEmpty else {
      throw HBStorageError.nothingToUndo
    }
    return draft
  }

  /// Redoes the operation whose undo is the newest, unless something was done since.
  func redo() throws -> PlanDraft {
    let log = OperationLog(index: index)
    let draft = try log.firstRedoable { group, undo -> PlanDraft? in
      // The undo may have left parts that were changed before it; redo leaves them as well.
      let undone = Dictionary(grouping: log.undoEvents(of: group.id), by: index.slot)
      let draft = try reach(.redo, of: group, .forward, since: undo.last + 1) { effect, touch in
        let events = undone[touch.slot] ?? []
        let undoing = try OperationEffect(events, in: index)
        // An undo in today's frame is taken back in that frame: to where the anchor was before the undo.
        let isCarried = events.contains { index.corrections[index.id($0)] != nil }
        // What others changed between its events was in force after the last of them.
        let done =
          others(between: group, touch).isEmpty ? effect : effect.leadingToWhatIsUndone(by: undoing)
        return done.restricted(to: undoing)
          .leading(toPlace: isCarried ? undoing.place?.before : nil)
      }
      return draft.changesNothing ? nil : draft
    }
    guard let draft else { throw HBStorageError.nothingToRedo }
    return draft
  }

  /// Drafts what takes an operation's changes out of each anchor that it touched, or puts them back in.
  ///
  /// It covers only the parts that the operation changed: an older operation may have been undone by itself
  /// since, and the whole state of that time would bring its changes back.
  ///
  /// - Parameter since: how many events there were when the places that come back were current; a shift by
  ///   the operation itself is not counted as having come since, and is thus taken back.
  private func reach(
    _ kind: HBPlan.Kind, of group: OperationGroup, _ direction: OperationEffect.Direction,
    since: Int? = nil,
    adjusting: (OperationEffect, OperationGroup.Touch) throws -> OperationEffect = { effect, _ in
      effect
    }
  ) throws -> PlanDraft {
    var draft = PlanDraft(kind, target: HBOperation(group, in: index))
    let log = OperationLog(index: index)
    for touch in index.inStoreOrder(group.touches(in: index)) {
      let subject = try subject(ofSlot: touch.slot)
      guard let anchor = subject.anchor, let state = subject.state else { continue }
      let effect = try adjusting(OperationEffect(touch.ordinals, in: index), touch)
      let (target, conflicts) = effect.applied(to: state, direction)
      draft.append(
        subject, AnchorStep.saving(target, over: state),
        former: formerPlace(target, over: state, touch, direction, since ?? group.last + 1))
      if !conflicts.isEmpty {
        draft.conflicts.append(HBUndoConflict(anchor: anchor, parts: conflicts))
      }
      if direction == .back {
        draft.overridden += try overridden(by: effect, of: group, touch, log) { other in
          other.partsLost(in: target, by: effect)
        }
        .map {
          HBOverriddenChange(
            anchor: anchor, parts: $0.parts, actor: index.actor($0.ordinal),
            instant: index.instant($0.ordinal))
        }
      }
    }
    return draft
  }

  /// Returns the events of others, between the first event of an operation and its last one, that lose
  /// something, with what they lose. Of several that changed the same part, the last one counts: it
  /// replaced the others.
  private func overridden(
    by effect: OperationEffect, of group: OperationGroup, _ touch: OperationGroup.Touch,
    _ log: OperationLog, parts lost: (OperationEffect) -> [HBUndoConflict.Part]
  ) throws -> [(ordinal: Int, parts: [HBUndoConflict.Part])] {
    // If the anchor goes as a whole, what was done to it comes back with it.
    guard !effect.createsAnchor else { return [] }
    var named: Set<HBUndoConflict.Part> = []
    var result: [(ordinal: Int, parts: [HBUndoConflict.Part])] = []
    for ordinal in others(between: group, touch).reversed() {
      let parts = lost(try OperationEffect([ordinal], in: index)).filter { !named.contains($0) }
      guard !parts.isEmpty, isInForce(ordinal, besides: group, log) else { continue }
      named.formUnion(parts)
      result.append((ordinal, parts))
    }
    return result.reversed()
  }

  /// Returns the events of others for an anchor, between an operation's first event of that anchor and its
  /// last event of any anchor.
  private func others(between group: OperationGroup, _ touch: OperationGroup.Touch) -> [Int] {
    guard touch.first < group.last else { return [] }
    let events = index.ordinals(ofSlot: touch.slot)
    let between = events[events.count(below: touch.first + 1)..<events.count(below: group.last)]
    let own = Set(touch.ordinals.dropFirst().filter { $0 < group.last })
    return between.count > own.count ? between.filter { !own.contains($0) } : []
  }

  /// Whether an event belongs to, or redoes, another operation that is not undone.
  private func isInForce(
    _ ordinal: Int, besides group: OperationGroup, _ log: OperationLog
  ) -> Bool {
    let id =
      index.undone(ordinal)?.original ?? index.operation(ordinal)
      ?? index.id(index.untaggedGroup(of: ordinal)[0])
    return id != group.id && !log.isUndone(id)
  }

  private func formerPlace(
    _ target: AnchorState, over state: AnchorState, _ touch: OperationGroup.Touch,
    _ direction: OperationEffect.Direction, _ since: Int
  ) -> PlanDraft.FormerPlace? {
    guard !target.isHidden else { return nil }
    let version: Int?
    if target.transform != state.transform {
      version = direction == .forward ? touch.last : index.anchorOrdinal(before: touch.first)
    } else {
      version = state.isHidden ? index.newestOrdinal(ofSlot: touch.slot) : nil
    }
    return version.map { PlanDraft.FormerPlace(state: target, version: $0, since: since) }
  }
}

extension EventIndex {
  /// Whether an anchor was created again later, as by another import or device: its existence is then not
  /// due to earlier events alone.
  fileprivate func isCreatedAnew(_ slot: Int, after ordinal: Int) -> Bool {
    ordinals(ofSlot: slot).contains { $0 > ordinal && type($0) == .created }
  }

  /// Returns what was done to anchors, in the store's order, in which all plans list them; anchors that the
  /// store does not list yet come last.
  fileprivate func inStoreOrder(_ touches: [OperationGroup.Touch]) -> [OperationGroup.Touch] {
    guard touches.count > 1 else { return touches }
    var left = Dictionary(uniqueKeysWithValues: touches.map { ($0.slot, $0) })
    let ordered = slotsInStoreOrder.compactMap { left.removeValue(forKey: Int($0)) }
    return ordered + touches.filter { left[$0.slot] != nil }
  }
}
