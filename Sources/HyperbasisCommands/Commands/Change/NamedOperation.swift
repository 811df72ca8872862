import Foundation
import Hyperbasis

/// An operation that is named by its id, or by the beginning of it.
struct NamedOperation {
  private let operation: HBOperation
  private let log: OperationLog
  private let spaceId: UUID

  /// - Throws: ``CommandFailure`` if the text names none of the space's operations, or several.
  init(_ text: String, in snapshot: LogSnapshot, _ session: StoreSession) throws {
    let list = session.command("operations \(snapshot.spaceId.uuidString) --json")
    guard let prefix = UUIDPrefix(text), prefix.count >= TextualSelector.minimumPrefix else {
      throw CommandFailure.data(
        "\"\(text)\" is not the id of an operation, nor \(TextualSelector.minimumPrefix) or more "
          + "characters of its beginning; see \(list)")
    }
    log = OperationLog(index: snapshot.timeline.index)
    spaceId = snapshot.spaceId
    let matches = log.operations().filter { prefix.matches($0.id) }
    guard let operation = matches.first else {
      throw CommandFailure.data("the space has no operation \"\(text)\"; see \(list)")
    }
    guard matches.count == 1 else {
      let candidates = matches.map(\.id.uuidString).joined(separator: ", ")
      throw CommandFailure.data("\"\(text)\" matches \(matches.count) operations: \(candidates)")
    }
    self.operation = operation
  }

  /// Returns the request that undoes it.
  ///
  /// - Throws: ``CommandFailure`` if it is already undone, or is itself an undo or a redo.
  func undoRequest(_ wayBack: WayBack) throws -> HBPlanRequest {
    if let original = operation.original {
      throw CommandFailure.failed(try advice(onTagOf: original, wayBack))
    }
    if operation.isUndone {
      throw CommandFailure.failed(
        "operation \(operation.id.uuidString) is already undone; "
          + (try returning(operation, wayBack)))
    }
    return .undoOperation(operation.id)
  }

  /// Advises how to reverse an undo, which is by a redo, or a redo, which is by undoing what it redid.
  private func advice(onTagOf original: UUID, _ wayBack: WayBack) throws -> String {
    let kind = operation.kind == .undo ? "an undo" : "a redo"
    let what = "operation \(operation.id.uuidString) is itself \(kind) of \(original.uuidString)"
    guard let original = log.operations().first(where: { $0.id == original }) else { return what }
    guard original.isUndone else {
      let undo = wayBack.command(.undo, spaceId, " --operation \(original.id.uuidString)")
      return "\(what); \(undo) takes that out"
    }
    return "\(what); \(try returning(original, wayBack))"
  }

  /// Returns how to bring back the effect of an operation that is undone.
  private func returning(_ undone: HBOperation, _ wayBack: WayBack) throws -> String {
    let redo = wayBack.command(.redo, spaceId)
    if try log.nextToRedo() == undone.id { return "\(redo) does it again" }
    let isOne = undone.anchorIds.count == 1
    let anchor = isOne ? undone.anchorIds[0].uuidString : "ANCHOR"
    return "\(redo) cannot redo it, because other operations followed; hyperbasis rollback "
      + "\(anchor) --at \(undone.instant.rfc3339Text) restores the state that "
      + "\(isOne ? "its" : "an") anchor had then"
  }

  /// Returns the failure that says that nothing of the operation is left, though it has not been
  /// undone.
  func nothingLeft() throws -> CommandFailure {
    let id = operation.id.uuidString
    if log.isOfAnchorsWithoutPlace(operation.id) {
      let has = operation.anchorIds.count == 1 ? "its anchor has" : "its anchors have"
      return .failed(
        "nothing of operation \(id) is in force, so there is nothing to undo: \(has) no place yet")
    }
    guard try log.changedSomething(operation.id) else {
      return .failed(
        "operation \(id) changed nothing, so there is nothing to undo: it rewrote what was "
          + "already there")
    }
    return .failed(
      "nothing of operation \(id) is left to undo: what it changed has been put back since; "
        + "hyperbasis history ANCHOR shows by whom")
  }
}
