import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// What one side's events change in an anchor, without knowledge of the other side's.
struct SideEdits {
  /// The last event that changed each part, compared to what was there before.
  private(set) var last: [EditConflict.Part: Int] = [:]
  /// The last event that sets the whole state of the anchor, as a rollback does: it also overrides what
  /// others changed before it.
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
    // Events that stand in for those of others are not anything that was done here.
    case .deleted where index.isDerived(ordinal): break
    case .restored where index.isDerived(ordinal): break
    case .deleted: visibility = ordinal
    // It says no more than that the anchor is there, as when a space came back.
    case .restored where !index.carriesTransform(ordinal) && !index.carriesMetadata(ordinal):
      visibility = ordinal
    case .restored:
      (visibility, whole) = (ordinal, ordinal)
      last = try changes(by: ordinal, over: base)
    // Nobody else had the anchor before.
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
  /// The event that deletes the anchor; nil if none does, or it was brought back since.
  var deletion: Int? { visibility.flatMap { index.type($0) == .deleted ? $0 : nil } }

  /// Returns what conflicts with a deletion by the other side: an event after it that shows the anchor
  /// again, or else the last change of all; nil if there is none.
  func counterpart(of deletion: Int) -> Int? {
    if let visibility, visibility > deletion { return visibility }
    return (Array(last.values) + [whole, visibility].compactMap { $0 }).max()
  }

  /// Returns the event that decides this side's value of a part that either side changed; nil if this
  /// side leaves it alone.
  func source(of part: EditConflict.Part, against other: SideEdits) -> Int? {
    if let own = last[part] { return own }
    guard let whole, let changed = other.last[part], changed < whole else { return nil }
    return whole
  }
}
