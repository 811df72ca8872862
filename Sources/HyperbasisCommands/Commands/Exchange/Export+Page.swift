import Foundation
import Hyperbasis
import HyperbasisAnchorLog
import HyperbasisCanvas
import HyperbasisExchange
import HyperbasisReports
import HyperbasisTimeMachine
import HyperbasisWording

// A page for looking through the history with a browser.

extension Export {
  /// Mail and issues accept no more, and browsers become slow.
  private static let mostBytes = 20_000_000

  func writePage(to sink: ByteSink) throws -> TerminalText {
    var history = try pageHistory()
    try history.leaveOutMoves(below: options.moves.rule)
    // A name is text that a person wrote.
    let title =
      options.redact ? SpaceTitle.text(nil, scope.snapshot.spaceId) : scope.snapshot.title
    let page = HistoryPage(history, title: title, isRedacted: options.redact)
    let document = try page.document()
    guard document.count <= Self.mostBytes else {
      throw CommandFailure.data(
        "the page would be \(document.count / 1_000_000) MB, more than browsers and mail handle "
          + "well; export a part of the history with --from and --to, or leave small moves out "
          + "with --min-move")
    }
    try sink.append(document)
    try warn(ofPlaceless: history.placelessCount)
    return CountText.text(history.ordinals.count - history.base, "event")
  }

  private func pageHistory() throws -> PageHistory {
    let first = try scope.from.map { try session.instant($0, in: index) }
    let last = try scope.to.map { try session.instant($0, in: index) }
    if let first, let last, last < first {
      throw CommandFailure.usage("--to is before --from; swap the two")
    }
    let start = first.map(index.eventCount(through:)) ?? 0
    let end = last.map(index.eventCount(through:)) ?? index.count
    let passing = passingSlots()
    return PageHistory(index, period: start..<max(start, end), from: first, to: last) { slot in
      scope.includes(slot: slot) && passing?.contains(slot) ?? true
    }
  }

  /// Returns the anchors that the filter lets through at any time; nil for all. Each is shown with its
  /// whole history, so that the page never shows a state that did not exist.
  private func passingSlots() -> Set<Int>? {
    guard let events = scope.filtered?.events else { return nil }
    return Set((0..<index.count).lazy.filter(events.contains).map(index.slot))
  }
}
