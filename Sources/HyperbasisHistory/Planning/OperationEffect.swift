import HyperbasisAnchorLog
import HyperbasisModels

/// What an operation did to one anchor, part by part: its place, whether it is there, and each key
/// of its metadata.
///
/// Only what the operation's own events changed is in it; what others wrote between two of them is
/// theirs. Where the operation created the anchor, that it is there is all that counts: without
/// the anchor there is no place and there are no metadata to go back to.
struct OperationEffect {
  /// A part before the operation and after it.
  struct Change<Value: Equatable> {
    let before: Value
    var after: Value
  }

  /// What became of one key of the metadata.
  private struct KeyChange {
    let key: String
    let change: Change<AnyCodableValue?>
  }

  private(set) var place: Change<[Float]>?
  /// Whether the anchor is hidden.
  private(set) var hiding: Change<Bool>?
  /// By their bytes, since a dictionary takes two spellings of a text for one; nil stands for no such
  /// key.
  private var keys: [[UInt8]: KeyChange] = [:]
  private var createsAnchor = false
  /// Whether somebody else said as well that the anchor is there.
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
  /// Only the parts that another operation changed, too.
  func restricted(to other: OperationEffect) -> OperationEffect {
    var result = self
    if other.place == nil { result.place = nil }
    if other.hiding == nil { result.hiding = nil }
    result.keys = keys.filter { other.keys[$0.key] != nil }
    return result
  }

  /// The same effect, whose place is meanwhile another one to the bit; as it is for nil.
  func leading(toPlace transform: [Float]?) -> OperationEffect {
    var result = self
    if let transform { result.place?.after = transform }
    return result
  }

  /// The same effect, but for an anchor that would go with it.
  var leavingTheAnchor: OperationEffect {
    var result = self
    result.leavesAnchor = true
    return result
  }

  /// Which way an operation's changes are gone through.
  enum Direction {
    /// Parts go back to what they were before the operation, whatever they are now.
    case back
    /// Parts go back where they still are what the operation made them.
    case backUnlessChanged
    /// Parts become what the operation made them, whatever they are now.
    case forward
  }

  /// The state that a direction leads to, and the parts that somebody changed since.
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
    // What somebody changed since stands against another spelling of its key, too.
    for key in kept { metadata.set(former.value(spelled: key), spelled: key) }
    return kept.map { .metadata(key: $0) }
  }
}

extension OperationEffect.Change {
  /// - Returns: false where somebody changed the value since, so that it stays as it is.
  fileprivate func apply(to value: inout Value, _ direction: OperationEffect.Direction) -> Bool {
    let target = direction == .forward ? after : before
    guard before != after, value != target else { return true }
    if direction == .backUnlessChanged, value != after { return false }
    value = target
    return true
  }
}

extension Optional {
  /// Notes that an event of the operation led from one value to another. Where somebody else set the
  /// value between two events of the operation, it is theirs that the operation replaced.
  fileprivate mutating func note<Value: Equatable>(_ before: Value, _ after: Value)
  where Wrapped == OperationEffect.Change<Value> {
    guard before != after else { return }
    let former = self.flatMap { $0.after == before ? $0.before : nil }
    self = .init(before: former ?? before, after: after)
  }
}
