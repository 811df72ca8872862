import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Draws the list of bookmarks in place of the right pane.
struct BookmarkView {
  let state: State
  let bookmarks: [Bookmark]
  let list: BookmarkList

  func draw(into frame: inout Frame, layout: Layout) {
    let box = DialogBox(layout: layout, charset: state.settings.charset)
    let page = layout.bookmarkPage
    let first = max(0, min(list.row - page / 2, bookmarks.count - page))
    let shown = bookmarks.dropFirst(first).prefix(page)
    let (dates, zone) = state.dates(of: shown, columns: layout.dialogArea.columns)
    let count = CountText.text(bookmarks.count, "bookmark")
    let heading = zone.map { "\(count), \($0)" } ?? count
    guard box.draw(title: "bookmarks", heading: [heading], into: &frame) else { return }
    for (row, (bookmark, date)) in zip(shown, dates).enumerated() {
      let isChosen = first + row == list.row
      let line = layout.dialogArea.line(row + 1)
      let style: Style = isChosen ? .selection : .plain
      if isChosen { frame.fill(line, style: style) }
      let text = state.text(bookmark, date: date, columns: line.columns)
      box.put(text, style: style, into: &frame, line: line)
    }
    box.put(reply, style: .dim, into: &frame, line: layout.replyLine)
  }

  /// What can be done with the list.
  private var reply: TerminalText {
    let keymap = state.keymap
    var parts: [TerminalText] = []
    if !bookmarks.isEmpty {
      parts.append("\(keymap.label(of: .rows(.activate))) go there")
      parts.append("\(keymap.label(of: .bookmark(.remove))) remove")
    }
    if state.view?.bookmarks.removed.isEmpty == false {
      parts.append("\(keymap.label(of: .bookmark(.putBack))) bring back")
    }
    return parts.joined(separator: ", ")
  }
}

extension State {
  /// Returns the date, the note and its author.
  func text(_ bookmark: Bookmark) -> TerminalText {
    text(bookmark, date: text(bookmark.instant), columns: .max)
  }

  /// Returns the same for a list, without the author if there is no room.
  fileprivate func text(_ bookmark: Bookmark, date: TerminalText, columns: Int) -> TerminalText {
    let text = "\(date)  \(BookmarkUpdate.text(bookmark.note))" as TerminalText
    guard let actor = ActorText.name(bookmark.actor), text.width + 2 + actor.width <= columns else {
      return text
    }
    return "\(text)  \(actor)"
  }

  /// Returns the dates of a list, all of one width and in the longest form that leaves room for every
  /// note. The shortest form leaves out what all dates have in common with the date in view.
  ///
  /// - Returns: The dates, and their zone if they do not name it themselves.
  fileprivate func dates(
    of bookmarks: some Collection<Bookmark>, columns: Int
  ) -> (dates: [TerminalText], zone: TerminalText?) {
    let instants = bookmarks.map(\.instant)
    let whole = DateColumn(instants, timeText, here: nil)
    let narrow = DateColumn(
      instants, timeText, here: view?.instant, room: columns - 2 - Self.leastNoteColumns)
    let forms = [
      (instants.map { text($0) }, nil), (instants.map(whole.text), whole.zone),
      (instants.map(narrow.text), narrow.zone), (instants.map(narrow.shortText), narrow.zone),
    ]
    let fitting = forms.first { dates, _ in
      let width = dates.map(\.width).max() ?? 0
      return bookmarks.allSatisfy {
        width + 2 + min(BookmarkUpdate.text($0.note).width, Self.leastNoteColumns) <= columns
      }
    }
    let (dates, zone) = fitting ?? forms.last ?? ([], nil)
    let width = dates.map(\.width).max() ?? 0
    return (dates.map { $0.padded(to: width) }, zone)
  }

  private static let leastNoteColumns = 12
}
