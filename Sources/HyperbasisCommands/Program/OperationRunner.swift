import Foundation
import Hyperbasis
import HyperbasisWording

/// Undoes or redoes operations: one as its plan says, several after a rehearsal.
struct OperationRunner {
  enum Direction: String {
    case undo, redo

    var request: HBPlanRequest { self == .undo ? .undo : .redo }
  }

  let runner: ChangeRunner
  let direction: Direction

  private var session: StoreSession { runner.session }

  func run(in snapshot: LogSnapshot, count: Int) throws {
    if count == 1 {
      return try runner.run(in: snapshot.spaceId, title: title) { _ in direction.request }
    }
    let rehearsed = try rehearse(snapshot, count)
    let printer = PlanPrinter(session, snapshot.timeline.index)
    let lines = rehearsed.flatMap { printer.lines($0, title: title($0)) }
    if runner.change.dryRun { return try runner.printDryRun(rehearsed, lines) }
    let anchors = Set(rehearsed.flatMap(\.changes).map(\.anchorId)).count
    let wasShown = try Confirmation(session: session, change: runner.change, json: runner.json)
      .ask(anchors: anchors, showing: lines)
    let written = try execute(rehearsed, snapshot.spaceId)
    let missing = count - written.count
    let note =
      missing > 0
      ? "There were only \(written.count) to \(direction.rawValue), not \(count)." : nil
    try runner.printWritten(written, wasShown ? [] : lines, note: note)
  }

  /// `Undo moved by alice, 2024-06-17 23:49:51 UTC`.
  private func title(_ plan: HBPlan) -> String {
    let verb = direction.rawValue.capitalized
    guard let target = plan.target else { return verb }
    let actor = target.actor.map { " by \($0)" } ?? ""
    return "\(verb) \(target.kind.rawValue)\(actor), \(session.time.text(target.instant))"
  }

  /// Writes what was rehearsed, as long as each plan is still the one that was shown.
  private func execute(_ rehearsed: [HBPlan], _ spaceId: UUID) throws -> [HBPlan] {
    try rehearsed.map { expected in
      let plan = try session.store.plan(direction.request, spaceId: spaceId)
      guard plan.target?.id == expected.target?.id, plan.hasEffect(of: expected) else {
        throw HBStorageError.conflict
      }
      return try session.execute(plan)
    }
  }
}

// MARK: - Rehearsal

extension OperationRunner {
  /// The plans of several steps, each made for the state that those before it lead to: they are
  /// carried out on a copy of the space.
  private func rehearse(_ snapshot: LogSnapshot, _ count: Int) throws -> [HBPlan] {
    let scratch = session.context.temporaryDirectory
      .appending(path: "hyperbasis-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let copy = try SpaceCopy.make(of: snapshot.spaceId, from: session.directory, to: scratch)
    let store = HBLocalStore(
      baseDirectory: copy, actor: session.options.actorName(in: session.context),
      clock: session.context.now, makeUUID: session.context.makeUUID)
    var plans: [HBPlan] = []
    while plans.count < count {
      do {
        plans.append(try store.perform(direction.request, spaceId: snapshot.spaceId))
      } catch HBStorageError.nothingToUndo where !plans.isEmpty {
        break
      } catch HBStorageError.nothingToRedo where !plans.isEmpty {
        break
      }
    }
    return plans
  }
}

/// A copy of the files of one space that its history needs.
enum SpaceCopy {
  static func make(of spaceId: UUID, from store: URL, to scratch: URL) throws -> URL {
    let files = FileManager.default
    let log = "events/\(spaceId.uuidString)"
    let parts = ["spaces/\(spaceId.uuidString).json", log, "anchors"]
    do {
      for part in parts {
        let source = store.appending(path: part)
        guard files.fileExists(atPath: source.path) else { continue }
        let target = scratch.appending(path: part)
        try files.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try files.copyItem(at: source, to: target)
      }
    } catch {
      throw HBStorageError.fileSystemError(underlying: error)
    }
    return scratch
  }
}

extension HBPlan {
  /// Whether the plan leads every anchor to the state that another one leads it to.
  fileprivate func hasEffect(of other: HBPlan) -> Bool {
    guard changes.count == other.changes.count else { return false }
    return zip(changes, other.changes).allSatisfy { mine, theirs in
      mine.anchorId == theirs.anchorId && mine.after?.transform == theirs.after?.transform
        && mine.after?.metadata == theirs.after?.metadata
        && mine.after?.isDeleted == theirs.after?.isDeleted
        && mine.events.map(\.type) == theirs.events.map(\.type)
    }
  }
}
