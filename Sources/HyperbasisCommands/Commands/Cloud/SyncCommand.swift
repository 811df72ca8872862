import ArgumentParser
import Foundation
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

      Exit codes: 0 only if everything that was asked for is in sync; 1 if the cloud refuses something, has rows that \
      cannot be read, or some of it still waits; 65 if it refuses the key or the sign-in; 75 if it \
      cannot be reached. Each sync tries one refused row of each kind again; once that is \
      accepted, the rest follow. Before it fetches more than \(CloudSession.mostNewSpaces) spaces \
      that are not here, it asks; without a terminal it needs --yes.

      --verify exits with 0 if events and anchors are the same on both sides, else with 1. Of \
      anchors it compares the places, of events everything but the metadata. Only spaces that are \
      followed count for the exit code.

      With --json: {url, tier, tierReason, received, sent, pending, unreadable, unreadableRows: \
      [{id, reason}], refused, refusals, conflicts, removed, forgotten, unfollowed, lastSync, \
      error}; received and sent are {spaces, deletedSpaces, anchors, events, worldMaps}, removed \
      is [{id, name, heldOwnWork, unseenEvents}] (deleted elsewhere, or here with events of others \
      that had not come in), unfollowed [id] (here, and left out), \
      refused [{kind, id, spaceId, reason, since}], refusals [{kind, count, reason, code, \
      deniesPermission, example: {id, spaceId}}], conflicts [{spaceId, anchorId, part, key, kept, \
      replaced}] with {value, actor, at, wasHere} for each of the two changes; part is place, key, \
      visibility, whose value is false if the anchor was deleted, or name, that of the space, whose \
      anchorId is null.

      With --status --json: {configured, problem, url, source, signedIn, tier, tierReason, lastSync, \
      pending: {spaces, deletedSpaces, anchors, histories, total}, refused, refusals, unreadable, \
      unreadableRows, unfollowed, forgotten, leftAloneUntil, error: {text, at}}.

      With --list --json: [{id, name, anchors, events, bytes, worldMapBytes, updatedAt, actor, \
      here, followed}]; a value is null if the server does not report it.

      With --dry-run --json: {url, dryRun, spaces: [{id, name, here, forgotten, unreadable, \
      doubted, send, take}]}; send and take are {spaces, anchors, events, removals}, send with worldMaps as well; \
      take is null if the whole space would come; forgotten means that the space was deleted from \
      the cloud for good and stays here, unreadable that what would be sent is not known, doubted \
      that more is gone than a sync deletes without --accept-deletions. \
      With --accept-deletions as well: {url, dryRun, deletions: [{kind, id, spaceId}]}.

      With --verify --json: {url, isSame, spaces: [{id, name, standing, isSame, here, cloud, \
      events, anchors}]}; standing is followed, unfollowed or forgotten; here and cloud are \
      {name, events: {count, digest}, anchors}, events and anchors {onlyHere, onlyInCloud, \
      altered}.
      """)

  @Argument(help: "Sync these spaces alone, followed or not: ids, names, or beginnings of ids.")
  var spaces: [String] = []

  @Flag(help: "List the spaces of the cloud by name, and fetch nothing.")
  var list = false

  @Option(help: ArgumentHelp("With --list: this many spaces on a page.", valueName: "n"))
  var limit: String?

  @Option(help: ArgumentHelp("With --list: this page, from 1.", valueName: "n"))
  var page: String?

  @Flag(help: "Print the state of syncing without asking the cloud.")
  var status = false

  @Flag(help: "Send again what the cloud refused.")
  var retryQuarantined = false

  @Flag(
    help: "Treat what is gone from the cloud as deleted, however much it is; it goes to the trash.")
  var acceptDeletions = false

  @Flag(
    help: """
      List what would be sent and received for each space, or with --accept-deletions what would \
      be deleted here; change nothing.
      """)
  var dryRun = false

  @Flag(name: [.long, .customShort("y")], help: "Do not ask before fetching very many spaces.")
  var yes = false

  @Flag(help: "Compare what is here with what the cloud holds, and name what differs.")
  var verify = false

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: FormatOptions

  func validate() throws {
    if verify, status || list || retryQuarantined || acceptDeletions || dryRun || !spaces.isEmpty {
      throw ValidationError("--verify only compares; leave the rest out")
    }
    if status || list, retryQuarantined || acceptDeletions || !spaces.isEmpty || status && list {
      throw ValidationError("--\(status ? "status" : "list") only reports; leave the rest out")
    }
    if !spaces.isEmpty, retryQuarantined || acceptDeletions {
      throw ValidationError("Name spaces, or give an option that concerns all of them")
    }
    if dryRun, status || list || retryQuarantined || yes {
      throw ValidationError("--dry-run changes nothing; leave the other option out")
    }
    if !list, limit != nil || page != nil {
      throw ValidationError("Give --\(page == nil ? "limit" : "page") together with --list")
    }
    if retryQuarantined, acceptDeletions {
      throw ValidationError("Give --retry-quarantined and --accept-deletions one at a time")
    }
  }

  func run(in context: CommandContext) throws {
    // A device without a store gets it from the cloud.
    let session = StoreSession(options, context)
    if status {
      try options.requireStore(in: context)
      return try SyncStatusReport(session).print(json: format.json)
    }
    let cloud = try session.cloud()
    if verify {
      return try SyncVerifyReport(session: session, cloud: cloud).print(json: format.json)
    }
    let there = CloudSpaces(session: session, cloud: cloud)
    if list { return try printList(there) }
    if dryRun, acceptDeletions {
      return try VanishedRowsReport(session: session, cloud: cloud).print(json: format.json)
    }
    let ids = try there.ids(of: spaces)
    if dryRun {
      return try SyncRehearsalReport(session: session, cloud: cloud).print(ids, json: format.json)
    }
    try sync(cloud, session, request(ids), asked: ids)
    try session.store.flush()
  }

  private func printList(_ spaces: CloudSpaces) throws {
    let size = try limit.map { try PlaceArguments.count($0, option: "limit") } ?? 50
    let number = try page.map { try PlaceArguments.count($0, option: "page") } ?? 1
    try spaces.print(page: number, of: min(size, 10_000), json: format.json)
  }

  private typealias Request = @Sendable (HBStorage) async throws -> Void

  private func request(_ ids: [UUID]) -> Request {
    if !ids.isEmpty { return { try await $0.sync(spaces: ids) } }
    if retryQuarantined { return { try await $0.retryQuarantined() } }
    if acceptDeletions { return { try await $0.syncAcceptingDeletions() } }
    if yes { return Self.takeAll }
    return { try await $0.sync() }
  }

  private static let takeAll: Request = { try await $0.syncAcceptingManySpaces() }

  /// Asks whether to take in very many spaces.
  ///
  /// - Throws: ``CommandFailure`` if there is nobody to ask, or they decline.
  private func ask(_ count: Int, _ session: StoreSession, _ advice: String) throws {
    let context = session.context
    guard context.terminals.input, context.terminals.error || context.terminals.output else {
      throw CommandFailure.usage(advice)
    }
    let stream = format.json ? context.errorOutput : context.output
    try stream.write("Take in \(count) spaces that are not here yet? [y/N] ")
    try stream.flush()
    let reply = context.readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    guard reply == "y" || reply == "yes" else {
      throw CommandFailure.usage("declined; \(advice)")
    }
  }

  /// - Parameter asked: the spaces that alone are to be synced; empty for all that are followed.
  private func sync(
    _ cloud: CloudSession, _ session: StoreSession, _ request: @escaping Request,
    asked: [UUID] = []
  ) throws {
    let context = session.context
    let progress = format.json ? nil : SyncProgressLine(context)
    let run = SyncRun(
      storage: cloud.storage, request: request, watchesSignals: context.watchesSignals)
    var hasToldOfWait = false
    let ending = try run.wait { status in
      if status.waitsForOtherSync, !hasToldOfWait {
        hasToldOfWait = true
        try context.writeError(
          "another process is syncing this store; waiting up to 30 seconds for it to end")
      }
      try progress?.show(status)
    }
    try progress?.end()
    let report = SyncReport(session: session, cloud: cloud, asked: asked)
    switch ending {
    case .finished(let status, HBStorageError.manySpacesInCloud(let count)?):
      let error = HBStorageError.manySpacesInCloud(count: count)
      do {
        try ask(count, session, cloud.text(of: error))
      } catch let refusal {
        // With --json, it is also printed as JSON, as any other failure is.
        if format.json { try report.print(status, error: error, json: true) }
        throw refusal
      }
      try sync(cloud, session, Self.takeAll)
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
