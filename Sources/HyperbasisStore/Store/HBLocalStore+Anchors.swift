package import Foundation
import HyperbasisAnchorLog
package import HyperbasisModels

extension HBLocalStore {
  /// Writes an anchor's file alone, as the original SDK does, with the dates that it has.
  ///
  /// Without events of its own the anchor then reads as created and, where it is deleted, deleted
  /// at its dates. With events, a state that differs from theirs reads as their continuation.
  /// ``perform(_:spaceId:)`` is what records a change.
  package func saveAnchor(_ anchor: HBAnchor) throws {
    guard anchor.validate() else {
      throw HBAnchorError.invalidTransform(count: anchor.transform.count)
    }
    try reaching {
      let record = record(of: anchor.spaceId)
      try record.lock.withLock {
        try context.anchors.write(anchor)
        record.forget()
      }
    }
  }

  /// An anchor as it is now, with `deletedAt` where it is hidden; nil where no anchor has that
  /// id, or it was purged.
  package func loadAnchor(id: UUID) throws -> HBAnchor? {
    guard let space = try spaceId(ofAnchor: id) else { return nil }
    return try reaching {
      try record(of: space).withLog { log in
        guard let slot = log.index.slot(of: id) else { return nil }
        return try latest(slot, in: log)
      }
    }
  }

  /// The anchors of a space as they are now, hidden ones included, in the store's order; without
  /// purged ones.
  package func loadAnchors(spaceId: UUID) throws -> [HBAnchor] {
    try reaching {
      try record(of: spaceId).withLog { log in
        try log.index.slotsInStoreOrder.compactMap { try latest(Int($0), in: log) }
      }
    }
  }

  /// The anchors, of all spaces, whose `updatedAt` is later than a date.
  package func loadAnchorsModifiedSince(_ date: Date) throws -> [HBAnchor] {
    try spaceIds().sorted { $0.uuidString < $1.uuidString }.flatMap { space in
      try loadAnchors(spaceId: space).filter { $0.updatedAt > date }
    }
  }

  private func latest(_ slot: Int, in log: borrowing LoadedLog) throws -> HBAnchor? {
    let index = log.index
    let newest = index.newestOrdinal(ofSlot: slot)
    let id = index.anchorId(ofSlot: slot)
    if index.isHidden(newest), !view.isDirty(id, of: index.spaceId),
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

extension HBLocalStore {
  /// The anchors that ``purgeDeletedAnchors(before:)`` would take the files of.
  package func anchorsToPurge(before date: Date) throws -> [HBAnchor] {
    try spaceIds().sorted { $0.uuidString < $1.uuidString }.flatMap { space in
      try loadAnchors(spaceId: space).filter { anchor in
        anchor.deletedAt.map { $0 < date } ?? false
      }
    }
  }

  /// Removes the files of anchors that have been hidden since before a date; the log stays, and
  /// what only a file says is written there first.
  ///
  /// - Returns: the anchors purged, as they were.
  @discardableResult
  package func purgeDeletedAnchors(before date: Date) throws -> [HBAnchor] {
    let spaces = Dictionary(grouping: try anchorsToPurge(before: date), by: \.spaceId)
    return try reaching {
      try spaces.sorted { $0.key.uuidString < $1.key.uuidString }.flatMap { space, anchors in
        try purge(anchors, of: record(of: space), before: date)
      }
    }
  }

  private func purge(
    _ anchors: [HBAnchor], of record: OpenSpace, before date: Date
  ) throws -> [HBAnchor] {
    try record.lock.withLock {
      let purged = try record.withLogForAppending { log in
        let purged = try anchors.filter { anchor in
          try record.reconcile(anchor.id, in: &log)
          // Somebody may have restored it since.
          guard let slot = log.index.slot(of: anchor.id) else { return false }
          return log.index.isHidden(log.index.newestOrdinal(ofSlot: slot))
        }
        try record.writeImplied(of: purged.map(\.id), to: &log)
        return purged
      }
      for anchor in purged {
        view.unmark(anchor.id, of: record.spaceId)
        // The id may be another space's as well; the file belongs to the one that it names.
        if try context.anchors.owner(of: anchor.id) == record.spaceId {
          try context.anchors.remove(anchor.id)
        }
      }
      return purged
    }
  }
}
