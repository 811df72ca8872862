import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog

/// Whether a command asks the cloud instead of the store.
struct RemoteOptions: ParsableArguments {
  @Flag(name: .customLong("remote"), help: "Ask the cloud, without pulling.")
  var isRemote = false

  /// - Throws: ``CommandFailure`` for options that need the whole history.
  func refuse(_ options: [(isGiven: Bool, name: String)]) throws(CommandFailure) {
    guard isRemote, let option = options.first(where: \.isGiven) else { return }
    throw .usage(
      "\(option.name) needs the whole history, and --remote does not pull it; sync the space first")
  }
}

extension StoreOptions {
  /// Runs the body of a command that asks the cloud; it needs no store.
  func ask(in context: CommandContext, _ body: (StoreSession) throws -> Void) throws {
    try body(StoreSession(self, context, isReadOnly: true))
  }
}

/// A space in the cloud, which is asked only for what a command prints.
struct RemoteSpace {
  private let session: StoreSession
  private let cloud: CloudSession
  let space: FoundSpace

  /// - Parameter text: names the space; nil for the only one.
  init(_ text: String?, _ session: StoreSession) throws {
    self.session = session
    cloud = try session.cloud()
    space = try Self.find(text, cloud, session)
  }

  private static func find(
    _ text: String?, _ cloud: CloudSession, _ session: StoreSession
  ) throws -> FoundSpace {
    let found = try cloud.ask { try await $0.findSpaces(text) }
    if text == nil, found.isEmpty {
      throw CommandFailure.data("the cloud has no spaces, or none that this user may see")
    }
    let candidates = found.map { TextualSelector.Candidate(id: $0.id, name: $0.name) }
    let id: UUID
    do {
      id = try TextualSelector.space(text, among: candidates)
    } catch {
      throw refusal(error, session)
    }
    guard let space = found.first(where: { $0.id == id }) else {
      throw HBStorageError.notFound(type: "space", id: id)
    }
    return space
  }

  /// Returns the failure for a text that names no space of the cloud: what to type is not the question if
  /// it names one here.
  private static func refusal(_ error: SelectorError, _ session: StoreSession) -> any Error {
    guard case .notFound(_, let text, let nearest) = error, nearest.isEmpty else { return error }
    let names = (try? session.store.catalog.names()) ?? []
    let here = names.map { TextualSelector.Candidate(id: $0.id, name: $0.name) }
    let isHere = (try? TextualSelector.space(text, among: here)) != nil
    return CommandFailure.data(
      "the cloud has no space \"\(text)\", or none that this user may see; "
        + (isHere
          ? "the space of that name here is shown without --remote"
          : "\(session.command("sync --list")) names those that it has"))
  }

  func instant(_ text: String) throws -> HBInstant {
    // Without a history it has no events either, but the message should not be about those.
    guard space.hasHistory else { throw Self.noHistory }
    return try session.instant(text, start: space.start, end: space.end)
  }

  /// The instant at which the history begins.
  var start: HBInstant { space.start ?? session.now }

  /// Returns as much of the space as its states at some dates depend on; nil for the latest state.
  func snapshot(at dates: [HBInstant?]) throws -> LogSnapshot {
    let id = space.id
    guard space.hasHistory else {
      guard dates.allSatisfy({ $0 == nil }) else { throw Self.noHistory }
      return try cloud.ask { try await $0.latestRows(of: id) }.snapshot(of: space)
    }
    let instants = dates.map { $0 ?? HBInstant(microseconds: .max) }
    return try cloud.ask { try await $0.states(of: id, at: instants) }.snapshot(of: space)
  }

  /// Returns some events with what explains them, and the ids of those that were asked for.
  func log(_ question: LogQuestion) throws -> (snapshot: LogSnapshot, asked: Set<UUID>) {
    guard space.hasHistory else { throw Self.noHistory }
    let id = space.id
    let history = try cloud.ask { try await $0.log(of: id, question) }
    return (try history.snapshot(of: space), history.asked)
  }

  static let noHistory = CommandFailure.failed(
    "the cloud cannot be asked about the past; run migration.sql of Resources/supabase in the "
      + "project's SQL editor")
}

extension CloudSession {
  /// Asks the cloud, and waits for the answer.
  func ask<Answer: Sendable>(
    _ question: @escaping @Sendable (any CloudQuestions) async throws -> Answer
  ) throws -> Answer {
    try wait { try await $0.asking(question) }
  }

  /// Waits for what the storage does with the cloud.
  func wait<Answer: Sendable>(
    _ work: @escaping @Sendable (HBStorage) async throws -> Answer
  ) throws -> Answer {
    let mailbox = Mailbox<Result<Answer, any Error>>()
    let storage = storage
    Task.detached {
      do {
        mailbox.post(.success(try await work(storage)))
      } catch {
        mailbox.post(.failure(error))
      }
    }
    // The task posts once, however it ends.
    switch mailbox.next() {
    case .success(let answer)?: return answer
    case .failure(let error)?: throw failure(error)
    case nil: throw CancellationError()
    }
  }

  /// Returns the failure for a question that the cloud does not answer.
  private func failure(_ error: any Error) -> CommandFailure {
    switch error {
    case HBStorageError.missingInCloud: return lacks(error)
    // This was a question: nothing was being sent, and nothing is pending.
    case HBStorageError.refusedByCloud(let reason):
      return .failed(
        "The cloud does not permit this (\(reason)). hyperbasis doctor shows what this user may do."
      )
    default: return CommandFailure(CommandFailure(error).status, text(of: error))
    }
  }

  /// Returns the failure for a migration that was run long ago, or not at all.
  private static func outdated(_ error: any Error) -> CommandFailure {
    guard case HBStorageError.missingInCloud(let name) = error, name.hasPrefix("function "),
      !questionsAboutThePast.contains(name)
    else { return RemoteSpace.noHistory }
    return .failed(
      "the cloud lacks the \(name); run migration.sql of Resources/supabase in the project's SQL "
        + "editor, again if it was run before")
  }

  private static let questionsAboutThePast: Set = ["function state_events", "function log_events"]

  /// Returns the failure for something missing: without the first script, the second must not be
  /// advised.
  private func lacks(_ error: any Error) -> CommandFailure {
    let mailbox = Mailbox<HBCloudReport>()
    let storage = storage
    Task.detached { mailbox.post(await storage.inspectCloud()) }
    let table = mailbox.next()?.tables.first { $0.isRequired && $0.presence == .missing }
    guard let table else { return Self.outdated(error) }
    return .failed(text(of: HBStorageError.missingInCloud("table \(table.name)")))
  }
}
