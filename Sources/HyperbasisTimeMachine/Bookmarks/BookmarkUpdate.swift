import Foundation
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisHistory

/// Sets, lists, visits and removes notes on instants.
struct BookmarkUpdate: SpaceUpdate {
  var transition: Transition

  mutating func perform(_ intent: BookmarkIntent) {
    switch (intent, transition.layers.last) {
    case (.add, nil): open(.prompt(Prompt(.bookmark)))
    case (.list, nil): request(.bookmarks(.show, spaceId: view.data.id))
    case (.remove, .bookmarks(let list)):
      if let bookmark = bookmark(list) {
        request(.bookmarks(.remove(bookmark), spaceId: view.data.id))
      }
    case (.putBack, .bookmarks):
      if let bookmark = view.bookmarks.removed.last {
        request(.bookmarks(.putBack(bookmark), spaceId: view.data.id))
      }
    case (.add, _), (.list, _), (.remove, _), (.putBack, _): transition.message = .nothing
    }
  }

  /// Returns why an intent is unavailable now; nil if it is available.
  func refusal(of intent: BookmarkIntent) -> TerminalText? {
    switch intent {
    case .add:
      return lastingRefusal ?? lackOfEvents
    case .remove:
      return storeRefusal ?? lackOfBookmarks
    case .putBack:
      let isEmpty = view.bookmarks.removed.isEmpty
      return storeRefusal
        ?? (isEmpty ? "no bookmark was removed since the space was opened" : nil)
    case .list: return nil
    }
  }

  /// Why nothing in the list can be chosen; nil if something can.
  var lackOfBookmarks: TerminalText? {
    view.bookmarks.list.isEmpty
      ? "no bookmarks are left; \(label(of: .program(.leave))) closes the list" : nil
  }

  /// Sets a bookmark on the date on screen.
  mutating func add(_ note: String) {
    guard let instant = view.instant else { return }
    request(.bookmarks(.add(note: note, at: instant), spaceId: view.data.id))
  }

  /// Takes over the store's bookmarks, and reports what was done.
  mutating func finish(
    _ request: BookmarkRequest, spaceId: UUID, _ result: Result<[Bookmark], Failure>
  ) {
    guard view.data.id == spaceId else { return }
    switch result {
    case .failure(let failure): transition.message = .error(failure.text)
    case .success(let bookmarks):
      view.bookmarks.list = bookmarks
      switch request {
      case .load: break
      case .show: show()
      case .add(_, let instant):
        let key = label(of: .bookmark(.list))
        note("bookmark set on \(settings.text(instant)); \(key) lists them")
      case .remove(let bookmark):
        view.bookmarks.removed.append(bookmark)
        note(
          "bookmark removed: \(Self.text(bookmark.note)); "
            + "\(label(of: .bookmark(.putBack))) brings it back")
      case .putBack(let bookmark):
        view.bookmarks.removed.removeAll { $0 == bookmark }
        select(bookmark)
        note("the bookmark is back: \(Self.text(bookmark.note))")
      }
    }
    settle()
  }

  private mutating func select(_ bookmark: Bookmark) {
    guard case .bookmarks = transition.layers.last,
      let row = view.bookmarks.list.firstIndex(of: bookmark)
    else { return }
    transition.layers.replaceTop(.bookmarks(BookmarkList(row: row)))
  }

  private mutating func show() {
    // What was removed can be brought back from a list without bookmarks, too.
    guard !view.bookmarks.list.isEmpty || !view.bookmarks.removed.isEmpty else {
      let none: TerminalText = "no bookmarks yet"
      guard refusal(of: .add) == nil else { return note(none) }
      return note("\(none); \(label(of: .bookmark(.add))) sets one here")
    }
    // Something else may have been opened since.
    guard transition.layers.isEmpty else { return }
    open(.bookmarks(BookmarkList(row: nearestRow)))
  }

  /// An emptied list stays open: without a list, the key that removes bookmarks drops a draft.
  private mutating func settle() {
    guard case .bookmarks(var list) = transition.layers.last else { return }
    list.row = max(0, min(list.row, view.bookmarks.list.count - 1))
    transition.layers.replaceTop(.bookmarks(list))
  }

  static func text(_ note: String) -> TerminalText { TerminalText(note, limit: 120) }
}

// MARK: - In the list

extension BookmarkUpdate {
  /// Moves in the list, or goes to the date of a bookmark.
  mutating func perform(_ intent: RowIntent, in list: BookmarkList) {
    if intent == .activate {
      guard let bookmark = bookmark(list) else { return }
      transition.layers.removeLast()
      return visit(bookmark.instant)
    }
    let last = max(0, view.bookmarks.list.count - 1)
    let row =
      switch intent {
      case .step(let direction): list.row + direction.sign
      case .page(let direction): list.row + direction.sign * layout.bookmarkPage
      case .first: 0
      case .last, .activate: last
      }
    transition.layers.replaceTop(.bookmarks(BookmarkList(row: max(0, min(row, last)))))
  }

  /// Goes to a date and shows the notes on it.
  mutating func visit(_ instant: HBInstant) {
    view.time.play.isRunning = false
    view.move(to: instant)
    let notes = view.bookmarks.notes(at: instant)
    if !notes.isEmpty { note("bookmark: \(notes.map(Self.text).joined(separator: "; "))") }
  }

  private func bookmark(_ list: BookmarkList) -> Bookmark? {
    view.bookmarks.list.indices.contains(list.row) ? view.bookmarks.list[list.row] : nil
  }

  /// The bookmark at or before the date on screen, else the first.
  private var nearestRow: Int {
    guard let instant = view.instant else { return 0 }
    return view.bookmarks.list.lastIndex { $0.instant <= instant } ?? 0
  }
}
