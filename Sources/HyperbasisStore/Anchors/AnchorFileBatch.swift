import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import SystemPackage

/// Anchors of a space whose files must be written.
///
/// Writing a file takes ten times as long as appending the event that it follows. So the files are
/// first written beside the old ones, while others go on changing the space; under its lock they are
/// only renamed into place. A file that somebody else has written meanwhile is looked at again.
struct AnchorFileBatch {
  private let space: OpenSpace
  private var anchors: [UUID]
  private var drafts: [UUID: Draft] = [:]
  /// Anchors whose files now match the log, and those whose files are no longer wanted.
  private(set) var done: [UUID] = []
  /// The error of the first file that could not be written.
  private(set) var failure: (any Error)?

  private struct Draft {
    let file: AnchorFileDraft
    /// The last event that it reflects.
    let event: UUID
    /// The stamp of the file that it replaces; nil if there was none.
    let replaced: FileStamp?
  }

  /// An anchor as it is in the log.
  private struct Latest {
    let anchor: HBAnchor
    let event: UUID
    let agreement: UInt64
  }

  /// Writes the new files beside the old ones, for anchors with no known file or one of this space.
  init(_ anchors: [UUID], of space: OpenSpace) throws {
    self.space = space
    self.anchors = anchors
    do {
      for latest in try latest() { try add(latest) }
    } catch {
      discard()
      throw error
    }
  }

  private var catalog: AnchorCatalog { space.context.anchors }

  private mutating func add(_ latest: Latest) throws {
    let id = latest.anchor.id
    let known = catalog.entry(id)
    // Does not look at the file, which must first be compared with the log, under the lock.
    guard known == nil || known?.spaceId == space.spaceId else { return }
    do {
      drafts[id] = Draft(
        file: try catalog.draft(latest.anchor, agreement: latest.agreement),
        event: latest.event, replaced: known?.stamp)
    } catch  where SkippedFiles.concernsOneFile(error) {
      // The directory may not exist yet, or be gone with the store: this is retried under the lock.
    }
  }

  private func latest() throws -> [Latest] {
    try space.withLog { log in
      let index = log.index
      let newest = anchors.compactMap { index.slot(of: $0).map(index.newestOrdinal(ofSlot:)) }
        .filter { index.hasStarted($0) && !index.isSynthetic($0) }
      return zip(newest, try index.anchors(after: newest)).map { ordinal, anchor in
        Latest(
          anchor: anchor, event: index.id(ordinal),
          agreement: index.latestDigest(ofSlot: index.slot(ordinal)))
      }
    }
  }
}

// MARK: - Under the space's lock

extension AnchorFileBatch {
  /// Drops anchors that were purged while their files were being written.
  mutating func keep(where isWanted: (UUID) -> Bool) {
    let unwanted = anchors.filter { !isWanted($0) }
    guard !unwanted.isEmpty else { return }
    anchors.removeAll(where: Set(unwanted).contains)
    done += unwanted
  }

  /// Renames the drafts into place, and writes the files that have no fitting draft.
  mutating func put() throws {
    let (fitting, index) = try space.withLog { log -> (Set<UUID>, EventIndex?) in
      for id in anchors { try space.reconcile(id, in: &log) }
      log.forgetStale(anchors)
      let fitting = Set(anchors.filter { fits($0, log.index) })
      // A copy, so that readers need not wait for the files.
      return (fitting, fitting.count < anchors.count ? log.index : nil)
    }
    for id in anchors {
      do {
        if fitting.contains(id), let draft = drafts.removeValue(forKey: id) {
          try catalog.put(draft.file)
        } else if let index {
          try write(id, from: index)
        }
        done.append(id)
      } catch  where SkippedFiles.concernsOneFile(error) {
        failure = failure ?? error
      }
    }
  }

  /// Whether the log still has the event that a draft reflects, and the old file is unchanged.
  ///
  /// If the log says more about the anchor by now, its file has yet to be written again for that.
  private func fits(_ id: UUID, _ index: EventIndex) -> Bool {
    guard let draft = drafts[id], catalog.entry(id)?.stamp == draft.replaced,
      let slot = index.slot(of: id)
    else { return false }
    // Another process may have taken back an event that it could not flush.
    return index.ordinals(ofSlot: slot).last { index.id($0) == draft.event } != nil
  }

  /// Removes the drafts that were not put in place.
  func discard() {
    for draft in drafts.values { draft.file.replacement.discard() }
  }

  private func write(_ id: UUID, from index: EventIndex) throws {
    guard let slot = index.slot(of: id) else { return }
    let newest = index.newestOrdinal(ofSlot: slot)
    // A state that only the file has must not be overwritten by what was read from it.
    guard !index.isSynthetic(newest), let anchor = try index.anchor(after: newest) else { return }
    if let damaged = try catalog.damagedFile(of: id) {
      try keep(damaged)
    } else if let owner = try catalog.owner(of: id), owner != index.spaceId {
      // An id that two spaces share: the file belongs to the one that it names.
      return
    }
    try catalog.write(anchor, agreement: index.latestDigest(ofSlot: slot))
  }

  /// Moves an unreadable file out of the way of its replacement.
  private func keep(_ damaged: FilePath) throws {
    let context = space.context
    let problem = HBStoreProblem(
      file: context.layout.relative(damaged), kind: .badFile,
      action: "moved away when the file was rebuilt from the log")
    _ = try Quarantine(context: context).take(damaged, problem)
  }
}
