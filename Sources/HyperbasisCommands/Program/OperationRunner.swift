import Foundation
import Hyperbasis
import HyperbasisWording

/// Undoes or redoes operations: one as its plan says, several as their rehearsal does.
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
    while try !step(snapshot, count) {}
  }

  /// - Returns: false where somebody else was faster and nothing has been shown yet.
  private func step(_ snapshot: LogSnapshot, _ count: Int) throws -> Bool {
    let plans = try session.store.plans.rehearse(
      direction.request, atMost: count, spaceId: snapshot.spaceId)
    let printer = PlanPrinter(session, snapshot.timeline.index)
    let lines = plans.flatMap { printer.lines($0, title: title($0)) }
    if runner.change.dryRun {
      try runner.printDryRun(plans, lines)
      return true
    }
    let anchors = Set(plans.flatMap(\.changes).map(\.anchorId)).count
    let wasShown = try Confirmation(session: session, change: runner.change, json: runner.json)
      .ask(anchors: anchors, showing: lines)
    do {
      let written = try session.execute(plans)
      try runner.printWritten(written, wasShown ? [] : lines, note: note(written.count, of: count))
      return true
    } catch HBStorageError.conflict where !wasShown {
      return false
    }
  }

  private func note(_ number: Int, of count: Int) -> String? {
    guard number < count else { return nil }
    return "There were only \(number) to \(direction.rawValue), not \(count)."
  }

  /// `Undo moved by alice, 2024-06-17 23:49:51 UTC`.
  private func title(_ plan: HBPlan) -> String {
    let verb = direction.rawValue.capitalized
    guard let target = plan.target else { return verb }
    let actor = target.actor.map { " by \($0)" } ?? ""
    return "\(verb) \(target.kind.rawValue)\(actor), \(session.time.text(target.instant))"
  }
}
