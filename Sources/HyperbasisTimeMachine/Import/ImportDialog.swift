package import Foundation
package import HyperbasisCanvas

/// What an import understood and would write, before anything is written.
package struct ImportPreview: Equatable, Sendable {
  /// The number of the import within the session.
  package let number: Int
  package let lines: [TerminalText]
  /// Why it cannot be written; nil if it can.
  package let refusal: TerminalText?

  package init(number: Int, lines: [TerminalText], refusal: TerminalText?) {
    self.number = number
    self.lines = lines
    self.refusal = refusal
  }
}

/// An import that awaits a reply.
package struct ImportDialog: Equatable, Sendable {
  package let preview: ImportPreview
  /// The first line on screen.
  package var scroll = 0

  package init(_ preview: ImportPreview) {
    self.preview = preview
  }
}

extension ImportDialog {
  /// Returns the lines as wrapped for a screen; continuation lines are indented.
  func lines(_ layout: Layout) -> [TerminalText] {
    preview.lines.flatMap { line -> [TerminalText] in
      let blanks = line.plain.prefix { $0 == " " }.count
      let room = layout.helpArea.columns - blanks - 2
      return line.suffix(columns: line.width - blanks).wrapped(to: max(1, room)).enumerated()
        .map { number, part in
          TerminalText(String(repeating: " ", count: number == 0 ? blanks : blanks + 2)) + part
        }
    }
  }

  /// Returns how many lines fit above the reply.
  func page(_ layout: Layout) -> Int { max(1, layout.helpArea.rows - 2) }
}

/// What an import wrote.
package struct ImportOutcome: Sendable {
  package let text: TerminalText
  /// Its operations in spaces that existed before, by space.
  package let operations: [UUID: UUID]
  /// Spaces that existed before and now have lines of another log, which are operations of their own.
  package let extended: Set<UUID>
  /// Spaces that it created, each as the word of a command.
  package let newSpaces: [TerminalText]

  package init(
    text: TerminalText, operations: [UUID: UUID] = [:], extended: Set<UUID> = [],
    newSpaces: [TerminalText] = []
  ) {
    self.text = text
    self.operations = operations
    self.extended = extended
    self.newSpaces = newSpaces
  }
}
