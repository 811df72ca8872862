import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// The command that reverses what was just written.
struct WayBack {
  let session: StoreSession

  /// Returns a text such as `hyperbasis undo takes it back`; nil if no single command does.
  func text(_ plans: [HBPlan]) -> String? {
    let written = plans.filter { !$0.isEmpty }
    guard let last = written.last else { return nil }
    let count = written.count > 1 ? " --count \(written.count)" : ""
    let them = written.count > 1 ? "them" : "it"
    // A command names the space, for which all spaces are looked at.
    func undo() -> String { "\(command(.undo, last.spaceId, count)) takes \(them) back" }
    func redo() -> String { "\(command(.redo, last.spaceId, count)) brings \(them) back" }
    guard let index = try? session.snapshot(of: last.spaceId).timeline.index,
      let reversal = try? Reversal(of: last, in: index)
    else { return last.kind == .undo ? redo() : undo() }
    switch reversal {
    case .undo: return undo()
    case .redo: return redo()
    case .undoOperation(let id):
      return written.count == 1 ? "\(self.undo(of: id, last.spaceId)) takes it back" : nil
    case .rollBackOnly:
      let all = written.count > 1 ? "them all" : "it"
      return OperationLog(index: index).redoObstacle().map {
        "\(command(.redo, last.spaceId)) cannot bring \(all) back, because \(text($0, index)); "
          + "\(session.command("rollback")) returns to an earlier state"
      }
    }
  }

  /// Returns a text such as `the creation of lamp, 2029-12-31 10:00:00 UTC, comes after the undo`.
  func text(_ obstacle: RedoObstacle, _ index: EventIndex) -> String {
    let what = OperationText(naming: index).text(obstacle.operation).plain
    return "\(what), \(session.time.text(obstacle.operation.instant)), comes after the undo"
  }

  /// Returns the command that undoes one operation by itself.
  func undo(of operation: UUID, _ spaceId: UUID) -> String {
    let id =
      (try? session.snapshot(of: spaceId)).map { shortId(operation, $0) } ?? operation.uuidString
    return command(.undo, spaceId, " --operation \(id)")
  }

  /// Returns the command that reverses an operation of any age.
  func command(reversing reversal: OperationReversal, _ spaceId: UUID) -> String {
    switch reversal {
    case .undo(let operation, _): undo(of: operation, spaceId)
    case .redo: command(.redo, spaceId)
    }
  }

  /// Returns as much of an operation's id as is needed to identify it.
  private func shortId(_ operation: UUID, _ snapshot: LogSnapshot) -> String {
    let beginning = String(operation.uuidString.prefix(8))
    let isMeant =
      OperationLog(index: snapshot.timeline.index).operations()
      .count { $0.id.uuidString.hasPrefix(beginning) } == 1
    return isMeant ? beginning : operation.uuidString
  }

  /// Returns a complete command on a space: `hyperbasis redo Hall`.
  ///
  /// - Parameter options: what follows the space, with a leading blank.
  func command(
    _ direction: OperationRunner.Direction, _ spaceId: UUID, _ options: String = ""
  ) -> String {
    session.command("\(direction.rawValue)\(argument(spaceId))\(options)")
  }

  /// Returns the space as an argument; empty if it is the only one.
  private func argument(_ spaceId: UUID) -> String {
    guard let spaces = try? session.spaceCandidates(), spaces.count > 1 else { return "" }
    return " " + SpaceArgument.text(spaceId, among: spaces)
  }
}
