public import Foundation
import HyperbasisAnchorLog
import HyperbasisStore

extension HBStorage {
  /// The history of a space; empty for one without events, known or not, so that a screen can open
  /// it before the first anchor is saved.
  ///
  /// - Throws: ``HBStorageError/fileSystemError(underlying:)`` where the log cannot be opened.
  ///   Damaged lines are skipped; ``verify(spaceId:)`` names them.
  @concurrent public func timeline(spaceId: UUID) async throws -> HBTimeline {
    try history(ofSpace: spaceId)
  }

  private func history(ofSpace spaceId: UUID) throws -> HBTimeline {
    do {
      return try store.snapshot(of: spaceId).timeline
    } catch HBStorageError.notFound {
      return HBTimeline(spaceId: spaceId, events: [])
    }
  }

  /// What `body` finds in the history of a space; once more in a new one where somebody has written over
  /// the log since it was read.
  private func reading<Result>(
    _ spaceId: UUID, in history: @autoclosure () throws -> HBTimeline,
    _ body: (HBTimeline) throws -> Result
  ) throws -> Result {
    do {
      return try body(history())
    } catch HBStorageError.eventLogCorrupted(spaceId) {
      store.open[spaceId].forgetOverwritten()
      return try body(history())
    }
  }

  private func readingHistory<Result>(
    ofSpace spaceId: UUID, _ body: (HBTimeline) throws -> Result
  ) throws -> Result {
    try reading(spaceId, in: history(ofSpace: spaceId), body)
  }

  /// The anchors of a space as they were at a date, events at that date included; none for a space
  /// without events.
  ///
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``;
  ///   ``HBStorageError/encodingFailed(underlying:)`` for a date that is not a number.
  @concurrent public func anchorsAt(spaceId: UUID, date: Date) async throws -> [HBAnchor] {
    try readingHistory(ofSpace: spaceId) { try $0.anchors(at: date) }
  }

  /// What changed in a space from one date to another, both inclusive; nothing in a space without
  /// events.
  ///
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``;
  ///   ``HBStorageError/encodingFailed(underlying:)`` for a date that is not a number.
  @concurrent public func diff(spaceId: UUID, from: Date, to: Date) async throws -> HBDiff {
    try readingHistory(ofSpace: spaceId) { try $0.changes(from: from, to: to) }
  }

  /// The shifts of a space through its history, in the order of their first events: none for a space
  /// without events.
  ///
  /// - Complexity: O(n) for n events, about a second for a million; keep what it gives.
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func shifts(spaceId: UUID) async throws -> [HBShift] {
    try readingHistory(ofSpace: spaceId) { try $0.shifts() }
  }

  /// What taking shifts out of a space would write, as one operation; nothing is written until the
  /// plan is executed. Empty where all anchors are in the wanted frame already.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)`` where the space, or one of the shifts, is not
  ///   there; ``HBStorageError/noLaterInstant(anchorId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func correctionPlan(
    _ correction: HBCorrection, spaceId: UUID
  ) async throws -> HBPlan {
    try store.plans.plan(.correct(correction), spaceId: spaceId)
  }

  /// What is appended to a space's history from now on, by this process within a moment and by
  /// others within a second. An event whose line is there more than once is told once. The stream ends
  /// when the space is deleted, or with its task.
  public func events(spaceId: UUID) -> AsyncStream<HBAnchorEvent> {
    let follower = LogFollower(store.open[spaceId])
    return AsyncStream { continuation in
      let task = Task { await follower.run(continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The events of an anchor in chronological order.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func history(anchorId: UUID) async throws -> [HBAnchorEvent] {
    let space = try space(ofAnchor: anchorId)
    return try reading(space, in: store.snapshot(of: space).timeline) {
      try $0.history(of: anchorId)
    }
  }

  /// Brings an anchor back to its state after a version, as a new event.
  ///
  /// - Parameters:
  ///   - anchorId: the anchor.
  ///   - version: the version after which it was in that state.
  ///   - frame: whether its place comes back as it was written, or where that place is today, if
  ///     the space has shifted since.
  /// - Returns: the anchor as it is afterwards.
  /// - Throws: ``HBStorageError/notFound(type:id:)``;
  ///   ``HBStorageError/versionNotFound(anchorId:version:)``;
  ///   ``HBStorageError/reconstructionFailed(anchorId:)``; ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/noLaterInstant(anchorId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @discardableResult
  @concurrent public func rollback(
    anchorId: UUID, toVersion version: Int, placing frame: HBPlaceFrame = .then
  ) async throws -> HBAnchor {
    let space = try space(ofAnchor: anchorId)
    let request = HBPlanRequest.rollback(anchorId: anchorId, toVersion: version)
    _ = try await perform(.placing(frame, request), in: space)
    let index = try store.snapshot(of: space).timeline.index
    guard let slot = index.slot(of: anchorId),
      let anchor = try index.anchor(after: index.newestOrdinal(ofSlot: slot))
    else { throw HBStorageError.reconstructionFailed(anchorId: anchorId) }
    return anchor
  }

  /// Brings every anchor of a space back to its state at a date, as one operation. Anchors that did
  /// not exist yet are deleted.
  ///
  /// - Parameters:
  ///   - spaceId: the space.
  ///   - date: the date, inclusive.
  ///   - frame: whether places come back as they were written, or where they are today, if the
  ///     space has shifted since.
  /// - Returns: the plan that was executed; empty where nothing had to change.
  /// - Throws: ``HBStorageError/notFound(type:id:)``; ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/noLaterInstant(anchorId:)``;
  ///   ``HBStorageError/encodingFailed(underlying:)`` for a date that is not a number;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @discardableResult
  @concurrent public func rollback(
    spaceId: UUID, to date: Date, placing frame: HBPlaceFrame = .then
  ) async throws -> HBPlan {
    try UnwritableDateError.checkIsNumber([("date", date)])
    return try await perform(.placing(frame, .rollbackSpace(HBInstant(date))), in: spaceId)
  }
}

// MARK: - Plans and undo

extension HBStorage {
  /// What a change would write; nothing is written.
  ///
  /// - Throws: what the change itself would throw, such as ``HBStorageError/notFound(type:id:)``,
  ///   ``HBStorageError/versionNotFound(anchorId:version:)``,
  ///   ``HBStorageError/beforeFirstVersion(anchorId:first:)``,
  ///   ``HBStorageError/noLaterInstant(anchorId:)``, ``HBStorageError/nothingToUndo``,
  ///   ``HBStorageError/conflict`` or ``HBStorageError/eventLogCorrupted(spaceId:)``.
  @concurrent public func plan(_ request: HBPlanRequest, spaceId: UUID) async throws -> HBPlan {
    try store.plans.plan(request, spaceId: spaceId)
  }

  /// Writes a plan as it was shown.
  ///
  /// - Returns: the plan with the instant at which its events were written.
  /// - Throws: ``HBStorageError/conflict`` when somebody wrote to the space since it was made; then
  ///   nothing is written, and the plan is to be made and shown again.
  ///   ``HBStorageError/notFound(type:id:)`` when somebody has deleted the space;
  ///   ``HBStorageError/noLaterInstant(anchorId:)``; ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @discardableResult
  @concurrent public func execute(_ plan: HBPlan) async throws -> HBPlan {
    try await writing(to: plan.spaceId) { try $0.store.plans.execute(plan) }
  }

  /// What was done in a space, the newest first: who did it, and whether it is undone.
  ///
  /// - Parameters:
  ///   - spaceId: the space.
  ///   - limit: how many to give; all of them without one.
  /// - Throws: ``HBStorageError/notFound(type:id:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func operations(
    spaceId: UUID, limit: Int? = nil
  ) async throws -> [HBOperation] {
    OperationLog(index: try store.snapshot(of: spaceId).timeline.index).operations(limit: limit)
  }

  /// Takes the newest operation of a space back, whoever made it.
  ///
  /// - Parameters:
  ///   - spaceId: the space.
  ///   - frame: whether places come back as they were written, or where they are today, if the
  ///     space has shifted since.
  /// - Returns: the plan that was executed; its ``HBPlan/target`` is the operation.
  /// - Throws: ``HBStorageError/nothingToUndo``; ``HBStorageError/notFound(type:id:)``;
  ///   ``HBStorageError/noLaterInstant(anchorId:)``; ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @discardableResult
  @concurrent public func undo(
    spaceId: UUID, placing frame: HBPlaceFrame = .then
  ) async throws -> HBPlan {
    try await perform(.placing(frame, .undo), in: spaceId)
  }

  /// Brings back the operation that was undone last.
  ///
  /// - Parameters:
  ///   - spaceId: the space.
  ///   - frame: whether places come back as they were written, or where they are today, if the
  ///     space has shifted since.
  /// - Returns: the plan that was executed; its ``HBPlan/target`` is the operation.
  /// - Throws: ``HBStorageError/nothingToRedo``; ``HBStorageError/notFound(type:id:)``;
  ///   ``HBStorageError/noLaterInstant(anchorId:)``; ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @discardableResult
  @concurrent public func redo(
    spaceId: UUID, placing frame: HBPlaceFrame = .then
  ) async throws -> HBPlan {
    try await perform(.placing(frame, .redo), in: spaceId)
  }
}
