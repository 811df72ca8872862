import Foundation
import HyperbasisAnchorLog
import HyperbasisModels
import HyperbasisStore

/// Deletes spaces from the cloud that were deleted here.
@SyncActor
struct DeletionPush {
  let session: SyncSession

  /// Finds the spaces to delete. One that the cloud has and that lies in the trash here was deleted here,
  /// unless a pass put it there because it was gone from the cloud.
  func find() throws {
    let store = session.store
    let asked = PendingChanges(store).deletions
    let survey = try session.surveyed()
    let known = session.ledger.base.spaces.idsInCloud.filter { !survey.ids.contains($0) }
    session.examinedDeletions = asked
    // A space that is here, perhaps created again since, is not deleted: the trash need not be searched.
    session.deletions = try asked.union(known).filter { id in
      // A space that the cloud has forgotten has nothing left to delete, and stays forgotten.
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
      // If somebody else deleted it, or this user no longer sees it, nothing was sent.
      guard removed.contains(id) else { return }
      session.sent.deletedSpaces.insert(id)
      if let unseen = session.unseenEvents[id], !unseen.isEmpty {
        session.removed.append(
          RemovedSpace(
            id: id, name: try session.store.trash.name(of: id), unseenEvents: unseen.count))
      }
    }
  }

  /// Notes that the deletion was requested: if the process dies before the response comes, and the space
  /// is brought back here, the deletion must be known as this store's own.
  private func noteQuestion(about id: UUID) throws {
    session.ledger.base.removals[id] = Removal(state: .asked)
    try session.ledger.save()
  }

  /// Forgets requests for spaces that are here again and that the cloud has not removed so far: it did
  /// not get them.
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

extension SyncSession {
  /// Notes what others did to a space that is about to be deleted from the cloud, and that nobody here
  /// knew of when it was deleted.
  func noteUnseen(_ events: [IncomingEvent], of space: UUID) throws {
    guard deletions.contains(space) else { return }
    unseenEvents[space, default: []].formUnion(
      try store.trash.unknown(events.map(\.id), of: space))
  }
}
