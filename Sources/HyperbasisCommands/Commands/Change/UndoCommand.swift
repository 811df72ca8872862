import ArgumentParser
import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisTimeMachine
import HyperbasisWording

/// Undoes the newest operations, or an older one by itself.
struct UndoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the newest operation, whoever made it, or an older one by its id.",
    discussion: """
      What the operation changed goes back to what it was before. If somebody else changed the \
      same thing between two of its events, that change is undone too, with a warning; --json \
      lists it as overridden: [{anchor, parts, actor, at}].

      With --operation, only the changes of that operation are undone. Whatever has been changed \
      again since (the place of an anchor, a key of its metadata, or whether it exists) is left as \
      it is, with a warning; --json lists it as conflicts: [{anchor, parts, onlyShifted}]. A place \
      that only shifts of the space have changed (onlyShifted) is undone with --frame now. If \
      nothing could be undone, the exit status is 1.

      """ + FrameOptions.discussion)

  @Option(
    help: ArgumentHelp(
      "Undo this operation: its id, or the beginning of it, as operations lists it.",
      valueName: "id"))
  var operation: String?

  @OptionGroup var operations: OperationOptions

  func validate() throws {
    if operation != nil, operations.count != nil {
      throw ValidationError("--count and --operation cannot be used together.")
    }
  }

  func run(in context: CommandContext) throws {
    guard let operation else { return try operations.run(.undo, in: context) }
    try operations.options.run(in: context) { session, runner in
      let snapshot = try session.snapshotWithOperations(operations.space)
      let named = try NamedOperation(operation, in: snapshot, session)
      let request = try named.undoRequest(WayBack(session: session))
      do {
        try OperationRunner(runner: runner, direction: .undo)
          .run(in: snapshot, operations.frame.placing(request))
      } catch HBStorageError.nothingToUndo {
        throw try named.nothingLeft()
      }
    }
  }
}

/// Redoes the operations that were undone last.
struct RedoCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo the operation that was undone last.",
    discussion: FrameOptions.discussion)

  @OptionGroup var operations: OperationOptions

  func run(in context: CommandContext) throws { try operations.run(.redo, in: context) }
}

/// The options that undo and redo share.
struct OperationOptions: ParsableArguments {
  @Argument(help: "The space: its id, its name, or the beginning of its id.")
  var space: String?

  @Option(help: ArgumentHelp("How many operations (else 1).", valueName: "n"))
  var count: String?

  @OptionGroup var frame: FrameOptions
  @OptionGroup var options: WriteOptions

  func run(_ direction: OperationRunner.Direction, in context: CommandContext) throws {
    let count = try count.map { try PlaceArguments.count($0, option: "count") } ?? 1
    try options.run(in: context) { session, runner in
      try OperationRunner(runner: runner, direction: direction)
        .run(in: session.snapshotWithOperations(space), frame, count: count)
    }
  }
}

extension StoreSession {
  /// Returns a space whose operations are known.
  ///
  /// - Throws: ``CommandFailure`` if its log was there and is gone. What could be undone then is only what
  ///   anchor files imply: that their anchors were once created.
  fileprivate func snapshotWithOperations(_ space: String?) throws -> LogSnapshot {
    let snapshot = try snapshot(space)
    try requireLogs(of: [snapshot.spaceId])
    return snapshot
  }
}

/// Undoes or redoes operations: one by its plan, several by their rehearsal.
struct OperationRunner {
  enum Direction: String {
    case undo, redo

    var request: HBPlanRequest { self == .undo ? .undo : .redo }
  }

  let runner: ChangeRunner
  let direction: Direction

  private var session: StoreSession { runner.session }

  func run(in snapshot: LogSnapshot, _ frame: FrameOptions, count: Int) throws {
    let request = frame.placing(direction.request)
    if count == 1 {
      return try run(in: snapshot, request)
    }
    while try !step(snapshot, request, count) {}
  }

  func run(in snapshot: LogSnapshot, _ request: HBPlanRequest) throws {
    try runner.run(
      in: snapshot.spaceId, title: { title($0, snapshot) }, request: { _ in request })
  }

  /// - Returns: false if another writer was faster and nothing has been shown yet.
  private func step(
    _ snapshot: LogSnapshot, _ request: HBPlanRequest, _ count: Int
  ) throws -> Bool {
    let plans = try session.store.plans.rehearse(
      request, atMost: count, spaceId: snapshot.spaceId)
    let printer = PlanPrinter(session, snapshot.timeline.index)
    let lines = plans.flatMap { printer.lines($0, title: title($0, snapshot)) }
    return try runner.finish(plans, lines) { note($0, of: count, snapshot) }
  }

  private func note(_ plans: [HBPlan], of count: Int, _ snapshot: LogSnapshot) -> String? {
    let number = plans.count
    guard number < count else { return nil }
    let were = number == 1 ? "was" : "were"
    let note = "There \(were) only \(number) to \(direction.rawValue), not \(count)"
    guard direction == .redo, let reason = reason(after: plans, snapshot.timeline.index) else {
      return "\(note)."
    }
    return "\(note): \(reason)."
  }

  /// Returns why the operations that are still undone are not redone.
  private func reason(after plans: [HBPlan], _ index: EventIndex) -> String? {
    guard let index = try? plans.reduce(index, { try $0.appending($1) }),
      let obstacle = OperationLog(index: index).redoObstacle()
    else { return nil }
    let stay = obstacle.count == 1 ? "stays" : "stay"
    return "\(obstacle.count) more \(stay) undone, because "
      + WayBack(session: session).text(obstacle, index)
  }

  /// Returns a title such as `Undo the move of mug by alice, 2024-06-17 23:49:51 UTC`.
  private func title(_ plan: HBPlan, _ snapshot: LogSnapshot) -> String {
    let verb = direction.rawValue.capitalized
    guard let target = plan.target else { return verb }
    let actor = ActorText.name(target.actor).map { " by \($0)" } ?? ""
    let what = OperationText(naming: snapshot.timeline.index).text(target).plain
    return "\(verb) \(what)\(actor), \(session.time.text(target.instant))"
  }
}

extension OperationText {
  /// Creates the words for operations of a log, in which anchors have the names that the log gives
  /// them.
  init(naming index: EventIndex) {
    self.init(index) { ordinal in
      // Metadata that cannot be read gives no name but the id.
      let metadata = (try? index.metadata(after: [ordinal]).first) ?? [:]
      let id = index.anchorId(ofSlot: index.slot(ordinal))
      return AnchorDescription(metadata, id: id).label.truncated(to: 40)
    }
  }
}
