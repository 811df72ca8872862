package import HyperbasisCanvas

/// A line that asks for text.
package struct Prompt: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case date, find, filter, command, metadata, newAnchor, place, bookmark, spaces
  }

  package let purpose: Purpose
  package var editor: LineEditor
  /// Why the text is not accepted.
  package var complaint: TerminalText?

  package init(_ purpose: Purpose, text: String = "") {
    self.purpose = purpose
    editor = LineEditor(text)
  }

  package var title: TerminalText {
    switch purpose {
    case .date: "date: "
    case .find: "/"
    case .filter: "filter: "
    case .command: ":"
    case .metadata: "metadata: "
    case .newAnchor: "new anchor: "
    case .place: "x,y,z,yaw: "
    case .bookmark: "bookmark, a note: "
    case .spaces: "spaces called: "
    }
  }
}
