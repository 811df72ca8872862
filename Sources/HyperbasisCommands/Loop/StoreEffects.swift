import Canvas
import Foundation
import Hyperbasis
import Synchronization
import TimeMachine

/// What the time machine asks of the store, one thing after the other.
final class StoreEffects: Sendable {
  private let store: HBLocalStore
  /// Told of every plan that was written.
  private let noteWritten: @Sendable (HBPlan) -> Void
  /// The space on screen, as it was read last.
  private let shown = Mutex<Shown?>(nil)

  private struct Shown {
    let snapshot: LogSnapshot
    let data: SpaceData
  }

  init(store: HBLocalStore, noteWritten: @escaping @Sendable (HBPlan) -> Void = { _ in }) {
    self.store = store
    self.noteWritten = noteWritten
  }
}

extension StoreEffects {
  var baseDirectory: URL { store.baseDirectory }

  /// The directories in which changes of what is on screen show.
  var watchedDirectories: [URL] {
    let base = store.baseDirectory
    guard let snapshot = shown.withLock({ $0?.snapshot }) else {
      return [base] + ["spaces", "events"].map { base.appending(path: $0) }
    }
    return [base.appending(path: "events/\(snapshot.spaceId.uuidString)")]
  }

  func loadSpaces() -> Input {
    shown.withLock { $0 = nil }
    return .spacesLoaded(Self.result { try store.spaceSummaries(measuringMaps: false) })
  }

  func open(_ spaceId: UUID) -> Input {
    .snapshotLoaded(
      Self.result {
        take(try store.snapshot(of: spaceId), following: nil)
      })
  }

  /// What others appended; nil where nothing was.
  func refresh() -> Input? {
    guard let known = shown.withLock({ $0 }) else { return nil }
    do {
      guard let renewed = try store.refresh(known.snapshot) else { return nil }
      return .snapshotLoaded(.success(take(renewed, following: known.data)))
    } catch {
      return .snapshotLoaded(.failure(Self.failure(error)))
    }
  }

  private func take(_ snapshot: LogSnapshot, following former: SpaceData?) -> SpaceData {
    let data = SpaceData(snapshot, following: former)
    data.prepare()
    shown.withLock { $0 = Shown(snapshot: snapshot, data: data) }
    return data
  }

  func plan(_ request: HBPlanRequest, spaceId: UUID) -> Input {
    .planReady(Self.result { try store.plan(request, spaceId: spaceId) })
  }

  func execute(_ plan: HBPlan) -> Input {
    .executed(
      Self.result {
        let written = try store.execute(plan)
        noteWritten(written)
        return written
      })
  }

  func close() {
    // A failure here loses nothing: the files are made again from the log.
    try? store.flush()
  }

  private static func result<Success>(
    _ body: () throws -> Success
  ) -> Result<Success, Failure> {
    do {
      return .success(try body())
    } catch {
      return .failure(failure(error))
    }
  }

  private static func failure(_ error: any Error) -> Failure {
    let text = TerminalText(CommandFailure(error).message ?? "it failed")
    if case HBStorageError.conflict = error { return Failure(kind: .conflict, text: text) }
    return Failure(text: text)
  }
}
