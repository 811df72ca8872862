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
  /// Writes only an anchor's file, as the original SDK does, with the anchor's own dates.
  ///
  /// An anchor without events then reads as created, and deleted if it is, at those dates. With
  /// events, a state that differs from theirs reads as their continuation. To record a change, use
  /// ``PlanExecutor/perform(_:spaceId:)``.
  package func save(_ anchor: HBAnchor) throws {
    try anchor.checkForSaving()
    try reachingFiles {
      let space = open[anchor.spaceId]
      try space.lock.withLock {
        try context.anchors.write(anchor)
        space.forget()
      }
    }
  }

  /// Returns an anchor, with `deletedAt` set if it is hidden; nil if no anchor has that id, or it
  /// was purged.
  package func load(_ id: UUID) throws -> HBAnchor? {
    guard let space = try catalog.space(ofAnchor: id) else { return nil }
    return try reachingFiles {
      try open[space].readingAnew {
        try open[space].withPresentLog { log in
          guard let slot = log.index.slot(of: id) else { return nil }
          var deleted = DeletedAnchors(of: open[space], in: open)
          return try latest(slot, in: log, &deleted)
        }
      }
    }
  }

  /// Returns the anchors of a space in the store's order, including hidden but not purged ones.
  package func load(of spaceId: UUID) throws -> [HBAnchor] {
    let anchors = try reachingFiles {
      try open[spaceId].readingAnew {
        try open[spaceId].withPresentLog { log in
          var deleted = DeletedAnchors(of: open[spaceId], in: open)
          return try log.index.slotsInStoreOrder.compactMap {
            try latest(Int($0), in: log, &deleted)
          }
        }
      }
    }
    if anchors.isEmpty { try catalog.checkBase() }
    return anchors
  }

  /// Returns the anchors of all spaces whose `updatedAt` is later than a date.
  package func load(modifiedSince date: Date) throws -> [HBAnchor] {
    try catalog.sortedIds().flatMap { try load(of: $0).filter { $0.updatedAt > date } }
  }

  private func latest(
    _ slot: Int, in log: borrowing LoadedLog, _ deleted: inout DeletedAnchors
  ) throws -> HBAnchor? {
    let index = log.index
    let newest = index.newestOrdinal(ofSlot: slot)
    let id = index.anchorId(ofSlot: slot)
    if try deleted.isPurged(id, in: index) { return nil }
    // An anchor that only a file knows is exactly as the file says, down to its dates.
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
  /// Removes the files of anchors that have been hidden since before a date; the log stays, and what
  /// only a file says is first written to it. A file that cannot be removed does not stop the rest.
  ///
  /// - Returns: the anchors purged, as they were.
  /// - Throws: ``PartlyPurgedError`` if files are left.
  package func purge(deletedBefore date: Date) throws -> [HBAnchor] {
    // A space that cannot be read keeps its files; that does not stop the purge in other spaces.
    let spaces = try catalog.sortedIds().compactMap { space in
      try catalog.unlessUnreadable(space) {
        let anchors = try load(of: space).filter { $0.deletedAt.map { $0 < date } ?? false }
        return (space, anchors)
      }
    }
    return try reachingFiles {
      var result = PurgeResult()
      for (space, anchors) in spaces where !anchors.isEmpty {
        try purge(anchors, of: open[space], &result)
      }
      guard let failure = result.failure else { return result.purged }
      throw PartlyPurgedError(
        purged: result.purged, kept: result.kept, underlying: failure)
    }
  }

  private struct PurgeResult {
    var purged: [HBAnchor] = []
    /// How many files could not be removed; `failure` is the error of the first one.
    var kept = 0
    var failure: (any Error)?
  }

  private func purge(
    _ anchors: [HBAnchor], of space: OpenSpace, _ result: inout PurgeResult
  ) throws {
    try space.lock.withLock {
      let hidden = try space.withLogForAppending { log in
        let hidden = try anchors.filter { anchor in
          try space.reconcile(anchor.id, in: &log)
          // Somebody may have restored it since.
          guard let slot = log.index.slot(of: anchor.id) else { return false }
          return log.index.isHidden(log.index.newestOrdinal(ofSlot: slot))
        }
        try space.writeImplied(of: hidden.map(\.id), to: &log)
        log.forgetStale(hidden.map(\.id))
        return hidden
      }
      try space.unfiledDeletions.note(purged: hidden.lazy.map(\.id))
      for anchor in hidden {
        do {
          try reachingFiles { try removeFile(of: anchor.id, in: space) }
          result.purged.append(anchor)
        } catch {
          result.kept += 1
          result.failure = result.failure ?? error
        }
      }
    }
  }

  private func removeFile(of anchor: UUID, in space: OpenSpace) throws {
    open.anchorFiles.unmark(anchor, of: space.spaceId)
    // Another space may have the same id; the file belongs to the space that it names.
    guard try context.anchors.owner(of: anchor) == space.spaceId else { return }
    try context.anchors.remove(anchor)
  }
}
