import Foundation
import HyperbasisModels
import HyperbasisStore

/// What a refusal was about.
struct RefusedThing: Hashable {
  let kind: QuarantinedItem.Kind
  let id: UUID
}

extension SyncSession {
  func quarantine(
    _ kind: QuarantinedItem.Kind, _ id: UUID, _ space: UUID, _ failure: CloudFailure,
    _ digest: String
  ) {
    note(error(refusing: kind, space, failure), refusedIn: space)
    // An event never changes, so it is refused only once; and there may be very many.
    let trial = trials.removeValue(forKey: RefusedThing(kind: kind, id: id))
    if kind != .event { ledger.base.quarantine.removeAll { $0.kind == kind && $0.id == id } }
    ledger.base.quarantine.append(
      QuarantinedItem(
        kind: kind, id: id, spaceId: space, status: failure.answer.status,
        code: failure.answer.code, message: failure.answer.message, digest: digest,
        since: trial?.since ?? store.context.clock()))
  }

  /// Tries one of the things refused for each cause again, so that a user who has got permission since,
  /// or has corrected the server, need not say so. The next pass tries another one.
  ///
  /// - Parameters:
  ///   - space: the space that they belong to; nil for any that this pass concerns.
  ///   - waiting: what is still to be sent of the space, in the order in which it is sent; nil if that is
  ///     not known. The cloud has learnt of the rest otherwise, as when a response was lost: what is
  ///     never sent decides nothing, and would hold up what is.
  ///   - spared: what waits for something else, and so must not be the one that is tried.
  func beginTrials(
    of kind: QuarantinedItem.Kind, in space: UUID? = nil, among waiting: [UUID]? = nil,
    sparing spared: Set<UUID> = []
  ) {
    let isMeant = { (item: QuarantinedItem) in
      item.kind == kind && (space.map { $0 == item.spaceId } ?? self.concerns(item.spaceId))
    }
    var items = ledger.base.quarantine.filter(isMeant)
    if items.isEmpty { return }
    if let waiting {
      let places = Dictionary(
        zip(waiting, waiting.indices), uniquingKeysWith: { first, _ in first })
      ledger.base.quarantine.removeAll { isMeant($0) && places[$0.id] == nil }
      items = items.filter { places[$0.id] != nil }
        .sorted { places[$0.id] ?? 0 < places[$1.id] ?? 0 }
    }
    for item in items
    where !spared.contains(item.id) && triedCauses.insert(item.cause).inserted {
      trials[RefusedThing(kind: kind, id: item.id)] = item
      ledger.base.quarantine.removeAll { $0.kind == kind && $0.id == item.id }
    }
  }

  /// Whether the cloud keeps this user from creating a space of which they see nothing there: it may be
  /// the space of another user. Its events would silently become this user's, and its owner could then
  /// neither send nor see them.
  func isDeniedEntry(_ space: UUID) -> Bool {
    // A space that was removed there had been this user's.
    guard !ledger.base.spaces.isInCloud(space), ledger.base.removals[space]?.state != .pending
    else { return false }
    return ledger.base.quarantine.contains {
      $0.kind == .space && $0.id == space && $0.failure.deniesPermission
    }
  }

  /// Returns the events of a space that the cloud refuses.
  func refusedEvents(of space: UUID) -> [QuarantinedItem] {
    ledger.base.quarantine.filter { $0.kind == .event && $0.spaceId == space }
  }

  /// Notes that the cloud took something. If it was a trial, the rest of its kind follows.
  func noteAccepted(_ kind: QuarantinedItem.Kind, _ id: UUID) {
    guard let trial = trials.removeValue(forKey: RefusedThing(kind: kind, id: id)) else { return }
    let count = ledger.base.quarantine.count
    ledger.base.quarantine.removeAll { $0.cause == trial.cause }
    if ledger.base.quarantine.count < count { needsAnotherRound = true }
    // Otherwise its log would count as looked through.
    if kind != .space { ledger.base.spaces[trial.spaceId]?.agreedLogSize = nil }
  }

  /// Reports what is refused with every pass, not only when it is refused for the first time.
  func noteQuarantine() {
    guard let item = ledger.base.quarantine.first else { return }
    note(error(refusing: item.kind, item.spaceId, item.failure))
  }

  /// Returns the error for a refusal. For a deletion it names the space, which only the trash still
  /// knows.
  private func error(
    refusing kind: QuarantinedItem.Kind, _ space: UUID, _ failure: CloudFailure
  ) -> any Error {
    kind == .deletion
      ? failure.storageError(about: "deleting the space \(name(of: space))") : failure.storageError
  }

  /// Returns what a message calls a space: its name here or in the trash, or its id if that cannot be
  /// read.
  func name(of space: UUID) -> String {
    let name =
      (try? store.catalog.holds(space)) ?? false
      ? (try? heads.load(space))?.name : (try? store.trash.name(of: space)) ?? nil
    return name ?? space.uuidString
  }

  func isQuarantined(_ kind: QuarantinedItem.Kind, _ id: UUID, _ digest: String) -> Bool {
    ledger.base.quarantine.contains { $0.kind == kind && $0.id == id && $0.digest == digest }
  }
}
