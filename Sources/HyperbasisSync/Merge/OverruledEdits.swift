import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

// A row says how an anchor was left, and where both sides changed a part of it, the later change counts.
// Where that is the one made here, nothing of the row would come into the log, and the history would
// have one of the two.

extension AnchorMerge {
  /// The events that stand for what the row says of parts of which later changes made here count.
  ///
  /// Each is of the very instant of the change that took the part's place, and comes before it: so it is
  /// in the history, and what is shown of any moment stays what it was.
  func overruledLines(
    _ parts: [EditConflict.Part], ofSlot slot: Int, in index: EventIndex
  ) throws -> [RowEvents.RowLine] {
    var sources: [Int: [EditConflict.Part]] = [:]
    for part in parts {
      // What gives way itself would leave what it took the place of in force.
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
      // One row may lead to several of them, and to events behind them.
      event(
        step, at: index.instant(source), version: version, isDerived: true, in: index, .ofEvent)
    }
    // A pass that died may have written them already.
    let new = events.withKeysChanged(from: former.metadata)
      .filter { index.ordinal(ofEvent: $0.event.id) == nil }
    return new.map { event, changed in
      RowEvents.RowLine(
        event: event, extras: LogExtras(derived: row.updatedAt, changed: changed))
    }
  }
}

extension AnchorState {
  /// The same with what a row says of some parts.
  fileprivate func taking(_ parts: [EditConflict.Part], from row: AnchorRow) -> AnchorState {
    var (transform, metadata) = (transform, metadata)
    for part in parts {
      switch part {
      case .place: transform = row.transform
      case .key(let key): metadata[key] = row.metadata[key]
      case .visibility: break
      }
    }
    return AnchorState(transform: transform, metadata: metadata, isHidden: isHidden)
  }
}

extension EventIndex {
  /// The last event that says what a part of an anchor is, whatever it was before.
  fileprivate func source(of part: EditConflict.Part, inSlot slot: Int) throws -> Int? {
    switch part {
    case .place: transformSource(newestOrdinal(ofSlot: slot))
    case .key(let key):
      try Array(ordinals(ofSlot: slot)).last { ordinal in
        guard carriesMetadata(ordinal) else { return false }
        return try namedKeys(ordinal)?.contains(key) ?? true
      }
    case .visibility: nil
    }
  }
}
