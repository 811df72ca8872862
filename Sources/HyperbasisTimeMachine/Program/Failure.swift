package import HyperbasisCanvas
import HyperbasisModels

/// Why an effect did not do what it should.
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

  /// - Parameter text: how an error is told that the screen has no words of its own for.
  package init(_ error: any Error, text: TerminalText) {
    switch error as? HBStorageError {
    case .conflict: self.init(kind: .conflict, text: text)
    // Nothing failed, and it is said as the screen says that there is nothing to do.
    case .nothingToUndo: self.init(kind: .nothingToUndo, text: "there is nothing to undo")
    case .nothingToRedo: self.init(kind: .nothingToRedo, text: "there is nothing to redo")
    default: self.init(text: text)
    }
  }
}
