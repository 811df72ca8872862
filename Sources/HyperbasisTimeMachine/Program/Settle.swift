import HyperbasisCanvas
import HyperbasisHistory

extension State {
  /// Brings what depends on other parts of the state back in line with them.
  mutating func settle() {
    guard view != nil else {
      picker.scroll = picker.scroll.scrolled(
        toShow: picker.row, of: picker.spaces?.count ?? 0, page: max(1, layout.pickerRows.rows))
      return
    }
    let layout = layout
    view?.keepCursorOnBar(layout)
    view?.forgetLostSelection()
    view?.keepRowVisible(layout, settings, keymap)
  }
}

extension SpaceView {
  /// Moves the part of the time on screen so that the cursor is on it.
  fileprivate mutating func keepCursorOnBar(_ layout: Layout) {
    guard let window = time.bar.window, let cursor = instant, !window.contains(cursor) else {
      return
    }
    time.bar.window = timeBar(layout).scrolled(toShow: cursor, times: times)
  }

  fileprivate mutating func forgetLostSelection() {
    guard let id = lists.selection, selectedSlot == nil, editing.draft?.edit(id) == nil else {
      return
    }
    lists.selection = nil
    lists.isNarrowed = false
  }

  fileprivate mutating func keepRowVisible(
    _ layout: Layout, _ settings: Settings, _ keymap: Keymap
  ) {
    let first = lists.scroll[lists.tab] ?? 0
    if lists.tab == .inspect {
      let area = layout.tabRows
      let content = InspectorContent(self, settings, keymap)
      let last = content.tabRows(columns: area.columns).count - area.rows
      lists.scroll[.inspect] = max(0, min(first, last))
    } else {
      let (row, count) = selectedRow(settings.threshold)
      lists.scroll[lists.tab] = first.scrolled(toShow: row, of: count, page: tabPage(layout))
    }
  }
}

extension Int {
  /// The first row on screen: as it was, but so that the selected row is on screen and no room is
  /// wasted at the end.
  func scrolled(toShow row: Int?, of count: Int, page: Int) -> Int {
    let first = row.map { Swift.min(Swift.max(self, $0 - page + 1), $0) } ?? self
    return Swift.max(0, Swift.min(first, count - page))
  }
}

// What cannot be read is said, and what was shown stays: a log that somebody cut under an open space
// must not look like one without anchors.

/// Where in a space a person stands: what decides what has to be read.
struct Standpoint: Sendable {
  let time: TimeState
  let compare: CompareState
  let lists: ListState
  let map: MapState
}

extension State {
  /// Remembers what is on screen now, to which a step goes back that leads to what cannot be read.
  mutating func beginReading(_ input: Input) {
    // What failed in the last picture is what this input tells of.
    if case .unreadable = input { return }
    guard let view, view.data.takeReadFailure() == nil else { return }
    self.view?.shown = Standpoint(
      time: view.time, compare: view.compare, lists: view.lists, map: view.map)
  }

  /// Says that something could not be read, and goes back to what was shown.
  mutating func noteUnreadable() {
    guard let reason = view?.data.takeReadFailure() else { return }
    message = .error("the log cannot be read, so the screen stays as it was: \(reason)")
    guard let shown = view?.shown else { return }
    view?.time = shown.time
    view?.compare = shown.compare
    view?.lists = shown.lists
    view?.map = shown.map
    view?.time.play.isRunning = false
  }
}
