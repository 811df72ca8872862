package import Foundation
package import HyperbasisAnchorLog
import HyperbasisHistory
import HyperbasisModels

/// The deleted anchors of a space, as to their files: one without a file has been purged, unless a
/// process has yet to write it.
package struct DeletedAnchors {
  private let space: OpenSpace
  private let anchorFiles: AnchorFileWriter
  /// Those that a note keeps from counting as purged; nil before the note was read.
  private var unfiled: Set<UUID>?

  package init(of space: OpenSpace, in open: OpenSpaces) {
    self.space = space
    anchorFiles = open.anchorFiles
  }
}

extension DeletedAnchors {
  /// Whether an anchor is deleted and has been purged.
  package mutating func isPurged(_ id: UUID, in index: EventIndex) throws -> Bool {
    guard index.isHidden(anchor: id), !anchorFiles.isDirty(id, of: space.spaceId),
      try space.context.anchors.owner(of: id) != space.spaceId
    else { return false }
    let unfiled = self.unfiled ?? space.unfiledDeletions.load()?.anchors(in: index) ?? []
    self.unfiled = unfiled
    return !unfiled.contains(id)
  }

  /// Whether an anchor has no file, as far as can be told.
  private func hasNoFile(_ id: UUID) -> Bool {
    let anchors = space.context.anchors
    return anchors.knownOwner(of: id) == nil && (try? anchors.owner(of: id)) == .some(nil)
  }
}

// MARK: - Changes that delete

extension DeletedAnchors {
  /// Notes which anchors the lines that are about to be appended delete before they have a file. Under
  /// the space's lock.
  ///
  /// - Parameters:
  ///   - deleted: the anchors that the lines may delete.
  ///   - concerned: all anchors that the lines are about.
  package mutating func noteDeletion(
    of deleted: Set<UUID>, amid concerned: some Sequence<UUID>, in log: borrowing LoadedLog
  ) throws {
    let index = log.index
    let unfiled = deleted.filter { !index.isHidden(anchor: $0) && hasNoFile($0) }
    guard !unfiled.isEmpty else { return }
    var purged: Set<UUID> = []
    for id in concerned where try isPurged(id, in: index) { purged.insert(id) }
    try space.unfiledDeletions.note(deleted: unfiled, purged: purged, from: log.size)
  }

  /// Notes which anchors a change deletes before they have a file. Under the space's lock.
  mutating func noteDeletion(by plan: HBPlan, in log: borrowing LoadedLog) throws {
    let deleted = plan.changes.filter {
      $0.after?.isDeleted == true && $0.before?.isDeleted != true
    }
    guard !deleted.isEmpty else { return }
    try noteDeletion(
      of: Set(deleted.map(\.anchorId)), amid: plan.changes.lazy.map(\.anchorId), in: log)
  }

  /// Returns which of the anchors that a change has left deleted have no file: those that were purged,
  /// which stay so, and those that it has deleted.
  mutating func withoutFile(
    after plan: HBPlan
  ) throws -> (purged: Set<UUID>, unfiled: Set<UUID>) {
    var result: (purged: Set<UUID>, unfiled: Set<UUID>) = ([], [])
    for change in plan.changes where change.after?.isDeleted == true && hasNoFile(change.anchorId) {
      if change.before?.isDeleted != true {
        result.unfiled.insert(change.anchorId)
      } else if try space.withLog({ try isPurged(change.anchorId, in: $0.index) }) {
        result.purged.insert(change.anchorId)
      }
    }
    return result
  }
}
