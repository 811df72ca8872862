import Foundation
import HyperbasisStore

/// What the cloud is still to be told when a pass ends.
@SyncActor
struct UnsentChanges {
  let session: SyncSession

  /// Writes down what the cloud is still to be told, found by comparison.
  func record(hasFailed: Bool) throws -> [HBPendingOperation.Kind] {
    var sizes: [UUID: Int] = [:]
    var kinds = session.deletions.map { HBPendingOperation.Kind.deleteSpace($0) }
    for space in try session.store.catalog.ids() {
      // One that cannot be read has been reported, and is kept as it is.
      guard let size = try? session.store.events.logSize(of: space) else { continue }
      sizes[space] = size
      kinds += (try? pending(of: space)) ?? []
    }
    dropSettledQuarantine(kinds)
    return try PendingChanges(session.store).replace(
      with: kinds, examined: sizes, deletions: session.examinedDeletions, countsFailure: hasFailed)
  }

  private func pending(of space: UUID) throws -> [HBPendingOperation.Kind] {
    var kinds: [HBPendingOperation.Kind] = []
    let isRemoved = session.ledger.base.removals[space]?.state == .pending
    if try SpacePush(session: session).isDirty(space: space) { kinds.append(.saveSpace(space)) }
    let anchors = isRemoved ? [] : try AnchorPush(session: session).dirtyAnchors(of: space).rows
    if anchors.count <= PendingChanges.mostAnchors {
      kinds += anchors.map { .saveAnchor($0.id) }
    }
    let hasUnsent =
      try session.ledger.base.tier == .migrated
      && EventPush(session: session).unsentEvents(of: space) > 0
    if kinds.isEmpty && hasUnsent || anchors.count > PendingChanges.mostAnchors {
      kinds.append(.uploadEvents(space))
    }
    return kinds
  }

  /// What was refused and has since been taken back is nobody's concern any more.
  private func dropSettledQuarantine(_ pending: [HBPendingOperation.Kind]) {
    let entities = Set(pending.map(\.entityId))
    session.ledger.base.quarantine.removeAll { item in
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
