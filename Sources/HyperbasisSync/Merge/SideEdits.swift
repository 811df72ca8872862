import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// What some events make of an anchor, beside others of which they do not know.
struct SideEdits {
  /// The last event that changed each part, as to what was there before.
  private(set) var last: [EditConflict.Part: Int] = [:]
  /// The last event that says all there is to say of the anchor, as a roll-back does: what others
  /// changed before it does not stand either.
  private(set) var whole: Int?
  /// The last event that hides the anchor or shows it again.
  private var visibility: Int?
  private let index: EventIndex

  /// - Parameters:
  ///   - ordinals: in canonical order.
  ///   - base: what both sides had before.
  init(_ ordinals: [Int], over base: AnchorState?, in index: EventIndex) throws {
    self.index = index
    for ordinal in ordinals { try take(ordinal, over: base) }
  }

  private mutating func take(_ ordinal: Int, over base: AnchorState?) throws {
    switch index.type(ordinal) {
    case .moved: last[.place] = ordinal
    case .updated:
      for key in try index.namedKeys(ordinal) ?? [] { last[.key(key)] = ordinal }
    // What stands in for the events of others is nothing that anybody here did.
    case .deleted where index.isDerived(ordinal): break
    case .restored where index.isDerived(ordinal): break
    case .deleted: visibility = ordinal
    case .restored:
      (visibility, whole) = (ordinal, ordinal)
      last = try changes(by: ordinal, over: base)
    // Nobody had it before.
    case .created: break
    }
  }

  private func changes(
    by ordinal: Int, over base: AnchorState?
  ) throws -> [EditConflict.Part: Int] {
    guard let base, let state = try index.anchorState(after: ordinal) else { return [:] }
    var changes: [EditConflict.Part: Int] = [:]
    if state.transform != base.transform { changes[.place] = ordinal }
    for key in Set(state.metadata.keys).union(base.metadata.keys)
    where state.metadata[key] != base.metadata[key] {
      changes[.key(key)] = ordinal
    }
    return changes
  }
}

extension SideEdits {
  /// The event that deletes the anchor; nil where nothing does, or it was brought back since.
  var deletion: Int? { visibility.flatMap { index.type($0) == .deleted ? $0 : nil } }

  /// What stands against a deletion by the other side: what shows the anchor again later than it, else
  /// the last change of all; nil for nothing.
  func counterpart(of deletion: Int) -> Int? {
    if let visibility, visibility > deletion { return visibility }
    return (Array(last.values) + [whole, visibility].compactMap { $0 }).max()
  }

  /// The event that decides what this side makes of a part that it or the other side changed; nil where
  /// it leaves that alone.
  func source(of part: EditConflict.Part, against other: SideEdits) -> Int? {
    if let own = last[part] { return own }
    guard let whole, let changed = other.last[part], changed < whole else { return nil }
    return whole
  }
}
