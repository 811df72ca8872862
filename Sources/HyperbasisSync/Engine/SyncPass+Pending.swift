import Foundation
import HyperbasisStore

// What is refused, and what is still to be done.

extension SyncPass {
  func quarantine(
    _ kind: QuarantinedItem.Kind, _ id: UUID, _ space: UUID, _ failure: CloudFailure,
    _ digest: String
  ) {
    note(failure.storageError)
    // An event never changes, so that it is refused once; and there may be very many.
    if kind != .event { base.quarantine.removeAll { $0.kind == kind && $0.id == id } }
    base.quarantine.append(
      QuarantinedItem(
        kind: kind, id: id, spaceId: space, answer: failure.answer, digest: digest,
        since: store.context.clock()))
  }

  func isQuarantined(_ kind: QuarantinedItem.Kind, _ id: UUID, _ digest: String) -> Bool {
    base.quarantine.contains { $0.kind == kind && $0.id == id && $0.digest == digest }
  }

  /// Writes down what the cloud is still to be told, found by comparison.
  func recordPending(hasFailed: Bool) throws -> [HBPendingOperation.Kind] {
    var sizes: [UUID: Int] = [:]
    var kinds = deletions.map { HBPendingOperation.Kind.deleteSpace($0) }
    for space in try store.spaceIds() {
      sizes[space] = try store.logSize(of: space)
      // One that cannot be read has been reported, and is kept as it is.
      kinds += (try? pending(of: space)) ?? []
    }
    dropSettledQuarantine(kinds)
    return try store.replacePendingOperations(
      kinds, examined: sizes, deletions: examinedDeletions, countsFailure: hasFailed)
  }

  private func pending(of space: UUID) throws -> [HBPendingOperation.Kind] {
    var kinds: [HBPendingOperation.Kind] = []
    let isRemoved = base.removals[space]?.state == .pending
    if try isDirty(space: space) { kinds.append(.saveSpace(space)) }
    let anchors = isRemoved ? [] : try dirtyAnchors(of: space).rows
    if anchors.count <= HBLocalStore.mostPendingAnchors {
      kinds += anchors.map { .saveAnchor($0.id) }
    }
    let hasUnsent = try base.tier == .migrated && unsentEvents(of: space) > 0
    if kinds.isEmpty && hasUnsent || anchors.count > HBLocalStore.mostPendingAnchors {
      kinds.append(.uploadEvents(space))
    }
    return kinds
  }

  /// What was refused and has since been taken back is nobody's concern any more.
  private func dropSettledQuarantine(_ pending: [HBPendingOperation.Kind]) {
    let entities = Set(pending.map(\.entityId))
    base.quarantine.removeAll { item in
      item.kind != .event && !entities.contains(item.id) && !entities.contains(item.spaceId)
    }
  }
}

extension CloudFailure {
  /// How the server refused; what it was not asked for counts as status 0.
  var answer: ServerAnswer {
    switch self {
    case .busy(let answer, _), .unauthorized(let answer), .missing(_, let answer),
      .rejected(let answer), .missingParent(let answer), .tooLarge(let answer),
      .notFound(let answer), .unexpectedAnswer(let answer):
      answer
    case .unreachable, .file, .cancelled, .invalidAddress:
      ServerAnswer(status: 0, message: errorDescription)
    }
  }
}
