import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

// A row holds only the final state of an anchor, and if both sides changed a part of it, the later change
// counts. If that is the one made here, nothing of the row would reach the log, and the history would
// lack the other one.

extension AnchorMerge {
  /// Returns events for the row's values of parts for which a later change made here counts.
  ///
  /// Each has the instant of the change that overrules it, and comes before it: so it is in the history,
  /// while the state at any moment stays the same.
  func overruledLines(
    _ parts: [EditConflict.Part], ofSlot slot: Int, in index: EventIndex
  ) throws -> [RowEvents.RowLine] {
    var sources: [Int: [EditConflict.Part]] = [:]
    for part in parts {
      // A derived event may give way itself, and what it overrules would then be in force.
      guard let source = try index.source(of: part, inSlot: slot), !index.isDerived(source) else {
        continue
      }
      sources[source, default: []].append(part)
    }
    return try sources.sorted { $0.key < $1.key }.flatMap { source, parts in
      try lines(parts, before: source, in: index)
    }
  }

  private func lines(
    _ parts: [EditConflict.Part], before source: Int, in index: EventIndex
  ) throws -> [RowEvents.RowLine] {
    let version = index.version(source) - 1
    guard version > 0,
      let previous = index.ordinals(ofSlot: index.slot(source)).last(below: source),
      let former = try index.anchorState(after: previous)
    else { return [] }
    let events = AnchorStep.saving(former.taking(parts, from: row), over: former).map { step in
      // Named after the whole event: one row may lead to several of these, and to others after them.
      event(
        step, at: index.instant(source), version: version, isDerived: true, in: index, .ofEvent)
    }
    // An interrupted pass may have written them already.
    let new = events.withKeysChanged(from: former.metadata)
      .filter { index.ordinal(ofEvent: $0.event.id) == nil }
    return new.map { event, changed in
      RowEvents.RowLine(
        event: event, extras: LogExtras(derived: row.updatedAt, changed: changed))
    }
  }
}

extension AnchorState {
  /// Returns the state with a row's values for some parts.
  fileprivate func taking(_ parts: [EditConflict.Part], from row: AnchorRow) -> AnchorState {
    var (transform, metadata) = (transform, metadata)
    for part in parts {
      switch part {
      case .place: transform = row.transform
      case .key(let key): metadata[key] = row.metadata[key]
      case .visibility, .name: break
      }
    }
    return AnchorState(transform: transform, metadata: metadata, isHidden: isHidden)
  }
}

extension EventIndex {
  /// Returns the last event that sets a part of an anchor, whether or not that changed it.
  fileprivate func source(of part: EditConflict.Part, inSlot slot: Int) throws -> Int? {
    switch part {
    case .place: transformSource(newestOrdinal(ofSlot: slot))
    case .key(let key):
      try Array(ordinals(ofSlot: slot)).last { ordinal in
        guard carriesMetadata(ordinal) else { return false }
        return try namedKeys(ordinal)?.contains(key) ?? true
      }
    case .visibility, .name: nil
    }
  }
}
