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
    let space = snapshot.map(argument) ?? ""
    if last.kind == .undo {
      let isNext = snapshot.map { next($0, .redo) == last.target?.id } ?? true
      return isNext ? "hyperbasis redo\(space)\(count) brings \(them) back" : nil
    }
    let operation = last.kind == .redo ? last.target?.id ?? last.operation : last.operation
    if snapshot.map({ next($0, .undo) == operation }) ?? true {
      return "hyperbasis undo\(space)\(count) takes \(them) back"
    }
    guard written.count == 1 else { return nil }
    let id = snapshot.map { shortId(operation, $0) } ?? operation.uuidString
    return "hyperbasis undo\(space) --operation \(id) takes it back"
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

  /// The space as an argument; nothing where it is the only one.
  private func argument(_ snapshot: LogSnapshot) -> String {
    guard let names = try? session.store.catalog.names(), names.count > 1 else { return "" }
    let name = names.first { $0.id == snapshot.spaceId }?.name ?? ""
    let isMeant = names.count { $0.name?.lowercased() == name.lowercased() } == 1
    let word =
      isMeant && !name.isEmpty && !name.hasPrefix("-") ? name : snapshot.spaceId.uuidString
    return " " + ShellText.line([word])
  }
}
