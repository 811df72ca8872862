import HyperbasisAnchorLog
import HyperbasisModels

extension HBOperation {
  /// The description of an operation's events.
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
  fileprivate init(_ group: OperationGroup, _ tag: OperationTag?, in index: EventIndex) {
    switch tag {
    case .undoes: self = .undo
    case .redoes: self = .redo
    case nil:
      let types = Set(group.ordinals.lazy.map(index.type))
      // The kinds of single types bear their names.
      let only = types.count == 1 ? types.first.flatMap { Self(rawValue: $0.rawValue) } : nil
      self = only ?? .mixed
    }
  }
}
