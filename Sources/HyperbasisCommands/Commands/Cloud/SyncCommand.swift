import ArgumentParser
import Hyperbasis
import HyperbasisCanvas

/// Syncs the store with the cloud.
struct SyncCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Sync with the cloud: take in what others changed, send what was changed here.",
    discussion: """
      The project and its key are read from SUPABASE_URL and SUPABASE_ANON_KEY, and the token of a \
      user who has signed in from SUPABASE_ACCESS_TOKEN; else from the file credentials, with the \
      lines url = ..., anon_key = ... and access_token = ..., which nobody but you may read \
      (chmod 600). Nothing that was saved here is ever lost by syncing, and it may be stopped at \
      any moment.
      With --json: {url, received, sent, pending, unreadable, refused, lastSync, error}; received \
      and sent are {spaces, deletedSpaces, anchors, events, worldMaps}, refused is [{kind, id, \
      spaceId, reason, since}]. With --status: {configured, url, source, signedIn, lastSync, \
      pending: {spaces, deletedSpaces, anchors, histories, total}, refused, error: {text, at}}.
      """)

  @Flag(help: "Print the state of syncing without asking the cloud.")
  var status = false

  @Flag(help: "Send again what the cloud refused.")
  var retryQuarantined = false

  @Flag(
    help: "Treat what is gone from the cloud as deleted, however much it is; it goes to the trash.")
  var acceptDeletions = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func validate() throws {
    if status, retryQuarantined || acceptDeletions {
      throw ValidationError("--status only reports; leave the other option out")
    }
    if retryQuarantined, acceptDeletions {
      throw ValidationError("Give --retry-quarantined and --accept-deletions one at a time")
    }
  }

  func run(in context: CommandContext) throws {
    // A device that has no store yet gets it from the cloud.
    let session = StoreSession(options, context)
    if status { return try SyncStatusReport(session).print(json: format.json) }
    let cloud = try session.cloud()
    try sync(cloud, session)
    try session.store.flush()
  }

  private var request: @Sendable (HBStorage) async throws -> Void {
    if retryQuarantined { return { try await $0.retryQuarantined() } }
    if acceptDeletions { return { try await $0.syncAcceptingDeletions() } }
    return { try await $0.sync() }
  }

  private func sync(_ cloud: CloudSession, _ session: StoreSession) throws {
    let context = session.context
    let progress = format.json ? nil : SyncProgressLine(context)
    let run = SyncRun(
      storage: cloud.storage, request: request, watchesSignals: context.watchesSignals)
    let ending = try run.wait { try progress?.show($0) }
    try progress?.end()
    let report = SyncReport(session: session, cloud: cloud)
    switch ending {
    case .finished(let status, let error):
      try report.print(status, error: error, json: format.json)
      if let error { throw report.failure(error) }
    case .interrupted(let signal):
      session.end(
        bySignal: signal,
        "stopped; nothing is lost: what was saved stays here, and the next sync continues")
    case .timedOut: break
    }
  }
}
