import HyperbasisAnchorLog
import HyperbasisModels

/// What an operation did to one anchor, part by part: to its place, its visibility, and each key of its
/// metadata.
///
/// It holds only what the operation's own events changed; what others wrote between two of them is theirs.
/// If the operation created the anchor, only its existence counts: without the anchor there is no place and
/// no metadata to go back to.
struct OperationEffect {
  /// A part before the operation and after it.
  struct Change<Value: Equatable> {
    /// Before the operation's first event of the anchor.
    var start: Value
    /// What the operation replaced: `start`, or what somebody else wrote between two of its events.
    let before: Value
    var after: Value
  }

  /// The change of one metadata key.
  private struct KeyChange {
    let key: String
    var change: Change<AnyCodableValue?>
  }

  private(set) var place: Change<[Float]>?
  /// Whether the anchor is hidden.
  private(set) var hiding: Change<Bool>?
  /// Keyed by their bytes, since a dictionary takes two spellings of a text for one; a nil value stands for
  /// a missing key.
  private var keys: [[UInt8]: KeyChange] = [:]
  /// Whether one of the operation's events brought the anchor into being.
  private(set) var createsAnchor = false
  /// Whether somebody else has created the anchor as well, so that it stays.
  private var leavesAnchor = false

  /// - Parameter ordinals: the operation's events of one anchor, ascending.
  init(_ ordinals: [Int], in index: EventIndex) throws {
    for ordinal in ordinals where index.hasStarted(ordinal) {
      let previous = index.anchorOrdinal(before: ordinal).flatMap { ordinal in
        index.hasStarted(ordinal) ? ordinal : nil
      }
      createsAnchor = createsAnchor || previous == nil
      hiding.note(previous.map(index.isHidden) ?? true, index.isHidden(ordinal))
      guard let previous, !createsAnchor else { continue }
      try notePayload(from: previous, to: ordinal, in: index)
    }
    try noteStart(ordinals, in: index)
  }

  /// Notes how the parts were before the first event, if somebody else wrote between two of them.
  private mutating func noteStart(_ ordinals: [Int], in index: EventIndex) throws {
    guard !createsAnchor, let first = ordinals.first(where: index.hasStarted),
      let former = index.anchorOrdinal(before: first),
      !index.areInARow(ordinals.filter { $0 >= first })
    else { return }
    hiding?.start = index.isHidden(former)
    if place != nil { place?.start = try index.transform(former) }
    guard !keys.isEmpty else { return }
    let metadata = try index.metadata(former)
    keys = keys.mapValues { noted in
      var noted = noted
      noted.change.start = metadata.value(spelled: noted.key)
      return noted
    }
  }

  private mutating func notePayload(
    from previous: Int, to ordinal: Int, in index: EventIndex
  ) throws {
    if index.transformSource(previous) != index.transformSource(ordinal) {
      place.note(try index.transform(previous), try index.transform(ordinal))
    }
    guard index.metadataSource(previous) != index.metadataSource(ordinal) else { return }
    let (old, new) = (try index.metadata(previous), try index.metadata(ordinal))
    for change in new.changes(from: old) {
      let key = Array(change.key.utf8)
      var noted = keys[key]?.change
      noted.note(change.old, change.new)
      keys[key] = noted.map { KeyChange(key: change.key, change: $0) }
    }
  }
}

extension OperationEffect {
  /// Returns the effect, limited to the parts that another operation changed, too.
  func restricted(to other: OperationEffect) -> OperationEffect {
    var result = self
    if other.place == nil { result.place = nil }
    if other.hiding == nil { result.hiding = nil }
    result.keys = keys.filter { other.keys[$0.key] != nil }
    return result
  }

  /// Returns the same effect leading to a different place; unchanged for nil.
  func leading(toPlace transform: [Float]?) -> OperationEffect {
    var result = self
    if let transform { result.place?.after = transform }
    return result
  }

  /// Returns the same effect leading to what an undo of it found.
  func leadingToWhatIsUndone(by undoing: OperationEffect) -> OperationEffect {
    var result = self
    if let place = undoing.place { result.place?.after = place.start }
    if let hiding = undoing.hiding { result.hiding?.after = hiding.start }
    for (key, noted) in undoing.keys { result.keys[key]?.change.after = noted.change.start }
    return result
  }

  /// The same effect without removing an anchor that would go with it.
  var leavingTheAnchor: OperationEffect {
    var result = self
    result.leavesAnchor = true
    return result
  }

  /// The direction in which an operation's changes are applied.
  enum Direction {
    /// Parts go back to what they were before the operation's first event of the anchor, whatever
    /// others made of them since.
    case back
    /// Parts go back to what the operation replaced if they are still as it left them: what others wrote
    /// between its events, or after them, stays.
    case backUnlessChanged
    /// Parts become what the operation made them, whatever they are now.
    case forward
  }

  /// Returns the state that a direction leads to, and the parts that somebody has changed since.
  func applied(
    to state: AnchorState, _ direction: Direction
  ) -> (state: AnchorState, conflicts: [HBUndoConflict.Part]) {
    var result = state
    var conflicts: [HBUndoConflict.Part] = []
    if let hiding {
      let stays = leavesAnchor && hiding.before && !result.isHidden
      if stays || !hiding.apply(to: &result.isHidden, direction) { conflicts.append(.visibility) }
    }
    if let place, !place.apply(to: &result.transform, direction) { conflicts.append(.place) }
    conflicts += apply(direction, to: &result.metadata)
    return (result, conflicts)
  }

  /// Returns the parts that this operation set and that are lost in the state to which an undo of another
  /// one leads: those that both changed. What the other one itself replaced after this one set it does not
  /// come back either.
  func partsLost(in target: AnchorState, by other: OperationEffect) -> [HBUndoConflict.Part] {
    var parts: [HBUndoConflict.Part] = []
    if let place, other.place != nil, place.after != target.transform { parts.append(.place) }
    if let hiding, other.hiding != nil, hiding.after != target.isHidden {
      parts.append(.visibility)
    }
    let lost = keys.filter { bytes, noted in
      other.keys[bytes] != nil
        && noted.change.after != target.metadata.value(spelled: noted.key)
    }
    return parts
      + lost.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { .metadata(key: $0.value.key) }
  }

  private func apply(
    _ direction: Direction, to metadata: inout [String: AnyCodableValue]
  ) -> [HBUndoConflict.Part] {
    let former = metadata
    let parts = keys.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value)
    var kept: [String] = []
    for part in parts {
      var value = former.value(spelled: part.key)
      if part.change.apply(to: &value, direction) {
        metadata.set(value, spelled: part.key)
      } else {
        kept.append(part.key)
      }
    }
    // What somebody changed since also prevails over another spelling of its key.
    for key in kept { metadata.set(former.value(spelled: key), spelled: key) }
    return kept.map { .metadata(key: $0) }
  }
}

extension OperationEffect.Change {
  /// - Returns: false if somebody has changed the value since, so that it stays as it is.
  fileprivate func apply(to value: inout Value, _ direction: OperationEffect.Direction) -> Bool {
    let former = direction == .backUnlessChanged ? before : start
    let target = direction == .forward ? after : former
    guard former != after, value != target else { return true }
    if direction == .backUnlessChanged, value != after { return false }
    value = target
    return true
  }
}

extension Optional {
  /// Notes that an event of the operation led from one value to another. If somebody else set the value
  /// between two events of the operation, that value is what the operation replaced.
  fileprivate mutating func note<Value: Equatable>(_ before: Value, _ after: Value)
  where Wrapped == OperationEffect.Change<Value> {
    guard before != after else { return }
    let former = self.flatMap { $0.after == before ? $0.before : nil }
    self = .init(start: self?.start ?? before, before: former ?? before, after: after)
  }
}

extension EventIndex {
  /// Whether some events of an anchor follow one another with no other event of it in between.
  fileprivate func areInARow(_ ordinals: [Int]) -> Bool {
    guard let first = ordinals.first, let last = ordinals.last else { return true }
    let list = self.ordinals(ofSlot: slot(first))
    return list.count(below: last) - list.count(below: first) == ordinals.count - 1
  }
}
