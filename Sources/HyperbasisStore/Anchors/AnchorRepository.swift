package import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels

/// Anchors as they are now.
package struct AnchorRepository: Sendable {
  let open: OpenSpaces

  private var context: StoreContext { open.context }
  private var catalog: SpaceCatalog { SpaceCatalog(open: open) }
}

extension AnchorRepository {
  /// Writes an anchor's file alone, as the original SDK does, with the dates that it has.
  ///
  /// Without events of its own the anchor then reads as created and, where it is deleted, deleted
  /// at its dates. With events, a state that differs from theirs reads as their continuation.
  /// ``PlanExecutor/perform(_:spaceId:)`` is what records a change.
  package func save(_ anchor: HBAnchor) throws {
    guard anchor.validate() else {
      throw HBAnchorError.invalidTransform(count: anchor.transform.count)
    }
    try reachingFiles {
      let space = open[anchor.spaceId]
      try space.lock.withLock {
        try context.anchors.write(anchor)
        space.forget()
      }
    }
  }

  /// An anchor, with `deletedAt` where it is hidden; nil where no anchor has that id, or it was
  /// purged.
  package func load(_ id: UUID) throws -> HBAnchor? {
    guard let space = try catalog.space(ofAnchor: id) else { return nil }
    return try reachingFiles {
      try open[space].withLog { log in
        guard let slot = log.index.slot(of: id) else { return nil }
        return try latest(slot, in: log)
      }
    }
  }

  /// The anchors of a space, hidden ones included, in the store's order; without purged ones.
  package func load(of spaceId: UUID) throws -> [HBAnchor] {
    try reachingFiles {
      try open[spaceId].withLog { log in
        try log.index.slotsInStoreOrder.compactMap { try latest(Int($0), in: log) }
      }
    }
  }

  /// The anchors, of all spaces, whose `updatedAt` is later than a date.
  package func load(modifiedSince date: Date) throws -> [HBAnchor] {
    try catalog.sortedIds().flatMap { try load(of: $0).filter { $0.updatedAt > date } }
  }

  private func latest(_ slot: Int, in log: borrowing LoadedLog) throws -> HBAnchor? {
    let index = log.index
    let newest = index.newestOrdinal(ofSlot: slot)
    let id = index.anchorId(ofSlot: slot)
    if index.isHidden(newest), !open.anchorFiles.isDirty(id, of: index.spaceId),
      try context.anchors.owner(of: id) != index.spaceId
    {
      return nil
    }
    // An anchor that only a file knows is what the file says, down to its dates.
    if index.ordinals(ofSlot: slot).allSatisfy(index.isSynthetic),
      let anchor = try context.anchors.load(id), anchor.spaceId == index.spaceId
    {
      return anchor
    }
    return try index.anchor(after: newest)
  }
}

// MARK: - Purging

extension AnchorRepository {
  /// Removes the files of anchors that have been hidden since before a date; the log stays, and
  /// what only a file says is written there first.
  ///
  /// - Returns: the anchors purged, as they were.
  package func purge(deletedBefore date: Date) throws -> [HBAnchor] {
    let spaces = try catalog.sortedIds().map { space in
      let anchors = try load(of: space).filter { $0.deletedAt.map { $0 < date } ?? false }
      return (space, anchors)
    }
    return try reachingFiles {
      try spaces.filter { !$1.isEmpty }.flatMap { try purge($1, of: open[$0]) }
    }
  }

  private func purge(_ anchors: [HBAnchor], of space: OpenSpace) throws -> [HBAnchor] {
    try space.lock.withLock {
      let purged = try space.withLogForAppending { log in
        let purged = try anchors.filter { anchor in
          try space.reconcile(anchor.id, in: &log)
          // Somebody may have restored it since.
          guard let slot = log.index.slot(of: anchor.id) else { return false }
          return log.index.isHidden(log.index.newestOrdinal(ofSlot: slot))
        }
        try space.writeImplied(of: purged.map(\.id), to: &log)
        return purged
      }
      for anchor in purged {
        open.anchorFiles.unmark(anchor.id, of: space.spaceId)
        // The id may be another space's as well; the file belongs to the one that it names.
        if try context.anchors.owner(of: anchor.id) == space.spaceId {
          try context.anchors.remove(anchor.id)
        }
      }
      return purged
    }
  }
}
