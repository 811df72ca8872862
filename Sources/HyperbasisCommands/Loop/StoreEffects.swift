import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import Synchronization

/// The store requests of the time machine, carried out one after the other.
final class StoreEffects: Sendable {
  private let store: HBLocalStore
  private let imports: ImportEffects
  /// Whether to write nothing, whatever the request.
  private let isReadOnly: Bool
  /// Called with every plan that was written.
  private let noteWritten: @Sendable (HBPlan) -> Void
  /// Called with anything else that the cloud must be told.
  private let noteNews: @Sendable ([HBPendingOperation.Kind]) -> Void
  /// The space on screen, as it was last read.
  private let shown = Mutex<Shown?>(nil)
  /// The status of the bookmarks file when the bookmarks on screen were read.
  private let shownBookmarks = Mutex<FileStatus?>(nil)
  /// The look at the anchor files that found the first space; it is used once.
  private let firstLook: Mutex<SharedLook?>

  private struct Shown {
    let snapshot: LogSnapshot
    let data: SpaceData
    /// Whether the space has been deleted since.
    var isDeleted = false
    /// Whether it has been reported that the log is gone while the space is not.
    var isWithoutLog = false
  }

  init(
    store: HBLocalStore, firstLook: SharedLook? = nil, isReadOnly: Bool = false,
    zone: TimeZone = .gmt, home: URL = FileManager.default.homeDirectoryForCurrentUser,
    storeOption: String = "",
    noteNews: @escaping @Sendable ([HBPendingOperation.Kind]) -> Void = { _ in },
    noteWritten: @escaping @Sendable (HBPlan) -> Void = { _ in }
  ) {
    self.store = store
    self.firstLook = Mutex(firstLook)
    imports = ImportEffects(store: store, zone: zone, home: home, storeOption: storeOption)
    self.noteNews = noteNews
    self.isReadOnly = isReadOnly
    self.noteWritten = noteWritten
  }
}

extension StoreEffects {
  /// The directories in which changes of what is on screen can be seen. Removal of the log's own
  /// directory can be seen in the one above it.
  var watchedDirectories: [URL] {
    let base = store.baseDirectory
    let events = base.appending(path: "events")
    guard let shown = shown.withLock({ $0 }), !shown.isDeleted else {
      return [base, base.appending(path: "spaces"), events]
    }
    // The bookmarks are in the program's own directory, which is created with the first of them. The
    // name of a space is in its file, which is the last to come back from the trash and the last to go.
    // The folder of the store itself may be moved away.
    let others = [store.ownDirectory, base.appending(path: "spaces")]
    return [events, events.appending(path: shown.snapshot.spaceId.uuidString), base]
      + others.filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  func loadSpaces() -> Input {
    shown.withLock { $0 = nil }
    return .spacesLoaded(Self.result { try store.catalog.summaries(measuringMaps: false) })
  }

  func open(_ spaceId: UUID) -> Input {
    .snapshotLoaded(
      Self.result {
        let look = firstLook.withLock { $0.take() } ?? SharedLook()
        let data = show(
          try store.atOneLook(look) { try store.snapshot(of: spaceId) }, following: nil)
        store.snapshots.rememberReach(of: spaceId)
        // This runs while the person looks at the first picture.
        DispatchQueue.global(qos: .utility).async { data.index.checkAhead() }
        return data
      })
  }

  /// Returns what others appended, or that they deleted the space; nil if nothing happened.
  func refresh() -> Input? {
    guard let known = shown.withLock({ $0 }) else { return nil }
    do {
      guard try store.catalog.holds(known.snapshot.spaceId) else { return lose(known) }
      let space = known.snapshot.spaceId
      if known.isWithoutLog, try !store.catalog.hasLog(space) { return nil }
      if known.isDeleted || known.isWithoutLog { return open(space) }
      guard let renewed = try store.snapshots.refresh(known.snapshot) else { return nil }
      return .snapshotLoaded(.success(show(renewed, following: known.data)))
    } catch HBStorageError.notFound {
      return loseLog(known)
    } catch {
      return .snapshotLoaded(.failure(Self.failure(error)))
    }
  }

  /// Handles a missing log. It is not a deletion as long as the space has its file: what was read stays
  /// on screen, and is read again when the log is back.
  private func loseLog(_ known: Shown) -> Input? {
    let space = known.snapshot.spaceId
    guard isHere(space) else { return lose(known) }
    guard !known.isWithoutLog else { return nil }
    shown.withLock { $0?.isWithoutLog = true }
    return .spaceLost(space, .logGone)
  }

  /// Returns whether a space is still here once its present lock holder has finished: a space is
  /// deleted file by file, its log first.
  private func isHere(_ space: UUID) -> Bool {
    // If the lock cannot be taken, what is there now counts.
    let settled = try? store.open[space].lock.withLock { try store.catalog.holds(space) }
    return settled ?? (try? store.catalog.holds(space)) ?? false
  }

  private func lose(_ known: Shown) -> Input? {
    guard !known.isDeleted else { return nil }
    shown.withLock { $0?.isDeleted = true }
    return .spaceLost(known.snapshot.spaceId, isStoreHere ? .deleted : .storeGone)
  }

  private var isStoreHere: Bool {
    FileManager.default.fileExists(atPath: store.baseDirectory.path)
  }

  private func show(_ snapshot: LogSnapshot, following former: SpaceData?) -> SpaceData {
    let data = SpaceData(snapshot, following: former)
    data.prepare(following: former)
    shown.withLock { $0 = Shown(snapshot: snapshot, data: data) }
    return data
  }

  func plan(_ request: HBPlanRequest, spaceId: UUID) -> Input {
    .planReady(
      Self.result {
        // What is missing would be planned anew.
        guard isStoreHere else {
          throw FileError(.open, store.context.layout.base, .storeGone)
        }
        return try store.plans.plan(request, spaceId: spaceId)
      })
  }

  func execute(_ plan: HBPlan) -> Input {
    .executed(
      Self.result {
        try requireWriting()
        let written = try store.plans.execute(plan)
        noteWritten(written)
        return written
      })
  }

  /// Returns the bookmarks if others set or removed any; nil if nothing happened.
  func bookmarkNews() -> Input? {
    guard let space = shown.withLock({ $0?.snapshot.spaceId }),
      store.bookmarks.status != shownBookmarks.withLock({ $0 })
    else { return nil }
    return bookmarks(.load, spaceId: space)
  }

  func bookmarks(_ request: BookmarkRequest, spaceId: UUID) -> Input {
    // The status is taken before the file is read, so that a change in between is read again.
    if case .load = request { shownBookmarks.withLock { $0 = store.bookmarks.status } }
    return .bookmarked(
      request, spaceId: spaceId,
      Self.result {
        switch request {
        case .load, .show: return try store.bookmarks.load(spaceId: spaceId)
        case .add(let note, let instant):
          try requireWriting()
          return try store.bookmarks.add(
            store.bookmarks.make(note, at: instant, spaceId: spaceId))
        case .remove(let bookmark):
          try requireWriting()
          return try store.bookmarks.remove(bookmark)
        case .putBack(let bookmark):
          try requireWriting()
          return try store.bookmarks.add(bookmark)
        }
      })
  }

  func surveyImport(_ words: String) -> Input {
    .importSurveyed(Self.result { try imports.survey(words) })
  }

  func performImport(_ number: Int) -> Input {
    .imported(
      Self.result {
        try requireWriting()
        let (outcome, news) = try imports.perform(number)
        noteNews(news)
        return outcome
      })
  }

  private func requireWriting() throws {
    guard isReadOnly else { return }
    throw CommandFailure(
      ExitStatus.cannotWrite, "the session is read-only; nothing was written")
  }

  func close() {
    guard !isReadOnly else { return }
    // A failure here loses nothing: the files are rebuilt from the log.
    DiagnosticLog.program.attempt("write anchor files") { try store.flush() }
  }

  private static func result<Success>(_ body: () throws -> Success) -> Result<Success, Failure> {
    Result(catching: body).mapError(failure)
  }

  private static func failure(_ error: any Error) -> Failure {
    Failure(error, text: TerminalText(CommandFailure(error).message ?? "it failed"))
  }
}
