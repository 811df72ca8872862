import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Describes in one line what the time bar shows.
enum BarAnnouncement {
  /// - Returns: Nil if the bar is as before, except for the cursor.
  static func line(from old: State?, to new: State) -> TerminalText? {
    guard let view = new.view, let text = text(new, view) else { return nil }
    let isNew = old?.view?.data.id != view.data.id || old?.view?.time.bar != view.time.bar
    return isNew ? text : nil
  }

  private static func text(_ state: State, _ view: SpaceView) -> TerminalText? {
    let contents = view.barContents(state.layout)
    guard let start = contents.bar.start, let end = contents.bar.end, start < end else {
      return nil
    }
    let dates = TerminalText(EndDates(start...end, zone: state.settings.zone).text)
    let events = CountText.text(contents.density.counts.max() ?? 0, "event")
    let steps = CountText.text(contents.bar.positions.count, "position")
    var text: TerminalText = "time bar: \(dates), \(steps), at most \(events) at one"
    if let counts = view.columnCounts(state.layout) {
      let line =
        view.time.bar.line == .alive
        ? "alive" : "that differ from \(state.endWord(of: view).name)" as TerminalText
      text += ", at most \(CountText.text(counts.peak, "anchor")) \(line)"
    }
    return text
  }
}
