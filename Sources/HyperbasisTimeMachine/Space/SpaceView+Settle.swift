import HyperbasisCanvas
import HyperbasisHistory

extension SpaceView {
  /// Brings everything that depends on other parts of the view back in line with them.
  mutating func settle(_ layout: Layout, _ settings: Settings, _ keymap: Keymap) {
    keepCursorOnBar(layout)
    forgetLostSelection()
    keepRowVisible(layout, settings, keymap)
  }

  /// Scrolls the time bar so that the cursor is on it.
  private mutating func keepCursorOnBar(_ layout: Layout) {
    guard let window = time.bar.window, let cursor = instant, !window.contains(cursor) else {
      return
    }
    time.bar.window = timeBar(layout).scrolled(toShow: cursor, times: barTimes)
  }

  private mutating func forgetLostSelection() {
    guard let id = lists.selection, selectedSlot == nil else {
      editing.awaited = nil
      return
    }
    guard editing.draft?.edit(id) == nil, editing.awaited != id else { return }
    lists.selection = nil
    lists.isNarrowed = false
  }

  private mutating func keepRowVisible(_ layout: Layout, _ settings: Settings, _ keymap: Keymap) {
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
  /// Returns the first row on screen, as close to the present one as possible, so that the selected row
  /// is visible and no space is wasted at the end.
  func scrolled(toShow row: Int?, of count: Int, page: Int) -> Int {
    let first = row.map { Swift.min(Swift.max(self, $0 - page + 1), $0) } ?? self
    return Swift.max(0, Swift.min(first, count - page))
  }
}

// MARK: - Read failures

// A failure is reported, and the previous picture stays: a log that was truncated under an open space
// must not look like one without anchors.

/// The user's position in a space, which determines what has to be read.
struct Standpoint: Sendable {
  let time: TimeState
  let compare: CompareState
  let lists: ListState
  let map: MapState
}

extension SpaceView {
  /// Remembers what is on screen now, to return to if a step leads to something unreadable.
  mutating func rememberStandpoint() {
    guard data.takeReadFailure() == nil else { return }
    shown = Standpoint(time: time, compare: compare, lists: lists, map: map)
  }

  /// Returns to what was shown before, if something could not be read.
  ///
  /// - Returns: the reason; nil if everything was read.
  mutating func returnFromUnreadable() -> TerminalText? {
    guard let reason = data.takeReadFailure() else { return nil }
    if let shown {
      (time, compare, lists, map) = (shown.time, shown.compare, shown.lists, shown.map)
      time.play.isRunning = false
    }
    return reason
  }
}
