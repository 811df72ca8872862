public import Foundation
import HyperbasisAnchorLog
import HyperbasisStore

extension HBStorage {
  /// Returns the history of a space. It is empty for a space without events, even an unknown one, so
  /// that a screen can open it before the first anchor is saved.
  ///
  /// - Throws: ``HBStorageError/fileSystemError(underlying:)`` if the log cannot be opened.
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

  /// Runs `body` on the history of a space, and once more on a fresh one if the log has been
  /// overwritten since it was read.
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

  /// Returns the anchors of a space as they were at a date, including events at that date; none for a
  /// space without events.
  ///
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``;
  ///   ``HBStorageError/encodingFailed(underlying:)`` for a date that is not a number.
  @concurrent public func anchorsAt(spaceId: UUID, date: Date) async throws -> [HBAnchor] {
    try readingHistory(ofSpace: spaceId) { try $0.anchors(at: date) }
  }

  /// Returns what changed in a space from one date to another, both inclusive; nothing for a space
  /// without events.
  ///
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``;
  ///   ``HBStorageError/encodingFailed(underlying:)`` for a date that is not a number.
  @concurrent public func diff(spaceId: UUID, from: Date, to: Date) async throws -> HBDiff {
    try readingHistory(ofSpace: spaceId) { try $0.changes(from: from, to: to) }
  }

  /// Returns the shifts of a space through its history, in the order of their first events; none for a
  /// space without events.
  ///
  /// - Complexity: O(n) for n events, about a second for a million; keep the result.
  /// - Throws: ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func shifts(spaceId: UUID) async throws -> [HBShift] {
    try readingHistory(ofSpace: spaceId) { try $0.shifts() }
  }

  /// Returns a plan that takes shifts out of a space, as one operation. Nothing is written until the
  /// plan is executed. The plan is empty if all anchors are in the wanted frame already.
  ///
  /// - Throws: ``HBStorageError/notFound(type:id:)`` if the space, or one of the shifts, is not
  ///   there; ``HBStorageError/noLaterInstant(anchorId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func correctionPlan(
    _ correction: HBCorrection, spaceId: UUID
  ) async throws -> HBPlan {
    try store.plans.plan(.correct(correction), spaceId: spaceId)
  }

  /// Returns a stream of what is appended to a space's history from now on: by this process within a
  /// moment, by others within a second. An event whose line occurs more than once is delivered once.
  /// The stream ends when the space is deleted, or when the task that reads it is cancelled.
  public func events(spaceId: UUID) -> AsyncStream<HBAnchorEvent> {
    let follower = LogFollower(store.open[spaceId])
    return AsyncStream { continuation in
      let task = Task { await follower.run(continuation) }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Returns the events of an anchor in chronological order.
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
  ///   - frame: whether its place comes back as it was written, or is carried along with any shifts
  ///     of the space since.
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
  ///   - frame: whether places come back as they were written, or are carried along with any shifts
  ///     of the space since.
  /// - Returns: the plan that was executed; empty if nothing had to change.
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
    return try await perform(.placing(frame, .rollbackSpace(HBInstant(endOf: date))), in: spaceId)
  }
}

// MARK: - Plans and undo

extension HBStorage {
  /// Returns what a change would write, and writes nothing.
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
  /// - Throws: ``HBStorageError/conflict`` if the space has been written to since the plan was made;
  ///   nothing is written then, and the plan must be made and shown again.
  ///   ``HBStorageError/notFound(type:id:)`` if the space has been deleted;
  ///   ``HBStorageError/noLaterInstant(anchorId:)``; ``HBStorageError/locked(spaceId:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @discardableResult
  @concurrent public func execute(_ plan: HBPlan) async throws -> HBPlan {
    try await writing(to: plan.spaceId) { try $0.store.plans.execute(plan) }
  }

  /// Returns what was done in a space, newest first: who did it, and whether it is undone.
  ///
  /// - Parameters:
  ///   - spaceId: the space.
  ///   - limit: the maximum number of operations; nil for all of them.
  /// - Throws: ``HBStorageError/notFound(type:id:)``;
  ///   ``HBStorageError/eventLogCorrupted(spaceId:)``;
  ///   ``HBStorageError/fileSystemError(underlying:)``.
  @concurrent public func operations(
    spaceId: UUID, limit: Int? = nil
  ) async throws -> [HBOperation] {
    OperationLog(index: try store.snapshot(of: spaceId).timeline.index).operations(limit: limit)
  }

  /// Undoes the newest operation of a space, whoever made it.
  ///
  /// - Parameters:
  ///   - spaceId: the space.
  ///   - frame: whether places come back as they were written, or are carried along with any shifts
  ///     of the space since.
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

  /// Redoes the operation that was undone last.
  ///
  /// - Parameters:
  ///   - spaceId: the space.
  ///   - frame: whether places come back as they were written, or are carried along with any shifts
  ///     of the space since.
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
