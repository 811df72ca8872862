import HyperbasisAnchorLog
import HyperbasisModels

extension HBOperation {
  /// Creates the description of an operation from its events.
  init(_ group: OperationGroup, in index: EventIndex) {
    let tag = group.tag(in: index)
    self.init(
      id: group.id, instant: index.instant(group.last),
      actor: group.ordinals.reversed().lazy.compactMap(index.actor).first,
      kind: Kind(group, tag, in: index), eventCount: group.ordinals.count,
      anchorIds: group.touches(in: index).map { index.anchorId(ofSlot: $0.slot) },
      original: tag?.original, isUndone: group.isUndone)
  }
}

extension HBOperation.Kind {
  /// Creates the kind of an operation whose events are all of one type.
  init(_ type: HBAnchorEvent.EventType) {
    switch type {
    case .created: self = .created
    case .moved: self = .moved
    case .updated: self = .updated
    case .deleted: self = .deleted
    case .restored: self = .restored
    }
  }

  fileprivate init(_ group: OperationGroup, _ tag: OperationTag?, in index: EventIndex) {
    switch tag {
    case .undoes: self = .undo
    case .redoes: self = .redo
    case nil:
      let types = Set(group.ordinals.lazy.map(index.type))
      if types.count == 1, let only = types.first { self.init(only) } else { self = .mixed }
    }
  }
}
