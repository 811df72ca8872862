import HyperbasisCanvas
import HyperbasisHistory
import HyperbasisWording

/// Says what is compared, and what differs.
enum CompareAnnouncement {
  /// Returns what is compared, if a space opens with a comparison: nothing else has said so.
  static func opening(from old: State?, to new: State) -> TerminalText? {
    guard let view = new.view, view.data.id != old?.view?.data.id, view.compare.mode != .off,
      let text = CompareUpdate(new)?.text(of: view.compare.mode)
    else { return nil }
    return text == new.message?.text ? nil : text
  }

  /// Returns the counts whenever they may be others, and the changes themselves if other states are
  /// compared.
  static func changes(from old: State?, to new: State) -> [TerminalText] {
    let former = old.flatMap { $0.view?.data.id == new.view?.data.id ? $0.comparisonKey : nil }
    guard let view = new.view, let key = new.comparisonKey, key != former else { return [] }
    let comparison = view.data.comparison(key)
    let counts = comparison.countWords(new.settings.threshold)
    if let former, (former.from, former.to) == (key.from, key.to) { return [counts] }
    return [counts] + rows(of: comparison, view)
  }

  private static func rows(of comparison: Comparison, _ view: SpaceView) -> [TerminalText] {
    let text = RowText(
      data: view.data, shift: comparison.shiftTakenOut, unit: comparison.lengthUnit)
    let rest = comparison.rows.count - longestList
    return comparison.rows.prefix(longestList).map(text.sentence)
      + (rest > 0 ? ["and \(CountText.text(rest, "more change"))"] : [])
  }

  /// More changes than this are too much to listen to at once; the tab has the rest.
  private static let longestList = 20
}

extension State {
  fileprivate var comparisonKey: Comparison.Key? { view?.comparisonKey(settings.threshold) }
}
