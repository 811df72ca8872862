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
      Exit codes: 0 only if everything is in sync; 1 if the cloud refuses something, has rows that \
      cannot be read, or something still waits; 65 if it refuses the key or the sign-in; 75 if it \
      cannot be reached. Of what is refused each sync tries one row of each kind again, and the \
      rest follows where that one is taken.
      With --json: {url, tier, tierReason, received, sent, pending, unreadable, unreadableRows: \
      [{id, reason}], refused, refusals, conflicts, lastSync, error}; received and sent are {spaces, \
      deletedSpaces, anchors, events, worldMaps}, refused is [{kind, id, spaceId, reason, since}], \
      refusals [{kind, count, reason, code, deniesPermission, example: {id, spaceId}}], conflicts [{spaceId, anchorId, part, key, kept, replaced}] with \
      {value, actor, at, wasHere} for either change. With \
      --status: {configured, url, source, signedIn, tier, tierReason, lastSync, pending: {spaces, \
      deletedSpaces, anchors, histories, total}, refused, refusals, error: {text, at}}. With \
      --accept-deletions --dry-run: {url, dryRun, deletions: [{kind, id, spaceId}]}.
      """)

  @Flag(help: "Print the state of syncing without asking the cloud.")
  var status = false

  @Flag(help: "Send again what the cloud refused.")
  var retryQuarantined = false

  @Flag(
    help: "Treat what is gone from the cloud as deleted, however much it is; it goes to the trash.")
  var acceptDeletions = false

  @Flag(help: "With --accept-deletions: list what would be deleted here, and change nothing.")
  var dryRun = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func validate() throws {
    if status, retryQuarantined || acceptDeletions {
      throw ValidationError("--status only reports; leave the other option out")
    }
    if dryRun, !acceptDeletions {
      throw ValidationError("Give --dry-run together with --accept-deletions")
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
    if dryRun {
      return try VanishedRowsReport(session: session, cloud: cloud).print(json: format.json)
    }
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
      if let failure = report.failure(status, error) { throw failure }
    case .interrupted(let signal):
      session.end(
        bySignal: signal,
        "stopped; nothing is lost: what was saved stays here, and the next sync continues")
    case .timedOut: break
    }
  }
}
