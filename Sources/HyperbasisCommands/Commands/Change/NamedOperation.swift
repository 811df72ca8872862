import Foundation
import Hyperbasis

/// An operation that somebody names by its id, or by the beginning of it.
struct NamedOperation {
  private let operation: HBOperation
  /// Whether it is the one that a redo brings back.
  private let isRedoneNext: Bool

  /// - Throws: ``CommandFailure`` where none of a space's operations is meant, or several are.
  init(_ text: String, in snapshot: LogSnapshot) throws {
    let list = "hyperbasis operations \(snapshot.spaceId.uuidString) --json"
    guard let prefix = UUIDPrefix(text), prefix.count >= TextualSelector.minimumPrefix else {
      throw CommandFailure.data(
        "\"\(text)\" is not the id of an operation, nor \(TextualSelector.minimumPrefix) or more "
          + "characters of its beginning; see \(list)")
    }
    let matches = OperationLog(index: snapshot.timeline.index).operations()
      .filter { prefix.matches($0.id) }
    guard let operation = matches.first else {
      throw CommandFailure.data("the space has no operation \"\(text)\"; see \(list)")
    }
    guard matches.count == 1 else {
      let candidates = matches.map(\.id.uuidString).joined(separator: ", ")
      throw CommandFailure.data("\"\(text)\" matches \(matches.count) operations: \(candidates)")
    }
    self.operation = operation
    isRedoneNext = try OperationLog(index: snapshot.timeline.index).nextToRedo() == operation.id
  }

  /// The request that takes it back.
  ///
  /// - Throws: ``CommandFailure`` where it is already undone, or is an undo or a redo itself.
  func undoRequest() throws -> HBPlanRequest {
    if let original = operation.original {
      let kind = operation.kind.rawValue
      throw CommandFailure.failed(
        "operation \(operation.id.uuidString) is \(kind == "undo" ? "an" : "a") \(kind) itself, of "
          + "\(original.uuidString); name that operation, or use hyperbasis undo and redo")
    }
    if operation.isUndone {
      let advice =
        isRedoneNext ? "hyperbasis redo brings it back" : "hyperbasis rollback brings anchors back"
      throw CommandFailure.failed(
        "operation \(operation.id.uuidString) is already undone; \(advice)")
    }
    return .undoOperation(operation.id)
  }

  /// Says that everything is as if the operation had never been, though nobody has undone it.
  var nothingLeft: CommandFailure {
    .failed(
      "nothing of operation \(operation.id.uuidString) is left to undo: what it changed has been "
        + "put back since; hyperbasis history ANCHOR shows by whom")
  }
}
