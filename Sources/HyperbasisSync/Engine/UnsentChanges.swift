import Foundation
import HyperbasisStore

/// What is still to be sent to the cloud when a pass ends.
@SyncActor
struct UnsentChanges {
  let session: SyncSession

  /// Records what is still to be sent to the cloud, found by comparison.
  func record(hasFailed: Bool) throws -> [HBPendingOperation.Kind] {
    let deletions = try session.deletions.union(deletionsOfOthers())
    var kinds = deletions.map { HBPendingOperation.Kind.deleteSpace($0) }
    let active = Set(try session.activeSpaces())
    let earlier = try session.surveyed()
    var survey = earlier
    var holdingEvents: Set<UUID> = []
    if !active.isEmpty || session.options.spaces != nil {
      let now = try session.ledger.files.currentTime()
      survey = try session.store.catalog.survey()
      let refused = Set(session.ledger.base.quarantine.map(\.spaceId))
      for space in survey.ids
      where session.followed.contains(space) && !session.ledger.isSettled(space, survey) {
        // What the space lacks would pass for changes made here, so what was known to be pending stays.
        if session.hasGap(space) {
          kinds += waiting(of: space)
          holdingEvents.insert(space)
          continue
        }
        // A space that cannot be read has been reported, and stays as it is.
        guard let (found, hasEvents) = try? pending(of: space) else {
          holdingEvents.insert(space)
          continue
        }
        kinds += found
        if hasEvents { holdingEvents.insert(space) }
        // What was changed after the pass had looked is left to the next one.
        let isKnown =
          active.contains(space) && !refused.contains(space)
          && earlier.anchorDigest(of: space) == survey.anchorDigest(of: space)
        if found.isEmpty, isKnown, isShared(space), !survey.mayHaveChanged(space, since: now) {
          session.ledger.settle(space, as: survey.digest(of: space))
        }
      }
    }
    dropSettledQuarantine(kinds, holdingEvents)
    return try PendingChanges(session.store).replace(
      with: kinds, examined: survey, deletions: session.examinedDeletions,
      countsFailure: hasFailed)
  }

  /// Returns the spaces that were deleted here and are followed, but that this pass did not concern:
  /// their deletions are left to the next one.
  private func deletionsOfOthers() throws -> [UUID] {
    try session.examinedDeletions.filter { id in
      try !session.concerns(id) && session.followed.contains(id)
        && !session.store.catalog.holds(id)
    }
  }

  /// Returns what is listed for a space already; all that is listed, if its anchors cannot be read.
  private func waiting(of space: UUID) -> [HBPendingOperation.Kind] {
    let kinds = session.store.loadPendingOperations().map(\.type)
    guard !kinds.isEmpty, let rows = try? session.merger.anchorRows(of: space).rows else {
      return kinds
    }
    let anchors = Set(rows.map(\.id))
    return kinds.filter { $0.entityId == space || anchors.contains($0.entityId) }
  }

  /// Whether a space is on both sides, and stays.
  private func isShared(_ space: UUID) -> Bool {
    session.ledger.base.spaces.isInCloud(space) && session.ledger.base.removals[space] == nil
  }

  /// Returns what is to be sent of a space, and whether that includes events.
  private func pending(
    of space: UUID
  ) throws -> (kinds: [HBPendingOperation.Kind], hasEvents: Bool) {
    if session.isForgotten(space) { return ([], false) }
    var kinds: [HBPendingOperation.Kind] = []
    let isRemoved = session.ledger.base.removals[space]?.state == .pending
    if try SpacePush(session: session).isDirty(space: space) { kinds.append(.saveSpace(space)) }
    // Where histories are exchanged, these are all that was changed here.
    let isGone =
      isRemoved
      || session.ledger.base.tier == .migrated && session.doubted.contains(space)
    let anchors = isGone ? [] : try dirtyAnchors(of: space)
    if anchors.count <= PendingChanges.mostAnchors {
      kinds += anchors.map { .saveAnchor($0) }
    }
    let hasUnsent =
      try session.ledger.base.tier == .migrated
      && EventPush(session: session).unsentEvents(of: space) > 0
    if kinds.isEmpty && hasUnsent || anchors.count > PendingChanges.mostAnchors {
      kinds.append(.uploadEvents(space))
    }
    return (kinds, hasUnsent)
  }

  /// Returns the anchors that differ from what the cloud has. If the pass was cut after events came in
  /// and before their rows did, these anchors differ as well: then only those that have something to
  /// send, or were pending before.
  func dirtyAnchors(of space: UUID) throws -> [UUID] {
    let dirty = try AnchorPush(session: session).dirtyAnchors(of: space).rows.map(\.id)
    guard !dirty.isEmpty, !session.hasPulled, session.ledger.base.tier == .migrated else {
      return dirty
    }
    let unsent = try session.unsentEvents(of: space)?.anchorsWaiting(refused: []) ?? [:]
    let listed = Set(session.store.loadPendingOperations().map(\.type))
    let ahead = try session.merger.anchorsAhead(of: space)
    return dirty.filter {
      unsent[$0] != nil || listed.contains(.saveAnchor($0)) || ahead.contains($0)
    }
  }

  /// Drops refused things that no longer matter: those that were taken back since, that the cloud has
  /// learnt of otherwise, or that went with their space.
  ///
  /// - Parameter holdingEvents: the spaces that have events that the cloud does not have.
  private func dropSettledQuarantine(
    _ pending: [HBPendingOperation.Kind], _ holdingEvents: Set<UUID>
  ) {
    let entities = Set(pending.map(\.entityId))
    // Nothing is listed as pending for a space that is asked for but not followed.
    let asked = session.options.spaces ?? []
    session.ledger.base.quarantine.removeAll { item in
      item.kind == .event
        ? !holdingEvents.contains(item.spaceId) && !asked.contains(item.spaceId)
        : !entities.contains(item.id) && !entities.contains(item.spaceId)
    }
  }
}

extension CloudFailure {
  /// The response of the server; a failure without one has status 0.
  var answer: ServerResponse {
    switch self {
    case .busy(let answer, _), .unauthorized(let answer), .missing(_, let answer),
      .rejected(let answer), .missingParent(let answer), .tooLarge(let answer),
      .notFound(let answer), .unexpectedAnswer(let answer):
      answer
    case .unreachable, .file, .cancelled, .invalidAddress:
      ServerResponse(status: 0, message: errorDescription)
    }
  }
}
