import Foundation
import Hyperbasis
import HyperbasisHistory
import HyperbasisWording

/// Which command reverses what was just written.
struct WayBack {
  let session: StoreSession

  /// `hyperbasis undo takes it back`; nil where no single command does.
  ///
  /// Undo takes the newest operation, which is not the one that was written where another device's
  /// clock is ahead, or where an older one was done again.
  func text(_ plans: [HBPlan]) -> String? {
    let written = plans.filter { !$0.isEmpty }
    guard let last = written.last else { return nil }
    let count = written.count > 1 ? " --count \(written.count)" : ""
    let them = written.count > 1 ? "them" : "it"
    let snapshot = try? session.snapshot(of: last.spaceId)
    if last.kind == .undo {
      let isNext = snapshot.map { next($0, .redo) == last.target?.id } ?? true
      return isNext ? "\(command(.redo, last.spaceId, count)) brings \(them) back" : nil
    }
    let operation = last.kind == .redo ? last.target?.id ?? last.operation : last.operation
    if snapshot.map({ next($0, .undo) == operation }) ?? true {
      return "\(command(.undo, last.spaceId, count)) takes \(them) back"
    }
    guard written.count == 1 else { return nil }
    return "\(undo(of: operation, last.spaceId)) takes it back"
  }

  /// The command that undoes one operation by itself.
  func undo(of operation: UUID, _ spaceId: UUID) -> String {
    let id =
      (try? session.snapshot(of: spaceId)).map { shortId(operation, $0) } ?? operation.uuidString
    return command(.undo, spaceId, " --operation \(id)")
  }

  /// As much of an operation's id as it takes to name it.
  private func shortId(_ operation: UUID, _ snapshot: LogSnapshot) -> String {
    let beginning = String(operation.uuidString.prefix(8))
    let isMeant =
      OperationLog(index: snapshot.timeline.index).operations()
      .count { $0.id.uuidString.hasPrefix(beginning) } == 1
    return isMeant ? beginning : operation.uuidString
  }

  /// The operation that undo or redo would take; nil for none, or where it cannot be read.
  private func next(_ snapshot: LogSnapshot, _ direction: OperationRunner.Direction) -> UUID? {
    let log = OperationLog(index: snapshot.timeline.index)
    return try? direction == .undo ? log.nextToUndo() : log.nextToRedo()
  }

  /// A command on a space, whole: `hyperbasis redo Hall`.
  ///
  /// - Parameter options: what follows the space, with a blank before it.
  func command(
    _ direction: OperationRunner.Direction, _ spaceId: UUID, _ options: String = ""
  ) -> String {
    session.command("\(direction.rawValue)\(argument(spaceId))\(options)")
  }

  /// The space as an argument; nothing where it is the only one.
  private func argument(_ spaceId: UUID) -> String {
    guard let spaces = try? session.spaceCandidates(), spaces.count > 1 else { return "" }
    return " " + SpaceArgument.text(spaceId, among: spaces)
  }
}
