package import HyperbasisCanvas
import HyperbasisModels

/// The reason why an effect failed.
package struct Failure: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The log moved on since the plan was made.
    case conflict
    case nothingToUndo
    case nothingToRedo
    case other
  }

  package let kind: Kind
  package let text: TerminalText

  package init(kind: Kind = .other, text: TerminalText) {
    self.kind = kind
    self.text = text
  }

  /// - Parameter text: the description of an error for which the screen has no words of its own.
  package init(_ error: any Error, text: TerminalText) {
    switch error as? HBStorageError {
    case .conflict: self.init(kind: .conflict, text: text)
    // Nothing failed, so it is worded as elsewhere on screen when there is nothing to do.
    case .nothingToUndo: self.init(kind: .nothingToUndo, text: "there is nothing to undo")
    case .nothingToRedo: self.init(kind: .nothingToRedo, text: "there is nothing to redo")
    default: self.init(text: text)
    }
  }
}
