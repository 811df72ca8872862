package import HyperbasisAnchorLog
package import HyperbasisCanvas

/// Where an event comes from, unless somebody did just that to its anchor.
package enum EventOrigin: Int, CaseIterable, Sendable {
  case undo = 1
  case redo
  /// Told by the state of its anchor alone.
  case notInLog

  package init?(ofEvent ordinal: Int, in index: EventIndex) {
    switch index.undone(ordinal) {
    case .undoes: self = .undo
    case .redoes: self = .redo
    case nil:
      guard index.isSynthetic(ordinal) else { return nil }
      self = .notInLog
    }
  }

  /// Behind what the event did.
  package var text: TerminalText {
    switch self {
    case .undo: "(undo)"
    case .redo: "(redo)"
    case .notInLog: "(not in the log)"
    }
  }
}
