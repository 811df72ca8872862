import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import SystemPackage

/// Anchors of a space whose files are to be written.
///
/// To write a file takes ten times as long as to append the event that it follows. So the files are
/// written beside the old ones first, while others go on to change the space; under its lock they
/// only take their names. Where somebody else has written a file meanwhile, that is looked at again.
struct AnchorFileBatch {
  private let space: OpenSpace
  private var anchors: [UUID]
  private var drafts: [UUID: Draft] = [:]
  /// Those whose files are as the log says, and those whose files nobody wants any more.
  private(set) var done: [UUID] = []
  /// Why the first file could not be written that could not.
  private(set) var failure: (any Error)?

  private struct Draft {
    let file: AnchorFileDraft
    /// The last event that it tells of.
    let event: UUID
    /// By which the old file is known; nil where there was none.
    let replaced: FileStamp?
  }

  /// An anchor as it is in the log.
  private struct Latest {
    let anchor: HBAnchor
    let event: UUID
    let agreement: UInt64
  }

  /// Writes the files beside the old ones, of those anchors about whose files there is no doubt.
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
    // Without a look at the file, which is to be compared with the log first, under the lock.
    guard known == nil || known?.spaceId == space.spaceId else { return }
    do {
      drafts[id] = Draft(
        file: try catalog.draft(latest.anchor, agreement: latest.agreement),
        event: latest.event, replaced: known?.stamp)
    } catch  where SkippedFiles.concernsOneFile(error) {
      // The directory may be new, or gone with the store: under the lock it is tried again.
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
  /// Leaves out anchors that were purged while their files were being written.
  mutating func keep(where isWanted: (UUID) -> Bool) {
    let unwanted = anchors.filter { !isWanted($0) }
    guard !unwanted.isEmpty else { return }
    anchors.removeAll(where: Set(unwanted).contains)
    done += unwanted
  }

  /// Gives the files their names, and writes those that were not written yet.
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

  /// Whether a draft says what the log did, and the old file is still the one that was known.
  ///
  /// Where the log tells more of the anchor by now, the file is still to be written for that.
  private func fits(_ id: UUID, _ index: EventIndex) -> Bool {
    guard let draft = drafts[id], catalog.entry(id)?.stamp == draft.replaced,
      let slot = index.slot(of: id)
    else { return false }
    // What another process could not flush it has taken back.
    return index.ordinals(ofSlot: slot).last { index.id($0) == draft.event } != nil
  }

  /// Removes what was written and is not wanted.
  func discard() {
    for draft in drafts.values { draft.file.replacement.discard() }
  }

  private func write(_ id: UUID, from index: EventIndex) throws {
    guard let slot = index.slot(of: id) else { return }
    let newest = index.newestOrdinal(ofSlot: slot)
    // What a file alone says is not to be overwritten by its own reading.
    guard !index.isSynthetic(newest), let anchor = try index.anchor(after: newest) else { return }
    if let damaged = try catalog.damagedFile(of: id) {
      try keep(damaged)
    } else if let owner = try catalog.owner(of: id), owner != index.spaceId {
      // An id that two spaces share: the file belongs to the one that it names.
      return
    }
    try catalog.write(anchor, agreement: index.latestDigest(ofSlot: slot))
  }

  /// Moves a file that cannot be read out of the way of the one that takes its place.
  private func keep(_ damaged: FilePath) throws {
    let context = space.context
    let problem = HBStoreProblem(
      file: context.layout.relative(damaged), kind: .badFile,
      action: "moved away when the file was rebuilt from the log")
    _ = try Quarantine(context: context).take(damaged, problem)
  }
}
