import Foundation
import HyperbasisHistory
import HyperbasisModels
import HyperbasisSyncStatus

/// The merge of a row of the cloud into a space that is here.
struct SpaceMerge {
  let row: SpaceRow
  /// The row as both sides last agreed on it.
  let base: SpaceRow?
  let localName: String?
  let localUpdatedAt: HBInstant

  /// The name that both sides should have.
  var name: String? {
    ThreeWayMerge.merged(
      base: agreedName, mine: localName, theirs: row.name, isMineLater: isMineLater)
  }

  /// The name that both sides had agreed on; nil if that is not known. A side without a name may then never
  /// have seen the other's, as a device that knows a space by its events alone: no name counts as agreed, so
  /// that it does not take the name from everybody else.
  private var agreedName: String?? {
    if let base { return .some(base.name) }
    return localName == nil || row.name == nil ? .some(nil) : nil
  }

  private var isMineLater: Bool { localUpdatedAt > row.updatedAt }

  /// The two names, if both sides have changed the one that they had agreed on, or if none is known.
  var conflict: EditConflict? {
    guard
      ThreeWayMerge.outcome(base: agreedName, mine: localName, theirs: row.name) == .conflict
    else { return nil }
    let mine = EditConflict.Edit(
      value: localName.map { .string($0) }, actor: nil, instant: localUpdatedAt, wasHere: true)
    let theirs = EditConflict.Edit(
      value: row.name.map { .string($0) }, actor: nil, instant: row.updatedAt, wasHere: false)
    return EditConflict(
      spaceId: row.id, anchorId: nil, part: .name, kept: isMineLater ? mine : theirs,
      replaced: isMineLater ? theirs : mine
    ).addressed(to: nil)
  }
}

/// What to do with a space's map.
enum MapMerge: Equatable {
  /// Both sides hold the same bytes, or no map.
  case agreed
  /// Fetch the cloud's map, or remove the one here if the cloud has none any more.
  case takeRemote
  /// Upload this store's map, or remove the cloud's if there is none here any more.
  case keepLocal

  /// - Parameters:
  ///   - base: The cloud's map whose bytes this store held when both agreed.
  ///   - localHash: The hash of the bytes here now; nil without a map.
  ///   - baseHash: The hash of the bytes here then.
  init(
    remote: WorldMapReference?, base: WorldMapReference?, localHash: String?, baseHash: String?,
    isLocalLater: Bool
  ) {
    if remote?.sha256 == localHash, remote == nil || localHash != nil {
      self = .agreed
      return
    }
    let hasRemoteChanged = !WorldMapReference.isSame(remote, base)
    let hasLocalChanged = localHash != baseHash
    switch (hasLocalChanged, hasRemoteChanged) {
    case (false, false): self = .agreed
    case (false, true): self = .takeRemote
    case (true, false): self = .keepLocal
    case (true, true): self = isLocalLater ? .keepLocal : .takeRemote
    }
  }
}

extension WorldMapReference {
  /// Whether both refer to the same bytes: by their hashes, or else by the addresses without the query,
  /// which is a signature that changes.
  static func isSame(_ left: WorldMapReference?, _ right: WorldMapReference?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let hash = left.sha256, let other = right.sha256 { return hash == other }
    return left.place == right.place
  }
}
