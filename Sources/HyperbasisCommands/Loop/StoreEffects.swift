import Canvas
import Foundation
import Hyperbasis
import TimeMachine

/// What the time machine asks of the store.
final class StoreEffects {
  private let store: HBLocalStore
  /// The space on screen, as it was read last.
  private(set) var snapshot: LogSnapshot?

  init(store: HBLocalStore) {
    self.store = store
  }
}

extension StoreEffects {
  var baseDirectory: URL { store.baseDirectory }

  /// The directories in which changes of what is on screen show.
  var watchedDirectories: [URL] {
    let base = store.baseDirectory
    guard let snapshot else {
      return [base] + ["spaces", "events"].map { base.appending(path: $0) }
    }
    return [base.appending(path: "events/\(snapshot.spaceId.uuidString)")]
  }

  func loadSpaces() -> Input {
    snapshot = nil
    return .spacesLoaded(Self.result { try store.spaceSummaries(measuringMaps: false) })
  }

  func open(_ spaceId: UUID) -> Input {
    .snapshotLoaded(
      Self.result {
        let opened = try store.snapshot(of: spaceId)
        snapshot = opened
        return opened
      })
  }

  /// What others appended; nil where nothing was.
  func refresh() -> Input? {
    guard let known = snapshot else { return nil }
    do {
      guard let renewed = try store.refresh(known) else { return nil }
      snapshot = renewed
      return .snapshotLoaded(.success(renewed))
    } catch {
      return .snapshotLoaded(.failure(Self.failure(error)))
    }
  }

  func plan(_ request: HBPlanRequest, spaceId: UUID) -> Input {
    .planReady(Self.result { try store.plan(request, spaceId: spaceId) })
  }

  func execute(_ plan: HBPlan) -> Input {
    .executed(Self.result { try store.execute(plan) })
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
