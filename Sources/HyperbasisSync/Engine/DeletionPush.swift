import Foundation
import HyperbasisAnchorLog
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
      guard session.concerns(id), try !store.catalog.holds(id) else { return false }
      return try asked.contains(id) || session.trash.holdsUntold(id)
    }
  }

  func run() async throws {
    for id in session.deletions.sorted(by: { UUIDBits($0) < UUIDBits($1) }) {
      try await Delivery.run([id]) { ids in
        try await session.ask {
          try await $0.delete(spaces: Array(ids))
        }
      } refused: { _, failure in
        session.note(failure.storageError)
      } done: { _ in
        try settle(id)
      }
    }
    try await MapTransfer(session: session).removeOrphans()
  }

  private func settle(_ id: UUID) throws {
    session.deletions.remove(id)
    try session.trash.noteDeletion(of: id)
    try session.ledger.forget(space: id)
    session.ledger.base.removals[id] = Removal(state: .done)
    session.sent.deletedSpaces.insert(id)
  }
}
