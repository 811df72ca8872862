import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore

/// Deletes spaces there that were deleted here.
@SyncActor
struct DeletionPush {
  let session: SyncSession

  /// A space that the cloud has and that lies in the trash here was deleted here, unless that
  /// followed from its being gone there.
  func find() throws {
    let store = session.store
    let asked = PendingChanges(store).deletions
    let survey = try session.surveyed()
    let known = session.ledger.base.spaces.idsInCloud.filter { !survey.ids.contains($0) }
    session.examinedDeletions = asked
    // One that is there, perhaps created again since, is not deleted: no trash is looked at.
    session.deletions = try asked.union(known).filter { id in
      // What it has forgotten there is nothing to delete of, and stays forgotten.
      guard session.concerns(id), !session.isForgotten(id), try !store.catalog.holds(id) else {
        return false
      }
      return try asked.contains(id) || session.trash.holdsUntold(id)
    }
  }

  func run() async throws {
    let ids = session.deletions.sorted { UUIDBits($0) < UUIDBits($1) }
    session.beginTrials(of: .deletion, among: ids)
    for id in ids where !session.isQuarantined(.deletion, id, Self.digest) {
      try await delete(id)
    }
    try await MapTransfer(session: session).removeOrphans()
  }

  /// A deletion never changes.
  private static let digest = ""

  private func delete(_ id: UUID) async throws {
    var removed: Set<UUID> = []
    let former = session.ledger.base.removals[id]
    try await Delivery.run([id]) { ids in
      try noteQuestion(about: id)
      removed = try await session.ask { try await $0.delete(spaces: Array(ids)) }
    } refused: { _, failure in
      session.ledger.base.removals[id] = former?.state == .asked ? nil : former
      session.quarantine(.deletion, id, id, failure, Self.digest)
    } done: { _ in
      try settle(id)
      session.noteAccepted(.deletion, id)
      // Of one that somebody else deleted, or that this user no longer sees, nothing was sent.
      if removed.contains(id) { session.sent.deletedSpaces.insert(id) }
    }
  }

  /// Whoever dies before the answer comes, and brings the space back here, is to know the deletion
  /// for their own.
  private func noteQuestion(about id: UUID) throws {
    session.ledger.base.removals[id] = Removal(state: .asked)
    try session.ledger.save()
  }

  /// Spaces that are here again, and that the cloud has not removed up to now: it did not hear of
  /// their deletion.
  func forgetQuestions() throws {
    for id in try session.takenBack() { session.ledger.base.removals[id] = nil }
  }

  private func settle(_ id: UUID) throws {
    session.deletions.remove(id)
    session.ledger.base.passedOver.remove(id)
    try session.trash.noteDeletion(of: id)
    try session.ledger.forget(space: id)
    session.ledger.base.removals[id] = Removal(state: .done)
  }
}
