import Foundation
import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// The merge of a row of the cloud into an anchor.
struct AnchorMerge {
  /// The row that came.
  let row: AnchorRow
  /// The row as both sides last agreed on it.
  let base: AnchorRow?
  /// Whether the row is gone from the cloud, and was put together from what was known of it.
  var isGone = false
}

extension AnchorMerge {
  /// The result of a merge.
  struct Outcome {
    /// The state that both sides should have.
    let state: AnchorState
    let conflicts: [EditConflict]
    /// The parts that others changed as well, but of which the change made here counts.
    let overruled: [EditConflict.Part]
  }

  /// - Parameter keyChanges: returns the last changes of the keys that the anchor has here; called only
  ///   if both sides changed one.
  func outcome(
    with local: LocalAnchor, keyChanges: () throws -> [String: LocalAnchor.Change]
  ) rethrows -> Outcome {
    let (mine, remote) = (local.state, AnchorState(row))
    let contested = contestedKeys(mine.metadata, remote.metadata)
    let changes = contested.isEmpty ? [:] : try keyChanges()
    func change(_ key: String) -> LocalAnchor.Change { changes[key] ?? local.metadata }
    let state = AnchorState(
      transform: ThreeWayMerge.merged(
        base: base?.transform, mine: mine.transform, theirs: remote.transform,
        isMineLater: isOlder(than: local.transform)),
      metadata: ThreeWayMerge.merged(
        metadata: base?.metadata, mine: mine.metadata, theirs: remote.metadata,
        isMineLater: { isOlder(than: change($0)) }),
      isHidden: ThreeWayMerge.merged(
        base: base.map { $0.deletedAt != nil }, mine: mine.isHidden, theirs: remote.isHidden,
        isMineLater: isOlder(than: local.visibility)))
    var conflicts: [EditConflict] = []
    if let base,
      ThreeWayMerge.outcome(
        base: base.transform, mine: mine.transform, theirs: remote.transform) == .conflict
    {
      conflicts.append(
        conflict(
          .place, .position(mine.transform), local.transform, .position(remote.transform)))
    }
    conflicts += contested.map { key in
      conflict(.key(key), mine.metadata[key], change(key), remote.metadata[key])
    }
    // While the anchor is hidden, nobody sees which value of its parts counts.
    return Outcome(
      state: state, conflicts: visibilityConflict(with: local).map { [$0] } ?? conflicts,
      overruled: conflicts.filter(\.kept.wasHere).map(\.part))
  }

  /// Returns the conflict if one side deleted what the other one changed; the deletion counts, even over
  /// a later change.
  private func visibilityConflict(with local: LocalAnchor) -> EditConflict? {
    guard let base, base.deletedAt == nil, local.state.isHidden != (row.deletedAt != nil) else {
      return nil
    }
    let there = EditConflict.Edit(
      value: .bool(row.deletedAt == nil), actor: nil, instant: row.updatedAt, wasHere: false)
    func here(_ change: LocalAnchor.Change) -> EditConflict.Edit {
      EditConflict.Edit(
        value: .bool(!local.state.isHidden), actor: change.actor, instant: change.instant,
        wasHere: true)
    }
    if local.state.isHidden {
      guard base.isEdited(to: AnchorState(row)) else { return nil }
      return EditConflict(
        spaceId: row.spaceId, anchorId: row.id, part: .visibility, kept: here(local.visibility),
        replaced: there)
    }
    guard base.isEdited(to: local.state) else { return nil }
    let last = local.transform.instant > local.metadata.instant ? local.transform : local.metadata
    return EditConflict(
      spaceId: row.spaceId, anchorId: row.id, part: .visibility, kept: there, replaced: here(last))
  }

  /// Whether a part was changed here after the row was written.
  func isOlder(than change: LocalAnchor.Change) -> Bool { change.instant > row.updatedAt }

  /// Returns the keys that both sides changed in different ways; none if it is not known what they agreed
  /// on.
  private func contestedKeys(
    _ mine: [String: AnyCodableValue], _ theirs: [String: AnyCodableValue]
  ) -> [String] {
    guard let base else { return [] }
    return ThreeWayMerge.outcomes(base: base.metadata, mine: mine, theirs: theirs)
      .filter { $0.value == .conflict }.keys
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func conflict(
    _ part: EditConflict.Part, _ mine: AnyCodableValue?, _ change: LocalAnchor.Change,
    _ theirs: AnyCodableValue?
  ) -> EditConflict {
    let here = EditConflict.Edit(
      value: mine, actor: change.actor, instant: change.instant, wasHere: true)
    let there = EditConflict.Edit(
      value: theirs, actor: nil, instant: row.updatedAt, wasHere: false)
    let isMineKept = isOlder(than: change)
    return EditConflict(
      spaceId: row.spaceId, anchorId: row.id, part: part, kept: isMineKept ? here : there,
      replaced: isMineKept ? there : here)
  }
}

extension AnchorRow {
  /// Whether a state has a different place or different metadata.
  fileprivate func isEdited(to state: AnchorState) -> Bool {
    transform != state.transform || metadata != state.metadata
  }
}

extension AnchorState {
  init(_ row: AnchorRow) {
    self.init(
      transform: row.transform, metadata: row.metadata, isHidden: row.deletedAt != nil)
  }
}
