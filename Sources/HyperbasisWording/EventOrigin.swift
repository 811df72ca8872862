package import HyperbasisAnchorLog
package import HyperbasisCanvas
import HyperbasisDrift

/// The origin of an event that is not a direct edit of its anchor.
package enum EventOrigin: Int, CaseIterable, Sendable {
  case undo = 1
  case redo
  /// Known only from the state of its anchor.
  case notInLog
  /// It takes shifts out of its anchor, or brings it along with them.
  case correction

  package init?(ofEvent ordinal: Int, in index: EventIndex) {
    switch index.undone(ordinal) {
    case .undoes: self = .undo
    case .redoes: self = .redo
    case nil where index.isOfCorrection(ordinal): self = .correction
    case nil:
      guard index.isSynthetic(ordinal) else { return nil }
      self = .notInLog
    }
  }

  /// A remark to put after what the event did.
  package var text: TerminalText {
    switch self {
    case .undo: "(undo)"
    case .redo: "(redo)"
    case .notInLog: "(not in the log)"
    case .correction: "(correction)"
    }
  }
}
