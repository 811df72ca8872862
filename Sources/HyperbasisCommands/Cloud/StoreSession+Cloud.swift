import Foundation
import Hyperbasis
import HyperbasisCanvas
import HyperbasisDiagnostics
import HyperbasisTimeMachine
import HyperbasisWording

/// A store with the cloud that its owner has configured.
struct CloudSession: Sendable {
  let credentials: ProjectCredentials
  let storage: HBStorage
  /// If there are more new spaces than this, they are fetched only after a confirmation.
  static let mostNewSpaces = 200
  /// The options with which advised commands find the same store.
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
    // The token is the one that the person has; only they can get a new one.
    config.accessToken = credentials.accessToken.map { token in
      HBAccessTokenProvider { _ in token }
    }
    storage = HBStorage(config: config, localStore: store, cloud: context.makeCloud?(credentials))
  }

  /// Returns why syncing failed, and what to do about it.
  func text(of error: any Error, _ refusals: [HBRefusal] = []) -> String {
    SyncAdvice(credentials: credentials, storeOption: storeOption).text(of: error, refusals)
  }
}

// The cloud never delays a write, and never makes one fail.

extension StoreSession {
  /// Returns the store with its cloud.
  ///
  /// - Throws: ``CommandFailure`` if none is configured, or it is configured wrongly.
  func cloud() throws -> CloudSession {
    try FileHandles.require(FileHandles.forCloud)
    return cloud(try CloudSetting(context).required(in: context))
  }

  /// Returns the same for known credentials.
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
    defer { deletedSpace = id }
    guard CloudSetting(context) != .none else {
      try store.deleteSpace(id: id)
      return noteSaved()
    }
    try PendingChanges(store).deleteSpace(id)
    noteSaved()
    hasNewsForCloud = true
  }

  /// Returns what the deletion of a space means for the cloud; nil if there is none, or if it has
  /// forgotten the space.
  func consequence(ofDeleting id: UUID) -> String? {
    guard CloudSetting(context) != .none, !forgottenSpaces.contains(id) else { return nil }
    guard PendingChanges(store).isFollowed(id) else {
      return "It is not followed: only this copy goes, and what the cloud has of it stays."
    }
    // Only the cloud knows whether this user is one.
    let isSignedIn = CloudSetting(context).credentials?.accessToken != nil
    return "The next sync deletes it in the cloud as well, for everybody who syncs it"
      + (isSignedIn ? "; of a space that is shared, only an owner may delete it there." : ".")
  }

  /// Brings a space back from the trash.
  ///
  /// - Returns: the plan with the events that were written; empty if none were needed.
  func restoreSpace(_ space: TrashedSpace) throws -> [HBPlan] {
    let returned = try PendingChanges(store).restoreSpace(space)
    noteSaved()
    noteForCloud(returned.changes, of: space.id)
    if returned.wasUntold { hasNewsForCloud = true }
    return returned.plans
  }

  private func noteForCloud(_ plan: HBPlan) {
    noteForCloud(HBPendingOperation.Kind.all(of: plan), of: plan.spaceId)
  }

  /// Notes what the cloud must be told of a space, if there is a cloud and sync does not leave the space out.
  func noteForCloud(_ kinds: [HBPendingOperation.Kind], of space: UUID) {
    guard !kinds.isEmpty, CloudSetting(context) != .none,
      PendingChanges(store).isFollowed(space), !forgottenSpaces.contains(space)
    else { return }
    // If this fails, a pass still finds the change by comparison.
    DiagnosticLog.program.attempt("note a change for the cloud") {
      try PendingChanges(store).add(kinds)
    }
    hasNewsForCloud = true
  }

  /// After a change: syncs if the person wants that with every change, else reports what is pending.
  func syncAfterChange(isQuiet: Bool) throws {
    guard hasNewsForCloud else { return }
    switch CloudSetting(context) {
    case .none: return
    case .broken(let reason):
      try context.writeWarning("saved here, but not yet for the cloud: \(Clause.text(reason))")
    case .configured(let credentials):
      guard syncStrategy == .onSave else {
        if !isQuiet { try sayWhatWaits("\(command("sync")) sends them") }
        return
      }
      try FileHandles.require(FileHandles.forCloud)
      try syncNow(cloud(credentials), limit: context.cloudPatience, isQuiet: isQuiet)
    }
  }

  /// At the end of the time machine: what was changed in it is being sent or is pending. If the person
  /// wants it synced with every change, they are kept for a moment and may press Ctrl-C; then it stays
  /// pending.
  ///
  /// - Parameter signalBefore: returns a signal to end that came in between.
  func syncAtEnd(_ cloud: CloudEffects, signalBefore: @escaping () -> Int32?) throws {
    guard cloud.hasWritten, !store.loadPendingOperations().isEmpty else { return }
    guard cloud.strategy == .onSave else {
      return try sayWhatWaits("\(command("sync")) sends them")
    }
    let limit = min(context.cloudPatience, .seconds(2))
    try syncNow(cloud.session, limit: limit, isQuiet: false, signalBefore: signalBefore)
  }

  /// Prints a note if sync leaves a space out, so that nobody expects others to see it.
  func sayIfUnfollowed(_ id: UUID) throws {
    guard CloudSetting(context).credentials != nil,
      FollowedSpacesFile(store).unfollowed().contains(id)
    else { return }
    let follow = TerminalText(command("follow \(ShortId.text(id))"))
    try output.writeLine(
      paint("It is not followed, so sync leaves it out; \(follow) changes that.", .dim))
  }

  /// The strategy from the person's file; manual if it sets none.
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
    // The change is reported before the cloud is asked.
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
      try context.writeWarning("saved here, not synced: \(Clause.text(reason))")
    case .timedOut:
      try context.writeWarning(
        "saved here, not synced yet: the cloud is slow to respond; "
          + "\(command("sync")) continues"
      )
    case .interrupted(let signal):
      // The message goes after the ^C that the terminal shows.
      if signal == SIGINT, context.terminals.error { try? context.errorOutput.writeLine("") }
      end(bySignal: signal, "warning: saved here, not synced yet; \(command("sync")) continues")
    }
  }

  /// Ends the process because of a signal that came during a wait for the cloud, with a last message.
  /// The signal counts even if nobody can read the message.
  func end(bySignal signal: Int32, _ words: String) -> Never {
    // The program is ending by a signal: failures cannot be reported.
    try? store.flush()
    try? output.flush()
    try? context.writeError(words)
    SignalWatch.endProcess(bySignal: signal)
  }
}
