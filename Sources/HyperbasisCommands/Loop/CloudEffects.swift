import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import Synchronization

/// The cloud requests of the time machine.
///
/// All of them are carried out by tasks; the loop is woken when there is news. With manual syncing,
/// nothing happens without a request.
final class CloudEffects: Sendable {
  private struct Pace {
    var strategy: HBSyncStrategy
    var next = ContinuousClock.now
    var hasWritten = false
    var looks = LookPace()

    /// Notes activity: a look that is far off is moved forward.
    mutating func noteActivity() {
      looks.noteActivity()
      next = min(next, .now + .seconds(LookPace.shortest))
    }
  }

  private final class PaceBox: Sendable {
    private let pace: Mutex<Pace>

    init(_ pace: sending Pace) { self.pace = Mutex(pace) }

    func withLock<Result>(_ body: (inout Pace) -> Result) -> Result {
      pace.withLock { pace in body(&pace) }
    }
  }

  private let cloud: CloudSession
  private let news: CloudNews
  /// Shared with the task that listens.
  private let pace: PaceBox
  private let listener: Task<Void, Never>

  /// Nil if the system gives no descriptor to wake the loop with.
  init?(_ cloud: CloudSession, strategy: HBSyncStrategy) {
    guard let pipe = try? WakePipe() else { return nil }
    self.cloud = cloud
    let pace = PaceBox(Pace(strategy: strategy))
    self.pace = pace
    let (storage, news) = (cloud.storage, CloudNews(pipe))
    self.news = news
    listener = Task.detached {
      var lastSync: Date?
      for await status in storage.syncStatusUpdates() {
        news.put(status)
        guard status.lastSync != lastSync else { continue }
        lastSync = status.lastSync
        if !status.received.isZero || !status.sent.isZero { pace.withLock { $0.noteActivity() } }
      }
    }
  }

  /// Becomes readable when there is news.
  var descriptor: Int32 { news.pipe.descriptor }

  func close() {
    listener.cancel()
  }
}

// MARK: - Requests

extension CloudEffects {
  /// Syncs on request.
  func sync() {
    run {
      try await $0.sync()
    } answer: {
      .synced($0)
    }
  }

  /// Fetches one space that is not here.
  func pull(_ id: UUID) {
    run {
      try await $0.sync(spaces: [id])
    } answer: {
      .spacePulled(id, $0)
    }
  }

  /// Lists the spaces of the cloud, as many as a list shows.
  func loadSpaces() {
    let (cloud, news) = (cloud, news)
    Task.detached {
      let result: Result<ListedCloudSpaces, Failure>
      do {
        result = .success(try await cloud.storage.cloudSpaces(Self.mostListed))
      } catch {
        result = .failure(
          Failure(text: TerminalText(cloud.text(of: error))))
      }
      news.put(.cloudSpacesLoaded(result))
    }
  }

  private static let mostListed = 500

  /// Runs a requested pass, and reports how it ended.
  private func run(
    _ pass: @escaping @Sendable (HBStorage) async throws -> Void,
    answer: @escaping @Sendable (Result<HBSyncStatus, Failure>) -> Input
  ) {
    let (cloud, news) = (cloud, news)
    Task.detached {
      var problem: (any Error)?
      do {
        try await pass(cloud.storage)
      } catch {
        problem = error
      }
      let status = await cloud.storage.syncStatus()
      let failure = problem.map { error in
        Failure(
          text: TerminalText(
            cloud.text(of: error, status.refusals)))
      }
      news.put(status)
      news.put(answer(failure.map { .failure($0) } ?? .success(status)))
    }
  }

  /// Notes that a plan was written here. Called off the loop's thread.
  func noteWritten(_ plan: HBPlan) { noteNews(HBPendingOperation.Kind.all(of: plan)) }

  /// Notes that something was written here that the cloud must be told. Called off the loop's thread.
  func noteNews(_ kinds: [HBPendingOperation.Kind]) {
    cloud.storage.noteChange(kinds)
    let strategy = pace.withLock { pace in
      pace.hasWritten = true
      pace.noteActivity()
      return pace.strategy
    }
    if strategy == .onSave { cloud.storage.syncInBackground() }
  }

  /// Updates the count of pending changes: others may have added some, or sent some to the cloud.
  func countPending() { cloud.storage.countPending() }

  /// Whether anything was written in this session.
  var hasWritten: Bool { pace.withLock { $0.hasWritten } }

  var strategy: HBSyncStrategy { pace.withLock { $0.strategy } }

  var session: CloudSession { cloud }

  func setStrategy(_ strategy: HBSyncStrategy) {
    pace.withLock { pace in
      guard strategy != pace.strategy else { return }
      (pace.strategy, pace.next) = (strategy, .now)
    }
  }
}

// MARK: - Automatic syncing

extension CloudEffects {
  /// When to look for others' changes; nil unless syncing is automatic.
  var deadline: ContinuousClock.Instant? {
    pace.withLock { $0.strategy == .onSave ? $0.next : nil }
  }

  /// Looks for others' changes, if it is time.
  func lookIfDue() {
    guard let deadline, deadline <= .now else { return }
    pace.withLock { $0.next = .now + .seconds($0.looks.next()) }
    cloud.storage.syncInBackground()
  }

  /// Notes that the person is active, and so may be waiting for others' changes.
  func noteActivity() { pace.withLock { $0.noteActivity() } }

  /// Takes the news for the loop.
  func takeNews() -> [Input] { news.takeAll() }
}

/// What tasks report to the loop: only the latest status, but every response.
private final class CloudNews: Sendable {
  private struct Content {
    var status: HBSyncStatus?
    var responses: [Input] = []
  }

  let pipe: WakePipe
  private let content = Mutex(Content())

  init(_ pipe: WakePipe) {
    self.pipe = pipe
  }

  func put(_ status: HBSyncStatus) {
    content.withLock { $0.status = status }
    pipe.raise()
  }

  func put(_ response: Input) {
    content.withLock { $0.responses.append(response) }
    pipe.raise()
  }

  func takeAll() -> [Input] {
    pipe.lower()
    let content = content.withLock { content in
      defer { content = Content() }
      return content
    }
    let status = content.status.map { Input.cloudChanged(CloudState($0)) }
    return (status.map { [$0] } ?? []) + content.responses
  }
}

/// The cloud of a time machine session, if its owner has one.
struct SessionCloud: Sendable {
  /// Nil without a cloud.
  let effects: CloudEffects?
  private let store: HBLocalStore
  private let setting: CloudSetting

  /// - Parameter isScratch: whether the store is discarded with the session, so that no cloud may see
  ///   it.
  init(_ session: StoreSession, _ strategy: HBSyncStrategy, isScratch: Bool) {
    store = session.store
    setting = isScratch ? .none : CloudSetting(session.context)
    guard let credentials = setting.credentials else {
      effects = nil
      return
    }
    effects = CloudEffects(session.cloud(credentials), strategy: strategy)
  }

  /// Records whether there is a cloud, and why not if the person means to have one.
  func apply(to state: inout State) {
    state.sync.isAvailable = effects != nil
    guard case .broken(let reason) = setting else { return }
    let text = TerminalText("nothing is synced: \(reason)")
    state.sync.obstacle = text
    state.message = .warning(text)
  }

  /// Notes that a plan was written.
  func noteWritten(_ plan: HBPlan) {
    if setting == .none || PendingChanges(store).isLeftOut(plan.spaceId) { return }
    if let effects { return effects.noteWritten(plan) }
    add(HBPendingOperation.Kind.all(of: plan))
  }

  /// Notes that something else was written that the cloud must be told.
  func noteNews(_ kinds: [HBPendingOperation.Kind]) {
    if setting == .none { return }
    let kinds = PendingChanges(store).withoutLeftOut(kinds)
    guard !kinds.isEmpty else { return }
    if let effects { return effects.noteNews(kinds) }
    add(kinds)
  }

  private func add(_ kinds: [HBPendingOperation.Kind]) {
    // If this fails, a pass still finds the change by comparison.
    DiagnosticLog.program.attempt("note a change for the cloud") {
      try PendingChanges(store).add(kinds)
    }
  }
}
