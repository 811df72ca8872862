import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Draws the list of bookmarks in the place of the right pane.
struct BookmarkView {
  let state: State
  let bookmarks: [Bookmark]
  let list: BookmarkList

  func draw(into frame: inout Frame, layout: Layout) {
    let box = DialogBox(layout: layout, charset: state.settings.charset)
    let count = CountText.text(bookmarks.count, "bookmark")
    guard box.draw(title: "bookmarks", heading: [count], into: &frame) else { return }
    let page = layout.bookmarkPage
    let first = max(0, min(list.row - page / 2, bookmarks.count - page))
    for (row, bookmark) in bookmarks.dropFirst(first).prefix(page).enumerated() {
      let isChosen = first + row == list.row
      let line = layout.dialogArea.line(row + 1)
      let style: Style = isChosen ? .selection : .plain
      if isChosen { frame.fill(line, style: style) }
      box.put(state.text(bookmark, columns: line.columns), style: style, into: &frame, line: line)
    }
    let remove = state.keymap.label(of: .bookmark(.remove))
    let go = state.keymap.label(of: .rows(.activate))
    box.put("\(go) go there, \(remove) remove", style: .dim, into: &frame, line: box.replyLine)
  }
}

extension State {
  /// The date, the note and who made it, as far as there is room.
  func text(_ bookmark: Bookmark, columns: Int = .max) -> TerminalText {
    let note = BookmarkUpdate.text(bookmark.note)
    let dates = shorterTexts(bookmark.instant)
    let date = dates.first { $0.width + 2 + min(note.width, 16) <= columns } ?? dates.last ?? .empty
    let text = "\(date)  \(note)" as TerminalText
    guard let actor = ActorText.name(bookmark.actor), text.width + 2 + actor.width <= columns else {
      return text
    }
    return "\(text)  \(actor)"
  }
}
