package import HyperbasisCanvas

/// A line that asks for text.
package struct Prompt: Equatable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case date, find, filter, command, metadata, newAnchor, place, bookmark, slice, spaces, help
  }

  package let purpose: Purpose
  package var editor: LineEditor
  /// Why the text is not accepted.
  package var complaint: TerminalText?
  /// Set if an earlier command is shown in place of what was typed.
  var recalled: Recalled?
  /// The edit of the anchor whose metadata are asked for, as it was when the line opened.
  let edit: Draft.Edit?

  package init(_ purpose: Purpose, text: String = "", edit: Draft.Edit? = nil) {
    self.purpose = purpose
    self.edit = edit
    editor = LineEditor(text)
  }

  // A line opens for one edit, and its text represents that.
  package static func == (left: Prompt, right: Prompt) -> Bool {
    left.purpose == right.purpose && left.editor == right.editor
      && left.complaint == right.complaint
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
    case .slice: "heights, such as 0.5..2: "
    case .spaces: "spaces called: "
    case .help: "keys with: "
    }
  }

  /// The title in words, for who hears it.
  package var spokenTitle: TerminalText {
    switch purpose {
    case .find: "find: "
    case .command: "command: "
    case .date, .filter, .metadata, .newAnchor, .place, .bookmark, .slice, .spaces, .help: title
    }
  }

  /// What has been typed so far, with the title.
  package var spokenText: TerminalText { spokenTitle + TerminalText(editor.text) }

  /// Whether the word `off` removes what the line sets.
  var isRemovedByOff: Bool { purpose == .filter || purpose == .slice }
}
