import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import HyperbasisWording

/// A store with the cloud that its owner has named.
struct CloudSession: Sendable {
  let credentials: ProjectCredentials
  let storage: HBStorage
  /// More spaces come only after a question.
  static let mostNewSpaces = 200
  /// What commands that are advised need to find the same store.
  private let storeOption: String

  /// - Parameter storeOption: such as ` --store Lab`.
  init(
    _ credentials: ProjectCredentials, store: HBLocalStore, context: CommandContext,
    storeOption: String = ""
  ) {
    self.credentials = credentials
    self.storeOption = storeOption
    // When to sync is decided here, not in the storage.
    var config = HBStorageConfig.supabase(
      url: credentials.url, anonKey: credentials.anonKey, syncStrategy: .manual)
    config.directory = store.baseDirectory
    config.mostNewSpaces = Self.mostNewSpaces
    // The token is what the person has; a new one is theirs to get.
    config.accessToken = credentials.accessToken.map { token in
      HBAccessTokenProvider { _ in token }
    }
    storage = HBStorage(config: config, localStore: store, cloud: context.makeCloud?(credentials))
  }

  /// Why syncing failed, and what to do about it.
  func text(of error: any Error, _ refusals: [HBRefusal] = []) -> String {
    SyncAdvice(credentials: credentials, storeOption: storeOption).text(of: error, refusals)
  }
}

// Writing is never held up by the cloud, and never fails for its sake.

extension StoreSession {
  /// The store with its cloud.
  ///
  /// - Throws: ``CommandFailure`` where none is configured, or wrongly.
  func cloud() throws -> CloudSession {
    try FileHandles.require(FileHandles.forCloud)
    return cloud(try CloudSetting(context).required(in: context))
  }

  /// The same for credentials that are known.
  func cloud(_ credentials: ProjectCredentials) -> CloudSession {
    CloudSession(
      credentials, store: store, context: context, storeOption: options.repeated)
  }

  /// Writes plans that were rehearsed together.
  func execute(_ plans: [HBPlan]) throws -> [HBPlan] {
    do {
      let written = try store.plans.execute(plans)
      noteSaved()
      for plan in written { noteForCloud(plan) }
      return written
    } catch let error as PartlyWrittenError {
      for plan in error.written { noteForCloud(plan) }
      throw error
    }
  }

  /// Moves a space to the trash.
  func deleteSpace(_ id: UUID) throws {
    guard CloudSetting(context) != .none else {
      try store.deleteSpace(id: id)
      return noteSaved()
    }
    try PendingChanges(store).deleteSpace(id)
    noteSaved()
    hasNewsForCloud = true
  }

  /// Brings a space back from the trash.
  ///
  /// - Returns: the plan with the events that were written; none where none were needed.
  func restoreSpace(_ space: TrashedSpace) throws -> [HBPlan] {
    let plans = try store.trash.restore(space)
    noteSaved()
    let isUntold =
      DiagnosticLog.program.attempt("take back the note of a deletion") {
        try PendingChanges(store).takeBackDeletion(of: space.id)
      } ?? false
    noteForCloud(
      (isUntold ? [] : [.saveSpace(space.id)])
        + plans.flatMap(HBPendingOperation.Kind.all(of:)), of: space.id)
    // The cloud may have heard of the deletion all the same, and nobody of that.
    if isUntold { hasNewsForCloud = true }
    return plans
  }

  private func noteForCloud(_ plan: HBPlan) {
    noteForCloud(HBPendingOperation.Kind.all(of: plan), of: plan.spaceId)
  }

  /// Notes what the cloud is to be told of a space, where there is one, and the space is followed.
  func noteForCloud(_ kinds: [HBPendingOperation.Kind], of space: UUID) {
    guard !kinds.isEmpty, CloudSetting(context) != .none,
      PendingChanges(store).isFollowed(space)
    else { return }
    // A pass finds it by comparison as well.
    DiagnosticLog.program.attempt("note a change for the cloud") {
      try PendingChanges(store).add(kinds)
    }
    hasNewsForCloud = true
  }

  /// After a change: syncs where the person wants that with every change, and says what waits.
  func syncAfterChange(isQuiet: Bool) throws {
    guard hasNewsForCloud else { return }
    switch CloudSetting(context) {
    case .none: return
    case .broken(let reason):
      try context.writeError("warning: saved here, but not yet for the cloud: \(reason)")
    case .configured(let credentials):
      guard syncStrategy == .onSave else {
        if !isQuiet { try sayWhatWaits("\(command("sync")) sends them") }
        return
      }
      try FileHandles.require(FileHandles.forCloud)
      try syncNow(cloud(credentials), limit: context.cloudPatience, isQuiet: isQuiet)
    }
  }

  /// When somebody leaves the time machine: what was changed in it is on its way or waits. One who
  /// wants it synced with every change is kept for a moment, and may press Ctrl-C; then it waits.
  ///
  /// - Parameter signalBefore: gives a signal that asked to end between the two.
  func syncAtEnd(_ cloud: CloudEffects, signalBefore: @escaping () -> Int32?) throws {
    guard cloud.hasWritten, !store.loadPendingOperations().isEmpty else { return }
    guard cloud.strategy == .onSave else {
      return try sayWhatWaits("\(command("sync")) sends them")
    }
    let limit = min(context.cloudPatience, .seconds(2))
    try syncNow(cloud.session, limit: limit, isQuiet: false, signalBefore: signalBefore)
  }

  /// A space that sync leaves out is not to be taken for one that the others will see.
  func sayIfUnfollowed(_ id: UUID) throws {
    guard CloudSetting(context).credentials != nil,
      FollowedSpacesFile(store).unfollowed().contains(id)
    else { return }
    let follow = TerminalText(command("follow \(ShortId.text(id))"))
    try output.writeLine(
      paint("It is not followed, so sync leaves it out; \(follow) changes that.", .dim))
  }

  /// What the person's file says; by hand where it says nothing.
  private var syncStrategy: HBSyncStrategy { PersonalConfiguration(context).settings.syncStrategy }

  private func sayWhatWaits(_ advice: String) throws {
    let waiting = store.loadPendingOperations().count
    guard waiting > 0 else { return }
    let it = waiting == 1 ? advice.replacing("them", with: "it") : advice
    try output.writeLine(paint("\(SyncText.waiting(waiting)); \(TerminalText(it)).", .dim))
  }

  private func syncNow(
    _ cloud: CloudSession, limit: Duration, isQuiet: Bool,
    signalBefore: @escaping () -> Int32? = { nil }
  ) throws {
    // The change is told before the cloud is asked.
    try output.flush()
    let run = SyncRun(
      storage: cloud.storage, watchesSignals: context.watchesSignals, limit: limit,
      signalBefore: signalBefore)
    let ending = run.wait { _ in }
    try store.flush()
    switch ending {
    case .finished(_, nil): if !isQuiet { try output.writeLine(paint("Synced.", .dim)) }
    case .finished(let status, let error?):
      let reason = cloud.text(of: error, status.refusals)
      try context.writeError("warning: saved here, not synced: \(reason)")
    case .timedOut:
      try context.writeError(
        "warning: saved here, not synced yet: the cloud is slow to respond; "
          + "\(command("sync")) continues"
      )
    case .interrupted(let signal):
      // Behind the ^C that the terminal shows.
      if signal == SIGINT, context.terminals.error { try? context.errorOutput.writeLine("") }
      end(bySignal: signal, "warning: saved here, not synced yet; \(command("sync")) continues")
    }
  }

  /// Ends the process because somebody asked for it while the cloud was waited for, with a last
  /// word. The signal counts even where nobody is left to read it.
  func end(bySignal signal: Int32, _ words: String) -> Never {
    // A signal ends the program: nobody is left to be told what failed.
    try? store.flush()
    try? output.flush()
    try? context.writeError(words)
    SignalWatch.endProcess(bySignal: signal)
  }
}
